//! Recursive functions in a filter. They are refused, because endless recursion would abort the process after a write.

use jaq_core::load::Lexer;
use jaq_core::load::lex::{StrPart, Tok, Token};

/// The name of a function that calls itself. A filter that cannot be read has none.
pub(super) fn recursive_function(filter: &str) -> Option<String> {
    let tokens = Lexer::new(filter).lex().ok()?;
    find(&tokens, &mut Vec::new()).map(str::to_owned)
}

/// Looks for a call of one of the functions that are being defined. `;` ends a definition, since those of calls are in
/// parentheses.
fn find<'t>(tokens: &'t [Token<&'t str>], open: &mut Vec<&'t str>) -> Option<&'t str> {
    let outer = open.len();
    let mut tokens = tokens.iter();
    while let Some(Token(text, kind)) = tokens.next() {
        let found = match kind {
            Tok::Word if *text == "def" => {
                open.extend(tokens.next().map(|Token(name, _)| *name));
                None
            }
            Tok::Word => open.contains(text).then_some(*text),
            Tok::Sym if *text == ";" && open.len() > outer => {
                open.pop();
                None
            }
            Tok::Block(inner) => find(inner, open),
            Tok::Str(parts) => parts.iter().find_map(|part| match part {
                StrPart::Term(token) => find(std::slice::from_ref(token), open),
                _ => None,
            }),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
    open.truncate(outer);
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recursive_functions_are_found() {
        for filter in [
            "def f: 1 + f; f",
            "def f: [f]; .",
            "def f(x): x | f(x); f(.)",
            "def f: def g: f; g; f",
            "def f: \"a\\(f)\"; f",
            "[def f: {a: f}; f]",
        ] {
            assert_eq!(recursive_function(filter).as_deref(), Some("f"), "{filter}");
        }
        for filter in [
            ".data.f",
            "def f: 1; f + f",
            "def f: def g: 1; g; def h: f; h, f",
            "def f(x): reduce x as $y (0; . + $y); f(1, 2)",
            "def f: 1; \"a\\(f)\"",
            "def f: ($x; 1",
        ] {
            assert_eq!(recursive_function(filter), None, "{filter}");
        }
    }
}
