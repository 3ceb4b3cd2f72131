//! Text of others on a terminal. An issue title may hold characters that move the cursor, turn the text around or are not
//! seen at all.
//!
//! ```
//! use ghx::terminal::escape;
//!
//! assert_eq!(escape("Crash on start"), "Crash on start");
//! assert_eq!(escape("safe\u{202e}txt.exe\u{9b}2J"), r"safe\u{202e}txt.exe\u{9b}2J");
//! ```

use std::borrow::Cow;

/// Whether a character must not reach a terminal as it is: control characters (line ends and tabs among them),
/// bidirectional marks, and everything else that is not seen.
pub fn is_unsafe(character: char) -> bool {
    character.is_control() || is_invisible(character)
}

/// What Unicode calls default ignorable, and what breaks or annotates lines. The selectors of text and emoji style (U+FE0E,
/// U+FE0F) are left out: they follow many emoji, and change nothing else.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{70f}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0d}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// The text on one line, with every [unsafe](is_unsafe) character written as `\n`, `\t`, `\r` or `\u{9b}`.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if is_unsafe(character) {
            escaped.extend(character.escape_default());
        } else {
            escaped.push(character);
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Such characters once reached the terminal as they were.
    #[test]
    fn controls_and_invisible_characters_are_written_as_escapes() {
        assert_eq!(escape("a\u{1b}[31mb\u{9b}c\r\nd\te\u{7f}"), r"a\u{1b}[31mb\u{9b}c\r\nd\te\u{7f}");
        for invisible in
            ['\u{61c}', '\u{200b}', '\u{200e}', '\u{202e}', '\u{2028}', '\u{2066}', '\u{feff}', '\u{e0041}']
        {
            assert_eq!(escape(&invisible.to_string()), invisible.escape_default().to_string());
        }
    }

    #[test]
    fn text_that_is_seen_stays_as_it_is() {
        for text in ["", "plain", "größer, 大きい, أكبر", "❤\u{fe0f} 👍🏽", "a\u{a0}b\u{301}", r"C:\new"]
        {
            assert!(matches!(escape(text), Cow::Borrowed(same) if same == text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn nothing_unsafe_is_left(text in any::<String>()) {
            prop_assert!(!escape(&text).contains(is_unsafe));
        }
    }
}
