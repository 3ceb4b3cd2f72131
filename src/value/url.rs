//! The little of a URL that names a thing on GitHub.

use super::with_article;

/// The path segments of a web URL, without query, fragment and trailing slash; `None` for other text.
pub(super) fn path(text: &str) -> Option<Vec<&str>> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    let rest = rest.split(['?', '#']).next().unwrap_or(rest);
    let mut segments = rest.trim_end_matches('/').split('/');
    let host = segments.next()?;
    (!host.is_empty()).then(|| segments.collect())
}

/// What the URLs with this segment after `OWNER/NAME/` show: `a pull request`.
pub(super) fn describe(segment: &str) -> String {
    let noun = match segment {
        "issues" => "issue",
        "pull" => "pull request",
        "discussions" => "discussion",
        "milestone" => "milestone",
        "commit" | "commits" => "commit",
        "releases" => "release",
        "actions" => "workflow run",
        "tree" | "blob" => "file or folder",
        other => return format!("a URL below `{other}`"),
    };
    with_article(noun)
}
