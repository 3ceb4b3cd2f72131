//! Card texts as Markdown that rustdoc and clippy read without a warning.

/// Text for rustdoc: brackets and angle brackets are no markup, identifiers are code, addresses are links.
pub(super) fn rustdoc(text: &str) -> String {
    let mut out = String::new();
    for (index, stretch) in text.split('`').enumerate() {
        if index > 0 {
            out.push('`');
        }
        // Every second stretch stands between backticks and is code already.
        if index % 2 == 1 {
            out.push_str(stretch);
        } else {
            plain(stretch, &mut out);
        }
    }
    out
}

/// The same for a cell of a table.
pub(crate) fn cell(text: &str) -> String {
    rustdoc(&text.replace('\n', " ")).replace('|', "\\|")
}

/// The first sentence.
pub(crate) fn summary(text: &str) -> &str {
    let end = text.match_indices(". ").map(|(at, _)| at + 1).next();
    text[..end.unwrap_or(text.len())].trim()
}

fn plain(text: &str, out: &mut String) {
    for (index, word) in text.split(' ').enumerate() {
        if index > 0 {
            out.push(' ');
        }
        word_of(word, out);
    }
}

fn word_of(word: &str, out: &mut String) {
    let start = word.find(|c: char| c.is_alphanumeric()).unwrap_or(word.len());
    let end = word
        .rfind(|c: char| c.is_alphanumeric())
        .map_or(start, |at| at + word[at..].chars().next().map_or(0, char::len_utf8));
    let (before, core, after) = (&word[..start], &word[start..end], &word[end..]);
    escape(before, out);
    if core.starts_with("https://") || core.starts_with("http://") {
        out.extend(["<", core, ">"]);
    } else if is_code(core) {
        out.extend(["`", core, "`"]);
    } else {
        escape(core, out);
    }
    escape(after, out);
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        if matches!(c, '[' | ']' | '<' | '>' | '*' | '_') {
            out.push('\\');
        }
        out.push(c);
    }
}

/// `pageInfo.endCursor`, `NOT_FOUND`, `unresolvedOnly`: a name out of code, not a word of a sentence.
fn is_code(word: &str) -> bool {
    let name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let starts_low = word.starts_with(|c: char| c.is_ascii_lowercase());
    let humps = starts_low && word.chars().any(|c| c.is_ascii_uppercase());
    let dotted = starts_low && word.split('.').filter(|part| part.len() > 1).count() > 1;
    word.chars().all(name) && (humps || dotted || word.contains('_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_code_and_brackets_stay_text() {
        let cases = [
            ("pass pageInfo.endCursor as after", "pass `pageInfo.endCursor` as after"),
            ("is NOT_FOUND here: use issue.view, e.g. so.", "is `NOT_FOUND` here: use `issue.view`, e.g. so."),
            ("a list [a] of Vec<T>", "a list \\[a\\] of Vec\\<T\\>"),
            ("`as [it] is` and isDraft.", "`as [it] is` and `isDraft`."),
            ("see https://github.com/a/b.", "see <https://github.com/a/b>."),
            ("GitHub and GraphQL, OWNER/NAME", "GitHub and GraphQL, OWNER/NAME"),
        ];
        for (text, expected) in cases {
            assert_eq!(rustdoc(text), expected);
        }
    }

    #[test]
    fn the_summary_is_the_first_sentence() {
        assert_eq!(summary("Add labels. Names are matched."), "Add labels.");
        assert_eq!(summary("Version 2.1 only"), "Version 2.1 only");
    }
}
