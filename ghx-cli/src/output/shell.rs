//! Text for a shell.

/// The text as one word of a shell.
pub(crate) fn shell_word(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_escaped() {
        assert_eq!(shell_word("it's"), r"'it'\''s'");
    }
}
