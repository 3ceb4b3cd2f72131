//! Words for values and kinds in messages.

use serde_json::Value;

/// The maximum number of characters of a value that is quoted in a message.
const MAX_QUOTED: usize = 40;

/// The text, cut off after a few words so that it can be quoted in a message.
pub(crate) fn shorten(text: &str) -> String {
    shorten_to(text, MAX_QUOTED)
}

/// The text, cut off after this many characters.
pub(crate) fn shorten_to(text: &str, max_chars: usize) -> String {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The kind of a JSON value: `a string`.
pub(crate) fn json_kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// The name of a kind of node in a sentence: `pull request` for `PullRequest`.
pub(crate) fn noun_of(kind: &str) -> String {
    let mut noun = String::with_capacity(kind.len() + 2);
    for letter in kind.chars() {
        if letter.is_ascii_uppercase() && !noun.is_empty() {
            noun.push(' ');
        }
        noun.push(letter.to_ascii_lowercase());
    }
    noun
}

/// `an issue`, `a pull request`.
pub(crate) fn with_article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_between_characters() {
        assert_eq!(shorten_to("größer", 3), "grö…");
        assert_eq!(shorten_to("größer", 6), "größer");
        assert_eq!(shorten(&"x".repeat(100)).chars().count(), MAX_QUOTED + 1);
    }
}
