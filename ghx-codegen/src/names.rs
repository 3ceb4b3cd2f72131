//! From ids and JSON names to Rust names, in one place.

use heck::{ToSnakeCase, ToUpperCamelCase};
use proc_macro2::{Ident, Span};

/// Is this a well-formed capability id: at least two lower-case words joined by dots?
pub fn is_capability_id(id: &str) -> bool {
    let words: Vec<&str> = id.split('.').collect();
    words.len() >= 2 && words.iter().all(|word| is_word(word))
}

fn is_word(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && !word.ends_with('_')
        && !word.contains("__")
}

/// Is this a JSON name that inputs and outputs may have: `issueNumber`?
pub fn is_property_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(|c| c.is_ascii_alphanumeric())
}

/// `issue.labels.add` → `IssueLabelsAdd`.
pub fn struct_name(id: &str) -> String {
    id.split(['.', '_']).map(ToUpperCamelCase::to_upper_camel_case).collect()
}

/// `issueNumber` → `issue_number`; keywords get an underscore.
pub fn field_name(json_name: &str) -> String {
    escape(&json_name.to_snake_case())
}

/// `NOT_PLANNED`, `not_planned` → `NotPlanned`.
pub fn variant_name(value: &str) -> String {
    let name = value.to_upper_camel_case();
    if name.starts_with(|c: char| c.is_ascii_digit()) || name.is_empty() { format!("V{name}") } else { name }
}

/// `addLabels` → `AddLabels`, for types named after a property.
pub fn type_name(json_name: &str) -> String {
    json_name.to_upper_camel_case()
}

/// An identifier; raw or escaped if it is a keyword.
pub fn ident(name: &str) -> Ident {
    Ident::new(&escape(name), Span::call_site())
}

/// A keyword gets a trailing underscore, as `graphql_client` does it, so that both agree.
pub fn escape(name: &str) -> String {
    if is_keyword(name) { format!("{name}_") } else { name.to_owned() }
}

/// Is this word reserved in Rust (2024 edition)?
pub fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name)
}

const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids() {
        for good in ["issue.view", "issue.labels.add", "project_v2.items.list", "pr.checks.rerun_failed"] {
            assert!(is_capability_id(good), "{good}");
        }
        for bad in [
            "issue",
            "Issue.view",
            "issue..view",
            "issue.",
            ".issue",
            "issue.la-bels",
            "issue.2x",
            "issue._x",
            "issue.x_",
            "a.b__c",
        ] {
            assert!(!is_capability_id(bad), "{bad}");
        }
    }

    #[test]
    fn rust_names() {
        assert_eq!(struct_name("project_v2.items.issue.add"), "ProjectV2ItemsIssueAdd");
        assert_eq!(field_name("issueNumber"), "issue_number");
        assert_eq!(field_name("type"), "type_");
        assert_eq!(variant_name("NOT_PLANNED"), "NotPlanned");
        assert_eq!(variant_name("not_planned"), "NotPlanned");
    }

    #[test]
    fn every_keyword_is_escaped_to_something_that_parses() {
        for word in KEYWORDS {
            assert!(syn::parse_str::<syn::Ident>(&escape(word)).is_ok(), "{word}");
        }
    }
}
