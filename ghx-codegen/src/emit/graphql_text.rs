//! A GraphQL document over several lines, for people. What is sent stays in one.

/// The document, one field per line.
pub(super) fn lines(document: &str) -> Vec<String> {
    let mut printer = Printer::default();
    for word in words(document) {
        printer.word(&word);
    }
    printer.flush();
    printer.lines
}

/// Splits at spaces, but not inside parentheses.
fn words(document: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut depth = 0usize;
    for c in document.trim().chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if c == ' ' && depth == 0 {
            words.push(String::new());
        } else if let Some(word) = words.last_mut() {
            word.push(c);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[derive(Default)]
struct Printer {
    lines: Vec<String>,
    line: String,
    depth: usize,
    /// Does the line go on: after `query`, `...`, `on` or an alias?
    open: bool,
}

impl Printer {
    fn word(&mut self, word: &str) {
        match word {
            "{" => {
                self.append(word);
                self.flush();
                self.depth += 1;
            }
            "}" => {
                self.flush();
                self.depth = self.depth.saturating_sub(1);
                self.append(word);
                self.flush();
            }
            _ => {
                if !self.open && !word.starts_with('@') {
                    self.flush();
                }
                self.append(word);
            }
        }
        self.open = matches!(word, "query" | "mutation" | "..." | "on") || word.ends_with(':');
    }

    fn append(&mut self, word: &str) {
        if !self.line.is_empty() {
            self.line.push(' ');
        }
        self.line.push_str(word);
    }

    fn flush(&mut self) {
        if !self.line.is_empty() {
            self.lines.push(format!("{}{}", "  ".repeat(self.depth), std::mem::take(&mut self.line)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn one_field_per_line() {
        let document = "query View($id: ID!, $has: Boolean!) { it: node(id: $id) @include(if: $has) { __typename ... on Issue { id number } } }\n";
        let expected = [
            "query View($id: ID!, $has: Boolean!) {",
            "  it: node(id: $id) @include(if: $has) {",
            "    __typename",
            "    ... on Issue {",
            "      id",
            "      number",
            "    }",
            "  }",
            "}",
        ];
        assert_eq!(lines(document), expected);
    }
}
