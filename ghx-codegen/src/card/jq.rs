//! `jq` of a `gh` command: the part of the JSON that output and guard paths start at.
//!
//! ghx reads the JSON itself, so that every path is checked; what `jq` selects is therefore a path, too.

use super::{GuardSpec, ObjectSchema, OperandSpec, OutputEntries, OutputKind, OutputSpec, reader::Reader};
use crate::problem::{Code, Problem, Problems};

/// `.comments[]` as a path: `comments[]`. `None` if there is no `jq`, or if it is not a path.
pub(super) fn root(reader: &Reader<'_>, problems: &mut Problems) -> Option<String> {
    let jq = reader.optional_text("jq", problems)?;
    let is_key = |key: &str| {
        let name = key.strip_suffix("[]").unwrap_or(key);
        let word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        word && (!name.is_empty() || key == "[]") && !name.starts_with(|c: char| c.is_ascii_digit())
    };
    let path = jq.value.trim().strip_prefix('.').filter(|path| path.is_empty() || path.split('.').all(is_key));
    if path.is_none() {
        problems.push(
            Problem::error(Code::WrongValue, jq.span, format!("`jq` must be a path, not `{}`", jq.value))
                .label("not a path")
                .help("write a path such as `.comments` or `.[]`, and the rest as paths under `output`"),
        );
    }
    path.map(str::to_owned)
}

/// Lets the paths of outputs and guards start at `root`, also those of outputs without an entry.
pub(super) fn apply(root: &str, schema: Option<&ObjectSchema>, output: &mut OutputEntries, guards: &mut [GuardSpec]) {
    for property in schema.into_iter().flat_map(|schema| &schema.properties) {
        if !output.iter().any(|(name, _)| name.value == property.name.value) {
            output.push((property.name.clone(), OutputSpec::at(property.name.clone(), property.name.span)));
        }
    }
    for (_, entry) in output {
        if let OutputKind::Path(output) = &mut entry.kind {
            output.path.value = below(root, &output.path.value);
        }
    }
    for guard in guards {
        if let OperandSpec::Path(path) = &mut guard.condition.operand {
            path.value = below(root, &path.value);
        }
    }
}

fn below(root: &str, path: &str) -> String {
    let dot = if root.is_empty() || path.starts_with('[') { "" } else { "." };
    format!("{root}{dot}{path}")
}

#[cfg(test)]
mod tests {
    use super::below;

    #[test]
    fn paths_continue_at_the_root() {
        assert_eq!(below("", "title"), "title");
        assert_eq!(below("issue", "title"), "issue.title");
        assert_eq!(below("comments", "[].id"), "comments[].id");
        assert_eq!(below("comments[]", "id"), "comments[].id");
    }
}
