//! Nouns and articles.

/// What a reader calls a kind of node: `pull request` for `PullRequest`.
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
