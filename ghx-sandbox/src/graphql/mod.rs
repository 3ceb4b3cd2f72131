//! GraphQL: parse and validate, check bounds and scopes, execute, and report errors in GitHub's shape.

mod bounds;
mod connection;
mod errors;
mod execute;
mod field_faults;
mod inputs;
mod locations;
mod modelled;
mod plan;
mod prepare;
mod read;
mod schema;
mod scopes;
mod static_errors;
mod value;
mod write;

pub(crate) use self::{
    errors::something_went_wrong_text,
    field_faults::BASE_MODIFIED,
    plan::{Environment, Outcome, Plan, plan},
    schema::pinned,
};
