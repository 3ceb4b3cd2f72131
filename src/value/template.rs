//! The macro `text!` and the two functions behind it.

use super::{Piece, Text};

/// Text with the outputs of earlier steps in it: `{}` for each argument, as in [`format!`].
///
/// The number of arguments is checked at compile time. `{{` and `}}` write braces.
///
/// ```
/// let text = ghx::text!("See {} ({{}}, {})", "https://example.com", 7);
/// assert_eq!(text.to_string(), "See https://example.com ({}, 7)");
/// ```
///
/// ```compile_fail
/// let text = ghx::text!("See {} and {}", "one argument");
/// ```
#[macro_export]
macro_rules! text {
    ($template:literal $(, $piece:expr)* $(,)?) => {{
        const HOLES: usize = $crate::value::holes($template);
        const GIVEN: usize = <[&str]>::len(&[$(stringify!($piece)),*]);
        const _: () = assert!(HOLES == GIVEN, "text! needs one argument for each {{}}");
        $crate::value::fill($template, [$($crate::value::IntoPiece::into_piece($piece)),*])
    }};
}

/// How many `{}` a template has. Fails to compile on any other single brace.
#[doc(hidden)]
pub const fn holes(template: &str) -> usize {
    let bytes = template.as_bytes();
    let (mut at, mut count) = (0, 0);
    while at < bytes.len() {
        let next = if at + 1 < bytes.len() { bytes[at + 1] } else { 0 };
        match (bytes[at], next) {
            (b'{', b'}') => count += 1,
            (b'{', b'{') | (b'}', b'}') => {}
            (b'{' | b'}', _) => refuse_brace(),
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
    }
    count
}

#[allow(clippy::panic)] // evaluated at compile time: this is the compile error
const fn refuse_brace() {
    panic!("text! takes {{}} only; double a brace to write one")
}

/// The template with a piece in each `{}`.
#[doc(hidden)]
pub fn fill<const N: usize>(template: &str, pieces: [Piece; N]) -> Text {
    let mut pieces = pieces.into_iter();
    let mut text = Text::new();
    let mut plain = String::new();
    let mut chars = template.chars().peekable();
    while let Some(char) = chars.next() {
        let next = chars.next_if(|next| matches!((char, *next), ('{', '{' | '}') | ('}', '}')));
        if (char, next) != ('{', Some('}')) {
            plain.push(char);
            continue;
        }
        text = push_plain(text, &mut plain);
        if let Some(piece) = pieces.next() {
            text = text.push(piece);
        }
    }
    push_plain(text, &mut plain)
}

fn push_plain(text: Text, plain: &mut String) -> Text {
    if plain.is_empty() {
        return text;
    }
    text.push(std::mem::take(plain))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{StepId, StepOutput};

    #[test]
    fn references_stay_references_and_plain_text_stays_plain() {
        let step = StepId { chain: 1, index: 2 };
        let url: StepOutput<String> = StepOutput::new(step, "url");
        let text = text!("{} is {} of {{}} é", "${{ github.sha }}", url);
        assert_eq!(text.pieces().len(), 4);
        assert_eq!(text.to_string(), "${{ github.sha }} is {{2.url}} of {} é");
    }

    #[test]
    fn counts_what_is_filled() {
        assert_eq!(holes("{}{{}}{}"), 2);
        assert_eq!(text!("no holes"), Text::new().push("no holes"));
        assert_eq!(text!(""), Text::new());
    }
}
