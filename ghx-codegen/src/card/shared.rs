//! `$ref`: parts that several cards share, written once in `cards/shared/`.
//!
//! References are replaced before a card is read, so that every key of a card can be shared, and each value keeps its own place.

use super::reader::{doubled_keys, text};
use crate::{
    problem::{Code, Problem, Problems},
    source::{FileId, Sources, Span},
    suggest,
    yaml::{self, Key, Node, Value},
};
use std::{cell::RefCell, collections::BTreeSet};

/// The files of `cards/shared/`, and which of their parts are used.
#[derive(Debug, Default)]
pub struct Shared {
    files: Vec<SharedFile>,
    used: RefCell<BTreeSet<(FileId, String)>>,
}

#[derive(Debug)]
struct SharedFile {
    id: FileId,
    name: String,
    is_base: bool,
    node: Node,
}

/// The place of a `$ref`, and the place of the part that it stands for.
pub type Reference = (Span, Span);

impl Shared {
    /// Adds a file. `is_base`: it belongs to ghx, and the card to a user's crate.
    pub(crate) fn add(&mut self, sources: &Sources, id: FileId, is_base: bool, problems: &mut Problems) {
        match yaml::parse(sources, id) {
            Ok(node) => {
                doubled_keys(&node, problems);
                let name = sources.file(id).path.rsplit('/').next().unwrap_or_default().to_owned();
                self.files.push(SharedFile { id, name, is_base, node });
            }
            Err(problem) => problems.push(*problem),
        }
    }

    /// The node with every `$ref` replaced; `None` if one of them cannot be. A file of ghx does not see the shared parts of a
    /// user's crate.
    pub(super) fn expand(&self, node: &Node, is_base: bool, problems: &mut Problems) -> Option<(Node, Vec<Reference>)> {
        let before = problems.reported();
        let (open, references) = (Vec::new(), Vec::new());
        let mut expansion = Expansion { shared: self, is_base, open, references, failed: false, problems };
        let node = expansion.node(node);
        let (failed, references) = (expansion.failed, expansion.references);
        problems.refer(before, &references);
        (!failed).then_some((node, references))
    }

    /// Reports every part of the project itself that nothing refers to.
    pub(crate) fn check_used(&self, problems: &mut Problems) {
        for file in self.files.iter().filter(|file| !file.is_base) {
            let Value::Map(parts) = &file.node.value else { continue };
            for (key, _) in parts.iter().filter(|(key, _)| !self.used.borrow().contains(&(file.id, key.name.clone()))) {
                problems.push(
                    Problem::error(Code::Reference, key.span, format!("no card refers to `{}`", key.name))
                        .label("not used")
                        .help("remove it, or refer to it with `$ref`"),
                );
            }
        }
    }
}

/// One card whose references are being replaced.
struct Expansion<'a> {
    shared: &'a Shared,
    is_base: bool,
    /// The parts that the current one is in, to notice a cycle.
    open: Vec<(FileId, String)>,
    references: Vec<Reference>,
    failed: bool,
    problems: &'a mut Problems,
}

impl Expansion<'_> {
    fn node(&mut self, node: &Node) -> Node {
        let value = match &node.value {
            Value::List(items) => Value::List(items.iter().map(|item| self.node(item)).collect()),
            Value::Map(entries) => match entries.iter().find(|(key, _)| key.name == "$ref") {
                Some((_, target)) => return self.reference(node.span, target, entries),
                None => Value::Map(self.entries(entries)),
            },
            other => other.clone(),
        };
        Node { value, span: node.span }
    }

    fn entries(&mut self, entries: &[(Key, Node)]) -> Vec<(Key, Node)> {
        let own = entries.iter().filter(|(key, _)| key.name != "$ref");
        own.map(|(key, node)| (key.clone(), self.node(node))).collect()
    }

    /// The part with the keys that are written next to the reference, which come first in every respect.
    fn reference(&mut self, span: Span, target: &Node, entries: &[(Key, Node)]) -> Node {
        let own = self.entries(entries);
        let Some(part) = self.part(target) else {
            self.failed = true;
            return Node { value: Value::Map(own), span };
        };
        let has_properties = own.iter().any(|(key, _)| key.name == "properties");
        let mut merged = match part.value {
            _ if own.is_empty() => return part,
            Value::Map(_) if has_properties => {
                let key = Key { name: "allOf".to_owned(), span: target.span };
                vec![(key, Node { value: Value::List(vec![part]), span: target.span })]
            }
            Value::Map(shared) => shared,
            other => {
                let what = format!("a reference to {} cannot have other keys", other.kind());
                self.failed = true;
                self.problems.push(
                    Problem::error(Code::Reference, own[0].0.span, what).label("next to `$ref`").help("remove the key"),
                );
                return Node { value: other, span };
            }
        };
        for (key, node) in own {
            match merged.iter_mut().find(|(known, _)| known.name == key.name) {
                Some(entry) => *entry = (key, node),
                None => merged.push((key, node)),
            }
        }
        Node { value: Value::Map(merged), span }
    }

    /// The part that a reference stands for, with its own references replaced.
    fn part(&mut self, target: &Node) -> Option<Node> {
        let written = text(target, "$ref", self.problems)?;
        let (name, pointer) = written.value.split_once('#').unwrap_or((&written.value, ""));
        let current = self.open.last().map(|(id, _)| *id).filter(|_| name.is_empty());
        let file = self.shared.files.iter().find(|file| match current {
            Some(id) => file.id == id,
            None => file.name == name.trim_start_matches("shared/") && (!self.is_base || file.is_base),
        });
        let Some(file) = file else {
            let known = self.shared.files.iter().map(|file| file.name.as_str());
            let problem = Problem::error(Code::Reference, target.span, format!("there is no shared file `{name}`"));
            self.problems.push(problem.label("not in cards/shared/").help(suggest::help(name, "file", known)));
            return None;
        };
        let part = self.find(file, pointer, target.span)?;
        let open = (file.id, pointer.to_owned());
        if self.open.contains(&open) {
            let what = format!("the part `{}` refers to itself", pointer.trim_start_matches('/'));
            let problem = Problem::error(Code::Reference, target.span, what);
            self.problems.push(problem.label("a cycle").help("remove this reference"));
            return None;
        }
        self.references.push((target.span, part.span));
        self.open.push(open);
        let part = self.node(part);
        self.open.pop();
        Some(part)
    }

    /// Follows a JSON pointer such as `/issue/properties/id`.
    fn find<'f>(&mut self, file: &'f SharedFile, pointer: &str, at: Span) -> Option<&'f Node> {
        let mut node = &file.node;
        for (index, segment) in pointer.split('/').enumerate().skip(1) {
            let segment = segment.replace("~1", "/").replace("~0", "~");
            let entries: &[(Key, Node)] = if let Value::Map(entries) = &node.value { entries } else { &[] };
            let Some((_, inner)) = entries.iter().find(|(key, _)| key.name == segment) else {
                let known = entries.iter().map(|(key, _)| key.name.as_str());
                let problem = Problem::error(Code::Reference, at, format!("{} has no part `{segment}`", file.name));
                self.problems.push(problem.label("no such part").help(suggest::help(&segment, "part", known)));
                return None;
            };
            if index == 1 {
                self.shared.used.borrow_mut().insert((file.id, segment));
            }
            node = inner;
        }
        if pointer.starts_with('/') {
            return Some(node);
        }
        let problem = Problem::error(Code::Reference, at, "a reference names a part of the file");
        self.problems.push(problem.label("no part").help(format!("write `$ref: {}#/part`", file.name)));
        None
    }
}
