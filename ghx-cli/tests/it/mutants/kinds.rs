//! The ways to break a step file. Each of them always breaks it.

use super::tree::{Form, Tree};
use crate::support::Chance;

/// A way to break a step file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Truncated,
    WrongType,
    DeepNesting,
    HugeNumber,
    DuplicateKey,
    LoneSurrogate,
    UnknownKey,
    UnknownCapability,
    BrokenReference,
    NoJson,
    TrailingText,
    NotUtf8,
}

pub(super) const KINDS: [Kind; 12] = [
    Kind::Truncated,
    Kind::WrongType,
    Kind::DeepNesting,
    Kind::HugeNumber,
    Kind::DuplicateKey,
    Kind::LoneSurrogate,
    Kind::UnknownKey,
    Kind::UnknownCapability,
    Kind::BrokenReference,
    Kind::NoJson,
    Kind::TrailingText,
    Kind::NotUtf8,
];

/// Text that is not a JSON value.
const NO_JSON: [&str; 17] = [
    "'x'",
    "undefined",
    "NaN",
    "-Infinity",
    "+1",
    "01",
    ".5",
    "0x10",
    "tru",
    "\"open",
    "\"a\tb\"",
    "// x",
    ",",
    "1 2",
    "{,}",
    "[1,]",
    "\"\\x\"",
];

const HUGE: [&str; 5] = [
    "1e999",
    "-1e999",
    "99999999999999999999999999999999999999999",
    "-18446744073709551616",
    "1234567890123456789012345678901234567890e10",
];

impl Kind {
    /// Whether it breaks a file of this format: YAML reads some invalid JSON as text.
    pub(super) fn fits(self, form: Form) -> bool {
        !(form == Form::Yaml && matches!(self, Self::NoJson))
    }

    /// A broken copy.
    pub(super) fn broken(self, tree: &Tree, form: Form, chance: &mut Chance) -> Vec<u8> {
        let mut tree = tree.clone();
        match self {
            Self::Truncated => return truncated(&tree.text(form), form, chance),
            Self::TrailingText => return trailing(&tree.text(form), form, chance),
            Self::NotUtf8 => return not_utf8(&tree, form, chance),
            Self::WrongType => wrong_type(&mut tree, chance),
            Self::DeepNesting => *any(&mut tree, chance) = deep(chance),
            Self::HugeNumber => *leaf(&mut tree, chance) = Tree::Leaf((*chance.pick(&HUGE)).to_owned()),
            Self::DuplicateKey => duplicate_key(&mut tree, chance),
            Self::LoneSurrogate => surrogate(&mut tree, chance),
            Self::UnknownKey => unknown_key(&mut tree, chance),
            Self::UnknownCapability => unknown_capability(&mut tree, chance),
            Self::BrokenReference => broken_reference(&mut tree, chance),
            Self::NoJson => *leaf(&mut tree, chance) = Tree::Leaf((*chance.pick(&NO_JSON)).to_owned()),
        }
        tree.text(form).into_bytes()
    }
}

/// Any value except the root.
fn any<'t>(tree: &'t mut Tree, chance: &mut Chance) -> &'t mut Tree {
    let path = chance.pick(&tree.paths()).clone();
    tree.at(&path)
}

fn matching<'t>(tree: &'t mut Tree, chance: &mut Chance, wanted: impl Fn(&Tree) -> bool) -> &'t mut Tree {
    let mut paths = tree.paths();
    paths.retain(|path| wanted(tree.at(path)));
    let path = chance.pick(&paths).clone();
    tree.at(&path)
}

fn leaf<'t>(tree: &'t mut Tree, chance: &mut Chance) -> &'t mut Tree {
    matching(tree, chance, |tree| matches!(tree, Tree::Leaf(_)))
}

fn text<'t>(tree: &'t mut Tree, chance: &mut Chance) -> &'t mut String {
    match matching(tree, chance, |tree| matches!(tree, Tree::Leaf(text) if text.starts_with('"'))) {
        Tree::Leaf(text) => text,
        _ => panic!("a leaf was wanted"),
    }
}

fn map<'t>(tree: &'t mut Tree, chance: &mut Chance) -> &'t mut Vec<(String, Tree)> {
    match matching(tree, chance, |tree| matches!(tree, Tree::Map(members) if !members.is_empty())) {
        Tree::Map(members) => members,
        _ => panic!("a map was wanted"),
    }
}

/// Cut off, but not between two complete lines.
fn truncated(text: &str, form: Form, chance: &mut Chance) -> Vec<u8> {
    let bytes = text.trim_end().as_bytes();
    loop {
        let cut = chance.below(bytes.len());
        let is_whole = form == Form::Lines && (bytes[cut] == b'\n' || cut > 0 && bytes[cut - 1] == b'\n');
        if !is_whole {
            return bytes[..cut].to_vec();
        }
    }
}

fn trailing(text: &str, form: Form, chance: &mut Chance) -> Vec<u8> {
    let mut bytes = text.trim_end().as_bytes().to_vec();
    // In JSON Lines, another line that is not a step; in other formats, anything.
    let more: &[&[u8]] = match form {
        Form::Lines => &[b" x", b" {}", b"\n[]", b"\n7", b",", b"\n}"],
        Form::Yaml => &[b" x", b" {}", b"\n---\n[]", b"]", b"\n}"],
        _ => &[b" x", b" {}", b"\n[]", b"\n7", b",", b"]", b"\n}", b"\0"],
    };
    let more = *chance.pick(more);
    bytes.extend_from_slice(more);
    bytes
}

fn not_utf8(tree: &Tree, form: Form, chance: &mut Chance) -> Vec<u8> {
    let mut bytes = tree.text(form).into_bytes();
    let at = chance.below(bytes.len());
    let wrong: &[&[u8]] = &[b"\xff", b"\xc3(", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\x80"];
    let wrong = chance.pick(wrong);
    bytes.splice(at..at, wrong.iter().copied());
    bytes
}

/// Another type than the one that is there.
fn wrong_type(tree: &mut Tree, chance: &mut Chance) {
    let value = any(tree, chance);
    let others: &[&str] = match value {
        Tree::Leaf(text) if text.starts_with('"') => &["7", "true", "false", "null", "[]", "{}", "1.5", "[\"x\"]"],
        Tree::Leaf(_) => &["\"7\"", "true", "null", "1.5", "[7]", "{}", "\"\""],
        Tree::List(_) => &["7", "\"x\"", "{}", "null", "true", "[7]", "[null]", "[[]]"],
        Tree::Map(_) => &["7", "\"x\"", "[7]", "null", "true", "[]"],
    };
    *value = Tree::Leaf((*chance.pick(others)).to_owned());
}

fn deep(chance: &mut Chance) -> Tree {
    let depth = *chance.pick(&[65, 100, 127, 128, 500, 5_000]);
    let (open, close) = *chance.pick(&[("[", "]"), ("{\"a\":", "}")]);
    Tree::Leaf(format!("{}1{}", open.repeat(depth), close.repeat(depth)))
}

fn duplicate_key(tree: &mut Tree, chance: &mut Chance) {
    let members = map(tree, chance);
    let (mut key, value) = chance.pick(members).clone();
    // The same key, possibly with other escapes.
    if chance.below(2) == 0 {
        let first = key.remove(1);
        key.insert_str(1, &format!("\\u{:04x}", u32::from(first)));
    }
    let at = chance.below(members.len() + 1);
    members.insert(at, (key, value));
}

fn surrogate(tree: &mut Tree, chance: &mut Chance) {
    let text = text(tree, chance);
    let half = *chance.pick(&["\\ud800", "\\udbff", "\\udc00", "\\udfff", "\\ud83d\\ud83d", "\\ud800x"]);
    text.insert_str(text.len() - 1, half);
}

fn unknown_key(tree: &mut Tree, chance: &mut Chance) {
    let members = map(tree, chance);
    let at = chance.below(members.len());
    let end = members[at].0.len() - 1;
    let more = *chance.pick(&["x", "_", " ", ".", "\\u0000"]);
    members[at].0.insert_str(end, more);
}

fn unknown_capability(tree: &mut Tree, chance: &mut Chance) {
    let is_task = |tree: &Tree| matches!(tree, Tree::Map(members) if members.iter().any(|(key, _)| key == "\"task\""));
    let Tree::Map(members) = matching(tree, chance, is_task) else { panic!("a step was wanted") };
    let task = members.iter_mut().find(|(key, _)| key == "\"task\"").unwrap();
    let wrong = *chance.pick(&[
        "\"\"",
        "\"issue\"",
        "\"issue.veiw\"",
        "\"../issue.view\"",
        "\"ISSUE.VIEW\"",
        "\"issue.view \"",
    ]);
    task.1 = Tree::Leaf(wrong.to_owned());
}

fn broken_reference(tree: &mut Tree, chance: &mut Chance) {
    let is_input = |tree: &Tree| {
        let has = |name: &str| matches!(tree, Tree::Map(members) if members.iter().any(|(key, _)| key == name));
        !has("\"task\"") && (has("\"title\"") || has("\"body\"")) && !has("\"path\"")
    };
    let Tree::Map(members) = matching(tree, chance, is_input) else { panic!("an input was wanted") };
    let member = members.iter_mut().find(|(key, _)| key == "\"title\"" || key == "\"body\"").unwrap();
    let wrong = *chance.pick(&["{{nobody.id}}", "{{99.id}}", "{{0.nothing}}", "{{0.id.deeper}}", "x {{nobody.id}} y"]);
    member.1 = Tree::Leaf(format!("\"{wrong}\""));
}
