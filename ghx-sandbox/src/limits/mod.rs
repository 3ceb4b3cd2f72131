//! GitHub's limits: points per hour, nodes and seconds of one request, and the pace of writes.

mod budgets;
mod pace;
mod processing;
mod request_limits;

pub use self::request_limits::RequestLimits;
pub(crate) use self::{
    budgets::{Limits, Rate, now},
    pace::{Pace, creates},
    processing::{Processing, of_rest_write},
};
