//! The only module that generated code imports, as `ghx::__codegen`. Not part of the public API.

mod enums;
mod support;
mod tables;

#[cfg(feature = "cards")]
pub use ghx_macros::capability_of;
pub use serde;
pub use serde_json::{self, Map, Value, json};

pub use crate::__plain_arg as plain_arg;
pub use crate::capability::data::{OwnedData, ResponseData};
pub use crate::capability::input::{
    InputReader, InputReference, InputValue, InputWriter, ObjectReader, ObjectWriter, check,
};
pub use crate::capability::lookup::{LookupKey, Lookups, not_found, not_found_among, suggest};
pub use crate::capability::{Capability, ErasedStep};
#[cfg(feature = "json")]
pub use crate::capability::{Entry, find};
pub use crate::card::operation::{
    Child, Document, Fragment, Nodes, Operation, OperationKind, Part, RepositoryArguments, Request, Root, Variable,
};
pub use crate::card::route::{
    ByteForm, CliCommand, CliPage, CliRoute, Comparison, Condition, Each, Excerpt, Field, Flag, FlagStyle, Guard,
    Lines, Literal, Lookup, Match, Method, Operand, Path, Pick, ResponseKind, RestCall, RestPage, RestRoute, Segment,
    Source, SubjectPart, Success, SuccessBody, Take, Test, Unsupported, Upload,
};
pub use crate::card::{
    Already, Card, Effect, Example, Property, Requirement, RouteKind, SubjectSpec, Suitability, Type, Weight,
};
pub use crate::chain::pages::Listing;
pub use crate::chain::{Step, send};
pub use crate::error::{Error, ErrorCode, InputProblem, Phase};
pub use crate::scalars;
pub use crate::text;
pub use crate::value::{
    Arg, InText, IntoArg, IntoNullable, IntoRelated, IntoRepo, IntoSubject, IsA, Kind, NodeId, Nullable, Numbered,
    NumberedKind, OutputRef, Plain, Related, Repo, StepId, StepOutput, Subject, Text,
};
pub use crate::{
    __by_kind as by_kind, __closed_enum as closed_enum, __document as document, __inputs as inputs, __kinds as kinds,
    __listing as listing, __nullable_arg as nullable_arg, __open_enum as open_enum, __parts as parts,
    __sendable as sendable, __setters as setters, __step_outputs as step_outputs, __url as url,
    __variables as variables,
};
pub use enums::parse_closed_enum;
pub use support::{
    RelatedSubject, case_given, given, id_not_accepted, invalid_subject, join_texts, join_words, known_kind,
    list_length, look_up_all, match_name, match_names, no_case, one_line, optional_value, related_subject,
    require_kind, require_numbered, require_read, require_read_kind, require_written, require_written_kind,
    subject_not_found, to_base64, to_int32, to_unsigned, unexpected_value, wrong_kind,
};
