//! `{{step.field}}` in the strings of an input.
//!
//! Alone it becomes the value with its type; inside text it is interpolated. Braces that do not begin with a name are text.
//! `\{{` writes two braces. `${{ github.sha }}` of a workflow is text unless a step has that name.

use serde_json::{Map, Value};

use super::braces;
use super::braces::Braces;
use crate::capability::input::{Pointer, placeholder, reserved_member, write_pieces, write_template};

/// Finds a step by its id or its position.
pub(super) type Find<'f> = &'f dyn Fn(&str) -> Found;

/// The step that a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The step at this position.
    Step(usize),
    /// More than one step.
    Several,
    /// No step.
    Nothing,
}

/// An input whose templates are references.
#[derive(Debug)]
pub(super) struct Templates {
    pub(super) input: Map<String, Value>,
    pub(super) faults: Vec<Fault>,
}

/// A problem at a place of an input.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) pointer: String,
    pub(super) what: What,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A reference to no step, or to more than one.
    Unknown { step: String, template: String },
    /// Braces that begin with the name of a step, but are not a reference.
    Malformed { step: String, template: String },
    /// An object with a member that is reserved for ghx.
    Marker(&'static str),
}

/// The input with its templates replaced by references; unchanged if it is raw.
pub(super) fn read(input: &Map<String, Value>, is_raw: bool, find: Find<'_>) -> Templates {
    let mut reader = Reader { is_raw, find, faults: Vec::new() };
    let input = reader.members(input, &Pointer::Root);
    Templates { input, faults: reader.faults }
}

struct Reader<'f> {
    is_raw: bool,
    find: Find<'f>,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn members(&mut self, members: &Map<String, Value>, at: &Pointer<'_>) -> Map<String, Value> {
        members.iter().map(|(name, member)| (name.clone(), self.value(member, &at.member(name)))).collect()
    }

    fn value(&mut self, value: &Value, at: &Pointer<'_>) -> Value {
        match value {
            Value::String(text) if !self.is_raw && text.contains("{{") => self.text(text, at),
            Value::Array(items) => {
                items.iter().enumerate().map(|(index, item)| self.value(item, &at.item(index))).collect()
            }
            Value::Object(members) => match reserved_member(members) {
                Some(name) => {
                    self.fault(at, What::Marker(name));
                    placeholder()
                }
                None => Value::Object(self.members(members, at)),
            },
            other => other.clone(),
        }
    }

    fn text(&mut self, text: &str, at: &Pointer<'_>) -> Value {
        let known_faults = self.faults.len();
        let mut pieces = Pieces::default();
        let mut rest = text;
        while let Some(start) = rest.find("{{") {
            let (before, braces) = rest.split_at(start);
            if let Some(before) = before.strip_suffix('\\') {
                pieces.plain.extend([before, "{{"]);
                rest = &braces[2..];
                continue;
            }
            pieces.plain.push_str(before);
            let length = self.braces(braces, before.ends_with('$'), at, &mut pieces);
            rest = &braces[length..];
        }
        pieces.plain.push_str(rest);
        if self.faults.len() > known_faults { placeholder() } else { pieces.finish() }
    }

    /// Reads text that begins with `{{`, and returns the length that was read.
    fn braces(&mut self, text: &str, is_workflow: bool, at: &Pointer<'_>, pieces: &mut Pieces) -> usize {
        match braces::read(text) {
            Braces::Reference(reference) => {
                match (self.find)(reference.step) {
                    Found::Step(index) => {
                        let address = format!("{index}.{}", reference.path);
                        pieces.refer(write_template(&address, &reference.shown()));
                    }
                    Found::Nothing if is_workflow => pieces.plain.push_str(reference.whole),
                    Found::Nothing | Found::Several => {
                        let (step, template) = (reference.step.to_owned(), reference.whole.to_owned());
                        self.fault(at, What::Unknown { step, template });
                    }
                }
                reference.whole.len()
            }
            Braces::Named(step) if (self.find)(step) != Found::Nothing => {
                self.fault(at, What::Malformed { step: step.to_owned(), template: braces::excerpt(text) });
                pieces.open(text)
            }
            Braces::Named(_) | Braces::Text => pieces.open(text),
        }
    }

    fn fault(&mut self, at: &Pointer<'_>, what: What) {
        self.faults.push(Fault { pointer: at.to_string(), what });
    }
}

/// Text that is being put together.
#[derive(Default)]
struct Pieces {
    pieces: Vec<Value>,
    plain: String,
}

impl Pieces {
    /// Keeps braces as text. Of three braces only the first, because the other two may begin a reference.
    fn open(&mut self, text: &str) -> usize {
        let length = if text.starts_with("{{{") { 1 } else { 2 };
        self.plain.push_str(&text[..length]);
        length
    }

    fn refer(&mut self, reference: Value) {
        self.end_plain();
        self.pieces.push(reference);
    }

    fn end_plain(&mut self) {
        if !self.plain.is_empty() {
            self.pieces.push(Value::from(std::mem::take(&mut self.plain)));
        }
    }

    /// A string, a single reference, or a mixture of both.
    fn finish(mut self) -> Value {
        if self.pieces.is_empty() {
            return Value::from(self.plain);
        }
        self.end_plain();
        match self.pieces.len() {
            1 => self.pieces.swap_remove(0),
            _ => write_pieces(self.pieces),
        }
    }
}

#[cfg(test)]
mod tests;
