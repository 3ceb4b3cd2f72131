//! Reads and writes the JSON input of capabilities. Reading is strict: unknown fields are errors, and nothing is coerced.

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

pub(crate) use check::{Pointer, check_map};
pub(crate) use fill::{ValueOf, fill, targets};
pub(crate) use hosts::hosts;
pub(crate) use marker::{
    Marker, placeholder, read as read_marker, readable, reserved_member, write_pieces, write_template,
};
pub(crate) use target::{Target, output_at};
pub(crate) use writer::InputHost;
