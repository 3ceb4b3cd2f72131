//! Bodies in gzip encoding, whole or broken.

/// Whether a gzip body can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gzip {
    /// It can.
    Valid,
    /// Its checksum does not fit, and the header of its data is broken.
    Corrupt,
    /// It ends in the middle, though the `content-length` fits what is sent.
    Truncated,
}

/// A block without compression holds at most this much.
const BLOCK: usize = 65_535;

/// A gzip stream of blocks without compression.
pub(super) fn encode(body: &[u8], how: Gzip) -> Vec<u8> {
    let mut bytes = vec![0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255];
    let data = bytes.len();
    let blocks: Vec<&[u8]> = if body.is_empty() { vec![body] } else { body.chunks(BLOCK).collect() };
    let last = blocks.len() - 1;
    for (index, block) in blocks.into_iter().enumerate() {
        let length = u16::try_from(block.len()).unwrap_or(u16::MAX);
        bytes.push(u8::from(index == last));
        bytes.extend(length.to_le_bytes());
        bytes.extend((!length).to_le_bytes());
        bytes.extend(block);
    }
    bytes.extend(crc32(body).to_le_bytes());
    bytes.extend(u32::try_from(body.len()).unwrap_or(u32::MAX).to_le_bytes());
    match how {
        Gzip::Valid => {}
        Gzip::Corrupt => {
            // 7 is the last block with a type that does not exist.
            bytes[data] = 7;
            if let Some(byte) = bytes.last_mut() {
                *byte = !*byte;
            }
        }
        Gzip::Truncated => bytes.truncate(data + 5 + body.len().min(BLOCK) / 2),
    }
    bytes
}

/// The checksum at the end of a gzip stream.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            let mask = (crc & 1).wrapping_neg();
            crc = (crc >> 1) ^ (0xEDB8_8320 & mask);
        }
    }
    !crc
}

#[cfg(test)]
mod tests {
    use super::crc32;

    #[test]
    fn the_checksum_is_that_of_gzip() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }
}
