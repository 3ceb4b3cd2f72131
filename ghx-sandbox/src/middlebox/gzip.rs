//! Bodies in gzip encoding, whole or broken.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};

/// Whether a gzip body can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gzip {
    /// It can be read.
    Valid,
    /// The header of its data is broken, and its checksum is wrong.
    Corrupt,
    /// It ends in the middle, although `content-length` matches what is sent.
    Truncated,
}

/// The bytes before the data: gzip's header without a file name.
const HEADER: usize = 10;

/// A gzip stream without compression, so that a truncated one still holds half of the body.
pub(super) fn encode(body: &[u8], how: Gzip) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::none());
    // Writing to a vector does not fail.
    let mut bytes = encoder.write_all(body).and_then(|()| encoder.finish()).unwrap_or_default();
    match how {
        Gzip::Valid => {}
        Gzip::Corrupt => {
            if let Some(byte) = bytes.last_mut() {
                *byte = !*byte;
            }
            if let Some(block) = bytes.get_mut(HEADER) {
                // A block type that does not exist.
                *block = 7;
            }
        }
        Gzip::Truncated => bytes.truncate(HEADER + body.len() / 2),
    }
    bytes
}
