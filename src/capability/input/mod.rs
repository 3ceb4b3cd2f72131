//! JSON in and out, strictly: what a card does not say is refused, and nothing is coerced.

mod check;
mod fill;
mod hosts;
mod marker;
mod object;
mod reader;
mod target;
mod value;
mod writer;

pub use check::check;
pub use object::{ObjectReader, ObjectWriter};
pub use reader::InputReader;
pub use value::InputValue;
pub use writer::{InputReference, InputWriter};

pub(crate) use check::{Pointer, check_map, shorten};
pub(crate) use fill::{ValueOf, fill, targets};
pub(crate) use hosts::hosts;
pub(crate) use marker::{Marker, foreign, read as read_marker, readable, stand_in, write_pieces, write_template};
pub(crate) use target::{Target, output_at};
pub(crate) use writer::InputHost;
