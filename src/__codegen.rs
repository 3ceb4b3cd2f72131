//! The only names that generated code imports. Not part of the public API.

pub use core::marker::PhantomData;
pub use std::borrow::ToOwned;
pub use std::boxed::Box;
pub use std::format;
pub use std::option::Option::{self, None, Some};
pub use std::result::Result::{self, Err, Ok};
pub use std::string::{String, ToString};
pub use std::vec::Vec;

pub use ghx_macros::capability_of;
pub use serde;
pub use serde_json::{self, Map, Value, json};

pub use crate::__plain_arg as plain_arg;
pub use crate::capability::data::{Answer, OwnedAnswer};
pub use crate::capability::input::{
    InputReader, InputReference, InputValue, InputWriter, ObjectReader, ObjectWriter, check,
};
pub use crate::capability::lookup::{LookupKey, Lookups, not_found, not_found_among, suggest};
pub use crate::capability::{Capability, Entry, ErasedStep, find};
pub use crate::card::operation::{
    Child, Document, Fragment, Nodes, Operation, OperationKind, Part, RepositoryArguments, Request, Root, Variable,
};
pub use crate::card::route as routes;
pub use crate::card::{Already, Card, Effect, Example, Property, RouteKind, SubjectSpec, Suitability, Type, Weight};
pub use crate::chain::pages::Listing;
pub use crate::chain::{Step, send};
pub use crate::codegen_support::{
    Beside, IntoNullable, beside, count, find_all, found, found_as, given, int32, line, match_names, no_subject,
    no_such_form, numbered, one_of, other_kind, spec, unsigned, written, written_as,
};
pub use crate::error::{Error, ErrorCode, InputProblem, Phase};
pub use crate::scalars;
pub use crate::text;
pub use crate::value::{
    Arg, InText, IntoArg, IntoRelated, IntoSubject, IsA, Kind, NodeId, Nullable, NumberRef, Numbered, Plain, Ref,
    Reference, Related, Repo, StepId, Subject, Text,
};
pub use crate::{__closed_enum as closed_enum, __nullable_arg as nullable_arg, __open_enum as open_enum};
