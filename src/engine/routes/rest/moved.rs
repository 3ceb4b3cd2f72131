//! Renamed repositories, as redirects and responses show them.

use serde_json::Value;

use crate::value::Repo;

/// The former name of a repository, if a redirect from one path of the API to another means that it was renamed:
/// `repos/acme/old/issues/1` to `repositories/7/issues/1`, or to its new name.
pub(super) fn former_name(from: &str, to: &str) -> Option<String> {
    let mut segments = from.strip_prefix("repos/")?.splitn(3, '/');
    let (owner, name, rest) = (segments.next()?, segments.next()?, segments.next().unwrap_or_default());
    let found = match to.strip_prefix("repositories/") {
        Some(found) => found.split_once('/').map_or("", |(_, rest)| rest),
        None => to.strip_prefix("repos/")?.splitn(3, '/').nth(2).unwrap_or_default(),
    };
    (found == rest).then(|| format!("{owner}/{name}"))
}

/// The repository that a response of the REST API belongs to, if it has a URL with it.
pub(super) fn moved_to(body: &[u8]) -> Option<String> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let in_list = |value: &Value| value.as_array().and_then(|list| list.first().cloned());
    let first = in_list(&body).or_else(|| body.as_object()?.values().find_map(in_list));
    [Some(&body), first.as_ref()].into_iter().flatten().find_map(repository_of)
}

/// The repository in `url` or `repository_url`: `https://api.github.com/repos/acme/widgets/issues/1`.
fn repository_of(value: &Value) -> Option<String> {
    ["repository_url", "url"].into_iter().find_map(|name| {
        let (_, path) = value.get(name)?.as_str()?.split_once("/repos/")?;
        let mut segments = path.split('/');
        Repo::new(segments.next()?, segments.next()?).ok().map(|repo| repo.to_string())
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Renames were once followed without a warning.
    #[test]
    fn a_redirect_with_the_same_rest_is_a_rename() {
        for (from, to, expected) in [
            ("repos/acme/old", "repositories/7", Some("acme/old")),
            ("repos/acme/old/issues/1", "repositories/7/issues/1", Some("acme/old")),
            ("repos/acme/old/issues/1", "repos/acme/new/issues/1", Some("acme/old")),
            ("repos/acme/old/issues/1", "repositories/8/issues/99", None),
            ("repos/acme/old/issues/1", "repositories/8", None),
            ("repositories/7/issues", "repositories/8/issues", None),
            ("users/old", "user/7", None),
        ] {
            assert_eq!(former_name(from, to).as_deref(), expected, "{from} {to}");
        }
    }

    /// Renames were once followed without a warning.
    #[test]
    fn the_current_name_is_in_the_urls_of_a_response() {
        let url = |path: &str| format!("https://ghe.example.com/api/v3/repos/{path}");
        for (body, expected) in [
            (json!({"url": url("acme/new")}), Some("acme/new")),
            (json!({"url": url("acme/new/issues/1"), "repository_url": url("acme/new")}), Some("acme/new")),
            (json!([{"url": url("acme/new/labels/bug")}]), Some("acme/new")),
            (json!({"total_count": 1, "workflow_runs": [{"url": url("acme/new/actions/runs/1")}]}), Some("acme/new")),
            (json!([]), None),
            (json!({"url": "https://api.github.com/users/mona"}), None),
            (json!({"url": url("acme/n\u{1b}w")}), None),
        ] {
            assert_eq!(moved_to(body.to_string().as_bytes()).as_deref(), expected, "{body}");
        }
        assert_eq!(moved_to(b"diff --git a b"), None);
    }
}
