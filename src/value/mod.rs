//! The values that capabilities take: repositories, typed node ids, subjects, and references to the outputs of
//! earlier steps.

mod arg;
mod into_arg;
mod node_id;
mod nullable;
mod number_ref;
mod reference;
mod repo;
mod subject;
mod template;
mod text;
mod url;

pub use arg::Arg;
pub use into_arg::{IntoArg, Plain};
pub use node_id::{IsA, Kind, NodeId};
pub use nullable::Nullable;
pub use number_ref::{NumberRef, Numbered};
pub use reference::{Ref, Reference, StepId};
pub use repo::Repo;
pub use subject::{IntoRelated, IntoSubject, Related, Subject};
#[doc(hidden)]
pub use template::{fill, holes};
pub use text::{InText, IntoPiece, Piece, Text};

pub(crate) use number_ref::parse_numbered;
pub(crate) use url::host_of;
