//! SHA-1, by which git names what a file contains.

/// The name that git gives to a file with this content: forty hexadecimal digits.
pub(crate) fn blob(content: &[u8]) -> String {
    let mut bytes = format!("blob {}\0", content.len()).into_bytes();
    bytes.extend(content);
    digest(bytes).map(|word| format!("{word:08x}")).concat()
}

fn digest(mut bytes: Vec<u8>) -> [u32; 5] {
    let bits = (bytes.len() as u64).wrapping_mul(8);
    bytes.push(0x80);
    while bytes.len() % 64 != 56 {
        bytes.push(0);
    }
    bytes.extend(bits.to_be_bytes());
    let mut state = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0];
    for block in bytes.chunks_exact(64) {
        let rounds = rounds(block, state);
        for (sum, word) in state.iter_mut().zip(rounds) {
            *sum = sum.wrapping_add(word);
        }
    }
    state
}

fn rounds(block: &[u8], state: [u32; 5]) -> [u32; 5] {
    let mut words: Vec<u32> =
        block.chunks_exact(4).map(|bytes| bytes.iter().fold(0, |word, byte| (word << 8) | u32::from(*byte))).collect();
    for at in 16..80 {
        words.push((words[at - 3] ^ words[at - 8] ^ words[at - 14] ^ words[at - 16]).rotate_left(1));
    }
    words.iter().enumerate().fold(state, |[a, b, c, d, e], (at, word)| {
        let (mixed, constant) = match at / 20 {
            0 => ((b & c) | (!b & d), 0x5A82_7999),
            1 => (b ^ c ^ d, 0x6ED9_EBA1),
            2 => ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC),
            _ => (b ^ c ^ d, 0xCA62_C1D6_u32),
        };
        let sum = a.rotate_left(5).wrapping_add(mixed).wrapping_add(e).wrapping_add(constant).wrapping_add(*word);
        [sum, a, b.rotate_left(30), c, d]
    })
}

#[cfg(test)]
mod tests {
    use super::blob;

    #[test]
    fn files_are_named_as_git_names_them() {
        assert_eq!(blob(b""), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
        assert_eq!(blob(b"# Widgets"), "32b1666b50e0ee95f730911551ac64f46156f1d8");
        let long = "a".repeat(200);
        assert_eq!(blob(long.as_bytes()), "1d33d17ad3abab24046a78cf5a4abc31e69865b3");
    }
}
