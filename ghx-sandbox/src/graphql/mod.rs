//! The GraphQL side: parse and validate, check bounds and scopes, execute, and give errors the shape that GitHub gives
//! them.

mod bounds;
mod connection;
mod errors;
mod execute;
mod inputs;
mod modelled;
mod places;
mod prepare;
mod read;
mod run;
mod schema;
mod scopes;
mod static_errors;
mod trouble;
mod value;
mod write;

pub(crate) use self::{
    errors::something_went_wrong_text,
    run::{Circumstances, Outcome, Plan, plan},
    schema::pinned,
    trouble::BASE_MODIFIED,
};
