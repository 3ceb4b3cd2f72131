//! JSON as text, so that it can be broken.

use serde_json::Value;

/// A value as text.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    /// Anything without members, as it is written.
    Leaf(String),
    List(Vec<Tree>),
    /// Keys with their quotes, and values.
    Map(Vec<(String, Tree)>),
}

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Compact,
    Indented,
    Lines,
    Yaml,
}

impl Form {
    pub(super) const ALL: [Self; 4] = [Self::Compact, Self::Indented, Self::Lines, Self::Yaml];
}

impl From<&Value> for Tree {
    fn from(value: &Value) -> Self {
        match value {
            Value::Array(items) => Self::List(items.iter().map(Self::from).collect()),
            Value::Object(members) => {
                let member =
                    |(name, value): (&String, &Value)| (Value::from(name.as_str()).to_string(), Self::from(value));
                Self::Map(members.iter().map(member).collect())
            }
            leaf => Self::Leaf(leaf.to_string()),
        }
    }
}

impl Tree {
    /// The whole file.
    pub(super) fn text(&self, form: Form) -> String {
        match (form, self) {
            (Form::Lines, Self::List(steps)) => steps.iter().map(|step| step.compact() + "\n").collect(),
            // Flow style with a leading marker, so that it is not read as JSON.
            (Form::Yaml, _) => format!("---\n{}\n", self.compact()),
            (Form::Indented, _) => self.indented(0) + "\n",
            _ => self.compact(),
        }
    }

    fn compact(&self) -> String {
        match self {
            Self::Leaf(text) => text.clone(),
            Self::List(items) => format!("[{}]", items.iter().map(Self::compact).collect::<Vec<_>>().join(", ")),
            Self::Map(members) => {
                let members: Vec<String> =
                    members.iter().map(|(key, value)| format!("{key}: {}", value.compact())).collect();
                format!("{{{}}}", members.join(", "))
            }
        }
    }

    fn indented(&self, depth: usize) -> String {
        let (inner, outer) = ("  ".repeat(depth + 1), "  ".repeat(depth));
        let block = |open: char, lines: Vec<String>, close: char| {
            if lines.is_empty() {
                return format!("{open}{close}");
            }
            format!("{open}\n{inner}{}\n{outer}{close}", lines.join(&format!(",\n{inner}")))
        };
        match self {
            Self::Leaf(text) => text.clone(),
            Self::List(items) => block('[', items.iter().map(|item| item.indented(depth + 1)).collect(), ']'),
            Self::Map(members) => {
                let line = |(key, value): &(String, Tree)| format!("{key}: {}", value.indented(depth + 1));
                block('{', members.iter().map(line).collect(), '}')
            }
        }
    }

    /// Every value below this one, in order, with its key or position.
    pub(super) fn paths(&self) -> Vec<Vec<usize>> {
        let mut paths = Vec::new();
        self.collect(&mut Vec::new(), &mut paths);
        paths
    }

    fn collect(&self, path: &mut Vec<usize>, paths: &mut Vec<Vec<usize>>) {
        let children: Vec<&Tree> = match self {
            Self::Leaf(_) => return,
            Self::List(items) => items.iter().collect(),
            Self::Map(members) => members.iter().map(|(_, value)| value).collect(),
        };
        for (index, child) in children.into_iter().enumerate() {
            path.push(index);
            paths.push(path.clone());
            child.collect(path, paths);
            path.pop();
        }
    }

    pub(super) fn at(&mut self, path: &[usize]) -> &mut Tree {
        let Some((first, rest)) = path.split_first() else { return self };
        match self {
            Self::Leaf(_) => panic!("a leaf has nothing below it"),
            Self::List(items) => items[*first].at(rest),
            Self::Map(members) => members[*first].1.at(rest),
        }
    }
}
