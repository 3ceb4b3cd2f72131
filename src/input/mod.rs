//! JSON in and out, strictly: what a card does not say is refused, and nothing is coerced.

mod check;
mod fill;
mod marker;
mod object;
mod reader;
mod value;
mod writer;

pub use check::check;
pub use object::{ObjectReader, ObjectWriter};
pub use reader::InputReader;
pub use value::InputValue;
pub use writer::{InputReference, InputWriter};

pub(crate) use check::check_map;
pub(crate) use fill::{addresses, fill};
pub(crate) use marker::readable;
