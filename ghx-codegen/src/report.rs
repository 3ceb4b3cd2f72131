//! Problems as text (rustc-like snippets) and as JSON.

use crate::{
    problem::{Problem, Problems, Severity},
    source::{Sources, Span},
};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde_json::{Value, json};

/// One problem as text: title, snippet with the offending line, help.
pub fn render(sources: &Sources, problem: &Problem, colour: bool) -> String {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let code = problem.code.to_string();
    let mut group = level.primary_title(problem.message.as_str()).id(code.as_str()).element(snippet(sources, problem));
    for (span, label) in other_files(problem) {
        group = group.element(related(sources, *span, label));
    }
    if !problem.help.is_empty() {
        group = group.element(Level::HELP.message(problem.help.as_str()));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let groups: [Group<'_>; 1] = [group];
    renderer.render(&groups)
}

/// One problem as the text of a compile error, which rustc starts with `error:` itself.
pub fn render_for_rustc(sources: &Sources, problem: &Problem) -> String {
    let text = render(sources, problem, false);
    let title = format!("{}[{}]: ", problem.severity.as_str(), problem.code);
    text.strip_prefix(&title).map_or(text.clone(), |rest| format!("{}: {rest}", problem.code))
}

/// All problems as text, and a closing line that counts them.
pub fn render_all(sources: &Sources, problems: &Problems, colour: bool) -> String {
    let mut out = String::new();
    for problem in problems.iter() {
        out.push_str(&render(sources, problem, colour));
        out.push_str("\n\n");
    }
    out
}

/// `2 errors, 1 warning`.
pub fn summary(problems: &Problems) -> String {
    let count = |severity| problems.iter().filter(|p| p.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let plural = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    match (errors, warnings) {
        (0, 0) => "no problems".to_owned(),
        (e, 0) => plural(e, "error"),
        (0, w) => plural(w, "warning"),
        (e, w) => format!("{}, {}", plural(e, "error"), plural(w, "warning")),
    }
}

/// All problems as a JSON array.
pub fn json(sources: &Sources, problems: &Problems) -> Value {
    problems.iter().map(|problem| json_problem(sources, problem)).collect()
}

fn json_problem(sources: &Sources, problem: &Problem) -> Value {
    let at = sources.line_column(problem.at);
    let mut value = json!({
        "code": problem.code.to_string(),
        "severity": problem.severity.as_str(),
        "message": problem.message,
        "file": sources.file(problem.at.file).relative,
        "line": at.line,
        "column": at.column,
        "help": problem.help,
    });
    if !problem.related.is_empty() {
        value["related"] = problem.related.iter().map(|(span, label)| json_related(sources, *span, label)).collect();
    }
    value
}

fn json_related(sources: &Sources, span: Span, label: &str) -> Value {
    let at = sources.line_column(span);
    json!({ "file": sources.file(span.file).relative, "line": at.line, "column": at.column, "label": label })
}

fn snippet<'a>(sources: &'a Sources, problem: &'a Problem) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let file = sources.file(problem.at.file);
    let mut snippet = Snippet::source(file.text.as_str())
        .path(file.path.as_str())
        .annotation(AnnotationKind::Primary.span(range(sources, problem.at)).label(problem.label.as_str()));
    for (span, label) in problem.related.iter().filter(|(span, _)| span.file == problem.at.file) {
        snippet = snippet.annotation(AnnotationKind::Context.span(range(sources, *span)).label(label.as_str()));
    }
    snippet
}

fn other_files(problem: &Problem) -> impl Iterator<Item = &(Span, String)> {
    problem.related.iter().filter(|(span, _)| span.file != problem.at.file)
}

fn related<'a>(sources: &'a Sources, span: Span, label: &'a str) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let file = sources.file(span.file);
    Snippet::source(file.text.as_str())
        .path(file.path.as_str())
        .annotation(AnnotationKind::Context.span(range(sources, span)).label(label))
}

/// Never empty and never over a line's end, so that there is something to underline.
fn range(sources: &Sources, span: Span) -> std::ops::Range<usize> {
    let text = &sources.file(span.file).text;
    let whole = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at += 1;
        }
        at
    };
    let start = whole(span.start.min(text.len()));
    let line_end = text[start..].find('\n').map_or(text.len(), |i| start + i);
    let end = whole(span.end.clamp(start, line_end));
    if end == start && start < line_end {
        let width = text[start..].chars().next().map_or(1, char::len_utf8);
        return start..start + width;
    }
    start..end
}
