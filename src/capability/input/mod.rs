//! Reads and writes the JSON input of capabilities. Reading is strict: unknown fields are errors, and nothing is coerced.

mod check;
mod fill;
#[cfg(feature = "json")]
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

#[cfg(feature = "json")]
pub(crate) use check::Pointer;
pub(crate) use check::check_map;
pub(crate) use fill::{ValueOf, fill, targets};
#[cfg(feature = "json")]
pub(crate) use hosts::hosts;
pub(crate) use marker::readable;
#[cfg(feature = "json")]
pub(crate) use marker::{Marker, placeholder, read as read_marker, reserved_member, write_pieces, write_template};
pub(crate) use target::{Target, output_at};
pub(crate) use writer::InputHost;
