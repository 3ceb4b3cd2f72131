//! Finds the path of the value at a position in JSON text, for error messages.

/// The path of the value that ends at `line` and `column` (from 1, as serde counts): `.issue.labels[1]`.
pub(super) fn path(text: &str, line: usize, column: usize) -> String {
    let end = offset(text, line, column);
    let read = &text.as_bytes()[..end.min(text.len())];
    let mut scan = Scan::default();
    let closing = matches!(read.last(), Some(b'}' | b']'));
    for byte in &read[..read.len() - usize::from(closing)] {
        scan.byte(*byte);
    }
    if closing {
        // The error is in the container itself (a field is missing), not in its last member.
        scan.stack.pop();
    }
    scan.stack.iter().map(Level::segment).collect()
}

fn offset(text: &str, line: usize, column: usize) -> usize {
    let lines = text.split_inclusive('\n').take(line.saturating_sub(1));
    lines.map(str::len).sum::<usize>() + column
}

#[derive(Default)]
struct Scan {
    stack: Vec<Level>,
    string: Option<Vec<u8>>,
    escaped: bool,
}

enum Level {
    Object { key: String, in_value: bool },
    Array { index: usize },
}

impl Level {
    fn segment(&self) -> String {
        match self {
            Self::Object { in_value: false, .. } => String::new(),
            Self::Object { key, .. } => format!(".{key}"),
            Self::Array { index } => format!("[{index}]"),
        }
    }
}

impl Scan {
    fn byte(&mut self, byte: u8) {
        if self.string.is_some() {
            return self.in_string(byte);
        }
        match byte {
            b'"' => self.string = Some(Vec::new()),
            b'{' => self.stack.push(Level::Object { key: String::new(), in_value: false }),
            b'[' => self.stack.push(Level::Array { index: 0 }),
            b'}' | b']' => drop(self.stack.pop()),
            b':' | b',' => self.separator(byte),
            _ => {}
        }
    }

    fn separator(&mut self, byte: u8) {
        match self.stack.last_mut() {
            Some(Level::Object { in_value, .. }) => *in_value = byte == b':',
            Some(Level::Array { index }) => *index += 1,
            None => {}
        }
    }

    fn in_string(&mut self, byte: u8) {
        let Some(string) = &mut self.string else {
            return;
        };
        if !self.escaped && byte == b'"' {
            let text = String::from_utf8_lossy(string).into_owned();
            self.string = None;
            self.end_string(text);
            return;
        }
        self.escaped = !self.escaped && byte == b'\\';
        string.push(byte);
    }

    fn end_string(&mut self, text: String) {
        if let Some(Level::Object { key, in_value: false }) = self.stack.last_mut() {
            *key = text;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::path;

    #[test]
    fn finds_the_value_that_was_read_last() {
        let text = r#"{"a":{"x,\":":1,"b":["s",{"c":true}]}}"#;
        let at = |needle: &str| path(text, 1, text.find(needle).unwrap() + needle.len());
        assert_eq!(at("true"), ".a.b[1].c");
        assert_eq!(at("\"s\""), ".a.b[0]");
        assert_eq!(at("true}"), ".a.b[1]");
        assert_eq!(at("true}]}"), ".a");
        assert_eq!(path("{\n \"a\":\n  1}", 3, 3), ".a");
    }

    proptest! {
        #[test]
        fn never_panics(text in any::<String>(), line in 0..9usize, column in 0..99usize) {
            let _ = path(&text, line, column);
        }
    }
}
