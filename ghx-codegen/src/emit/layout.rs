//! The layout of generated code. `prettyplease` knows one width and puts every argument on a line of its own; here its lines
//! are joined as rustfmt does with the settings of this repository.

/// The longest line that joining makes.
const WIDTH: usize = 120;
/// One level.
const INDENT: usize = 4;

/// A line without its indentation.
#[derive(Clone, Debug)]
struct Line {
    indent: usize,
    text: String,
}

impl Line {
    fn read(line: &str) -> Self {
        let text = line.trim_start();
        Line { indent: line.len() - text.len(), text: text.to_owned() }
    }

    /// The bracket that the line leaves open.
    fn opener(&self) -> Option<char> {
        let last = self.text.chars().last().filter(|c| matches!(c, '(' | '[' | '{' | '<'));
        last.filter(|_| !self.text.starts_with("//"))
    }

    fn is_chain(&self, indent: usize) -> bool {
        self.indent == indent + INDENT && self.text.starts_with('.')
    }

    fn fits(indent: usize, text: &str) -> bool {
        indent + text.chars().count() <= WIDTH
    }
}

/// Generated code, formatted.
pub fn format(file: &syn::File) -> String {
    lines(file).join("\n") + "\n"
}

/// The same, line by line.
pub(super) fn lines(file: &syn::File) -> Vec<String> {
    join(&prettyplease::unparse(file))
}

/// Joins the lines that fit the width.
fn join(text: &str) -> Vec<String> {
    let mut lines: Vec<Line> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for line in text.lines().map(Line::read) {
        let first = line.text.chars().next();
        lines.push(line);
        let head = open.last().copied().filter(|head| first.is_some() && first == closer(&lines[*head]));
        if let Some(head) = head {
            open.pop();
            close(&mut lines, head);
        }
        if lines.last().is_some_and(|last| last.opener().is_some()) {
            open.push(lines.len() - 1);
        }
    }
    join_chains(&mut lines, 0);
    lines.iter().map(|line| format!("{}{}", " ".repeat(line.indent), line.text)).collect()
}

fn closer(line: &Line) -> Option<char> {
    line.opener().map(|opener| match opener {
        '(' => ')',
        '[' => ']',
        '<' => '>',
        _ => '}',
    })
}

/// A bracket was closed: from the line `head` that opened it to the last.
fn close(lines: &mut Vec<Line>, head: usize) {
    if let Some(tail) = lines.pop() {
        join_chains(lines, head + 1);
        let inner = lines.split_off(head + 1);
        let Some(opened) = lines.pop() else { return };
        lines.extend(joined(&opened, &inner, &tail).unwrap_or_else(|| spread(opened, inner, tail)));
    }
}

/// Everything in one line, if that is how such a bracket is written and it fits.
fn joined(head: &Line, inner: &[Line], tail: &Line) -> Option<Vec<Line>> {
    let indent = inner.first()?.indent;
    let simple = |line: &Line| line.indent == indent && !line.text.starts_with("//") && !line.text.starts_with("#[");
    if !inner.iter().all(simple) {
        return None;
    }
    let content = inner.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ");
    let content = match head.opener()? {
        '{' if diverges(head) && inner.len() == 1 => format!(" {} ", content.trim_end_matches(';')),
        '{' if is_literal(head) && inner.iter().all(|line| line.text.ends_with(',')) => {
            format!(" {} ", content.trim_end_matches(','))
        }
        '{' => return None,
        '(' if inner.len() == 1 && content.ends_with(',') && !is_call(head) => return None,
        _ => content.trim_end_matches(',').to_owned(),
    };
    let text = format!("{}{content}{}", head.text, tail.text);
    Line::fits(head.indent, &text).then(|| vec![Line { indent: head.indent, text }])
}

/// `let … else {`
fn diverges(head: &Line) -> bool {
    head.text.starts_with("let ") && head.text.ends_with("else {")
}

/// `Name {` as an expression.
fn is_literal(head: &Line) -> bool {
    let before = head.text.trim_end_matches('{').trim_end();
    let name = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    let declares = ["struct ", "enum ", "impl ", "impl<", "fn ", "-> ", "match ", "mod ", "trait ", "=> "];
    name.starts_with(char::is_uppercase) && !declares.iter().any(|word| head.text.contains(word))
}

/// `name(`, which takes no trailing comma, unlike a tuple.
fn is_call(head: &Line) -> bool {
    let before = head.text.chars().rev().nth(1);
    before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '!' | '>' | ')'))
}

/// A bracket that stays on several lines. An only argument that has brackets of its own shares their lines.
fn spread(mut head: Line, mut inner: Vec<Line>, mut tail: Line) -> Vec<Line> {
    // The first call of a chain is indented twice.
    if tail.indent > head.indent {
        tail.indent -= INDENT;
        for line in &mut inner {
            line.indent -= INDENT;
        }
    }
    if head.text.ends_with('(') && is_one_group(&inner) {
        let (first, last) = (inner.remove(0), inner.pop());
        head.text += &first.text;
        tail.text = last.map_or_else(String::new, |last| last.text.trim_end_matches(',').to_owned()) + &tail.text;
        for line in &mut inner {
            line.indent -= INDENT;
        }
    }
    let mut lines = vec![head];
    lines.append(&mut inner);
    lines.push(tail);
    lines
}

fn is_one_group(inner: &[Line]) -> bool {
    let [first, middle @ .., last] = inner else { return false };
    let closes = last.text.trim_end_matches(',').chars().all(|c| matches!(c, ')' | ']' | '}'));
    closes && first.opener().is_some() && last.indent == first.indent && middle.iter().all(|l| l.indent > first.indent)
}

/// Joins the chains of method calls from a line on.
fn join_chains(lines: &mut Vec<Line>, from: usize) {
    let mut at = from;
    while at < lines.len() {
        let indent = lines[at].indent;
        let end = (at + 1..lines.len()).find(|next| !lines[*next].is_chain(indent)).unwrap_or(lines.len());
        let next_is_deeper = lines.get(end).is_some_and(|line| line.indent > indent + INDENT);
        let is_code = !lines[at].text.starts_with("//");
        let text: String = lines[at..end].iter().map(|line| line.text.as_str()).collect();
        if end > at + 1 && !next_is_deeper && is_code && Line::fits(indent, &text) {
            lines.splice(at..end, [Line { indent, text }]);
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(text: &str) -> String {
        let file = syn::parse_file(text).map(|file| prettyplease::unparse(&file)).unwrap_or_default();
        let lines = join(&file).join("\n");
        assert!(syn::parse_file(&lines).is_ok(), "{lines}");
        lines
    }

    #[test]
    fn what_fits_is_one_line() {
        let long =
            "static A: B = B::new(\"a text that is long enough for the narrow width\", C::D(&[1, 2, 3]), \"b\");";
        assert_eq!(joined(long), long);
        let chain = "fn f() {\n    let names = nodes.iter().flatten().map(|node| node.name.clone()).filter(|it| it.is_empty()).collect();\n}";
        assert_eq!(joined(chain), chain);
    }

    #[test]
    fn an_only_argument_shares_the_lines_of_its_brackets() {
        let word = "x".repeat(70);
        let text = format!("static A: B = B::new(\"{word}\").list(&[C::new(\"{word}\"), C::new(\"{word}\")]).flag();");
        let expected = format!(
            "static A: B = B::new(\"{word}\")\n    .list(&[\n        C::new(\"{word}\"),\n        C::new(\"{word}\"),\n    ])\n    .flag();"
        );
        assert_eq!(joined(&text), expected);
    }

    #[test]
    fn declarations_and_tuples_stay() {
        let text = "pub struct A {\n    pub b: u8,\n}\nfn f() -> A {\n    g();\n    A { b: 1 }\n}";
        assert_eq!(joined(text), text);
        let word = "x".repeat(100);
        assert!(joined(&format!("static A: B = (\"{word}\",);")).contains(",\n)"));
    }
}
