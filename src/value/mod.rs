//! The values that capabilities take: repositories, typed node ids, subjects, and the outputs of earlier steps.

mod arg;
mod into_arg;
mod into_nullable;
mod into_repo;
mod node_id;
mod nullable;
mod numbered;
mod repo;
mod step_output;
mod subject;
mod template;
mod text;
mod timestamp;
mod url;

pub use arg::Arg;
pub use into_arg::{IntoArg, Plain};
pub use into_nullable::IntoNullable;
pub use into_repo::IntoRepo;
pub use node_id::{IsA, Kind, NodeId};
pub use nullable::Nullable;
pub use numbered::{Numbered, NumberedKind};
pub use repo::Repo;
pub use step_output::{OutputRef, StepId, StepOutput};
pub use subject::{IntoRelated, IntoSubject, Related, Subject};
#[doc(hidden)]
pub use template::{fill, holes};
pub use text::{InText, IntoPiece, Piece, Text};
pub use timestamp::Timestamp;

#[doc(no_inline)]
#[allow(unused_imports, unreachable_pub, reason = "a build without subjects has none")]
pub use crate::addresses::*;

pub(crate) use numbered::parse_numbered;
#[cfg(feature = "json")]
pub(crate) use url::host_of;
