//! A GraphQL document over several lines, for people. What is sent stays in one.

/// The longest line, except for a field that is longer by itself.
const WIDTH: usize = 100;

/// The document: a selection that fits is on one line, and short fields share lines.
pub(super) fn lines(document: &str) -> Vec<String> {
    let mut words = words(document).into_iter();
    let mut lines = Vec::new();
    print(&fields(&mut words), 0, &mut lines);
    lines
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

/// A field with what is selected below it; none for a leaf.
struct Field {
    head: String,
    below: Vec<Field>,
}

impl Field {
    fn on_one_line(&self) -> String {
        if self.below.is_empty() {
            return self.head.clone();
        }
        let below: Vec<String> = self.below.iter().map(Field::on_one_line).collect();
        format!("{} {{ {} }}", self.head, below.join(" "))
    }
}

/// The fields up to the next closing brace.
fn fields(words: &mut impl Iterator<Item = String>) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    // Does the head go on: after `query`, `...`, `on` or an alias?
    let mut open = false;
    while let Some(word) = words.next() {
        match (word.as_str(), fields.last_mut()) {
            ("}", _) => break,
            ("{", Some(last)) => last.below = self::fields(words),
            (_, Some(last)) if open || word.starts_with('@') => {
                last.head.push(' ');
                last.head += &word;
            }
            _ => fields.push(Field { head: word.clone(), below: Vec::new() }),
        }
        open = matches!(word.as_str(), "query" | "mutation" | "..." | "on") || word.ends_with(':');
    }
    fields
}

fn print(fields: &[Field], depth: usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    let mut line = String::new();
    for field in fields {
        let text = field.on_one_line();
        let fits = |line: &str| indent.len() + line.len() + 1 + text.len() <= WIDTH;
        if !line.is_empty() && !fits(&line) {
            lines.push(format!("{indent}{}", std::mem::take(&mut line)));
        }
        if fits(&line) || field.below.is_empty() {
            line += if line.is_empty() { "" } else { " " };
            line += &text;
        } else {
            lines.push(format!("{indent}{} {{", field.head));
            print(&field.below, depth + 1, lines);
            lines.push(format!("{indent}}}"));
        }
    }
    if !line.is_empty() {
        lines.push(format!("{indent}{line}"));
    }
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn what_fits_shares_a_line() {
        let document = "query View($id: ID!, $has: Boolean!) { it: node(id: $id) @include(if: $has) { __typename ... on Issue { id number labels(first: 100) { nodes { name } } } } }\n";
        let expected = [
            "query View($id: ID!, $has: Boolean!) {",
            "  it: node(id: $id) @include(if: $has) {",
            "    __typename ... on Issue { id number labels(first: 100) { nodes { name } } }",
            "  }",
            "}",
        ];
        assert_eq!(lines(document), expected);
    }
}
