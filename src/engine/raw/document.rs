//! Whether a document of the user only reads.

const QUOTE: &str = "\"";
const BRACE: char = '{';
/// Brackets and what closes them.
const BRACKETS: [(char, char); 3] = [(BRACE, '}'), ('(', ')'), ('[', ']')];

/// Whether a document provably has only queries and fragments. Anything that is not understood counts as a write.
pub(in crate::engine) fn is_query(document: &str) -> bool {
    let mut rest = document;
    let mut scan = Scan { open: Vec::new(), has_query: false, is_start: true };
    while let Some(token) = next_token(&mut rest) {
        if !scan.accept(&token) {
            return false;
        }
    }
    scan.has_query && scan.open.is_empty()
}

/// The state of the scan.
struct Scan {
    /// The brackets that are open.
    open: Vec<char>,
    has_query: bool,
    /// Whether a definition may start here.
    is_start: bool,
}

impl Scan {
    /// Accepts the next token; `false` if the document is not a query.
    fn accept(&mut self, token: &Token<'_>) -> bool {
        match token {
            Token::Open(bracket) => return self.open(*bracket),
            Token::Close(bracket) => return self.close(*bracket),
            Token::Name("query") if self.is_start => (self.has_query, self.is_start) = (true, false),
            Token::Name("fragment") if self.is_start => self.is_start = false,
            Token::Name(_) | Token::Other => return !self.is_start,
            Token::Broken => return false,
        }
        true
    }

    fn open(&mut self, bracket: char) -> bool {
        if self.is_start && bracket != BRACE {
            return false;
        }
        self.has_query |= self.is_start;
        self.is_start = false;
        self.open.push(bracket);
        true
    }

    fn close(&mut self, bracket: char) -> bool {
        if self.open.pop() != Some(bracket) {
            return false;
        }
        self.is_start = self.open.is_empty() && bracket == BRACE;
        true
    }
}

enum Token<'d> {
    Name(&'d str),
    Open(char),
    /// With the bracket that it closes.
    Close(char),
    /// A string, a number or punctuation.
    Other,
    /// A string without an end.
    Broken,
}

fn next_token<'d>(rest: &mut &'d str) -> Option<Token<'d>> {
    skip_ignored(rest);
    let first = rest.chars().next()?;
    let is_name = first.is_ascii_alphabetic() || first == '_';
    let length = if rest.starts_with(QUOTE) {
        match string_length(rest) {
            Some(length) => length,
            None => return Some(Token::Broken),
        }
    } else if is_name {
        rest.find(|next: char| !next.is_ascii_alphanumeric() && next != '_').unwrap_or(rest.len())
    } else {
        first.len_utf8()
    };
    let (token, after) = rest.split_at(length);
    *rest = after;
    let bracket = BRACKETS.iter().find(|(open, close)| [*open, *close].contains(&first));
    Some(match bracket {
        Some((open, _)) if *open == first => Token::Open(first),
        Some((open, _)) => Token::Close(*open),
        None if is_name => Token::Name(token),
        None => Token::Other,
    })
}

/// Skips white space, commas and comments.
fn skip_ignored(rest: &mut &str) {
    loop {
        *rest = rest.trim_start_matches([' ', '\t', '\n', '\r', ',', '\u{feff}']);
        match rest.strip_prefix('#') {
            Some(comment) => *rest = comment.find(['\n', '\r']).map_or("", |end| &comment[end..]),
            None => return,
        }
    }
}

/// The length of the string at the start, with its quotes.
fn string_length(text: &str) -> Option<usize> {
    if let Some(block) = text.strip_prefix("\"\"\"") {
        let mut from = 0;
        loop {
            let end = from + block.get(from..)?.find("\"\"\"")?;
            if !block[..end].ends_with('\\') {
                return Some(end + 6);
            }
            from = end + 3;
        }
    }
    let mut is_escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            '\n' | '\r' => return None,
            _ if !is_escaped && text[at..].starts_with(QUOTE) => return Some(at + QUOTE.len()),
            _ => is_escaped = character == '\\' && !is_escaped,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A document that begins with a comment was once taken for a query, and a mutation in it was sent again.
    #[test]
    fn a_mutation_behind_a_comment_is_not_a_query() {
        for query in [
            "{ viewer { login } }",
            "query { viewer { login } }",
            "# who am I?\n, query Who($n: Int = 1, $o: O = {a: 1}) @x(y: [1]) { viewer { login } }",
            "\u{feff}fragment F on User { login } query { viewer { ...F } }",
            "query { a(text: \"mutation { } # \\\" }\") b(text: \"\"\"mutation \\\"\"\" }\"\"\") { mutation } }",
        ] {
            assert!(is_query(query), "{query}");
        }
        for other in [
            "",
            "# only a comment",
            "# close it\nmutation { closeIssue(input: {}) { clientMutationId } }",
            "mutation { a }",
            "query A { a } mutation B { b }",
            "fragment F on User { login }",
            "fragment F on User { login } mutation { a { ...F } }",
            "subscription { a }",
            "querymutation { a }",
            "query { a(text: \"} mutation { b }",
            "query { a }}",
            "query { a ",
        ] {
            assert!(!is_query(other), "{other}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in any::<String>()) {
            let _ = is_query(&text);
        }

        #[test]
        fn a_top_level_mutation_is_always_seen(before in "([ ,\n]|#[a-z{}\"]*\n){0,6}", body in "[a-z ]{1,10}") {
            let document = format!("{before}mutation {{ {body} }}");
            prop_assert!(!is_query(&document));
            let document = format!("query {{ {body} }} {before}mutation {{ {body} }}");
            prop_assert!(!is_query(&document));
        }
    }
}
