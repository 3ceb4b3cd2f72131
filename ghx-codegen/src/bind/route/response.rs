//! Paths through a response: `labels[].name`.

use super::Context;
use crate::{card::Located, schema::Described, suggest};

/// What is at the end of a path.
#[derive(Debug)]
pub(super) struct Found<'s> {
    /// The keys, up to the list if there is one.
    pub(super) keys: Vec<String>,
    /// The list's elements, and the keys from an element on.
    pub(super) list: Option<(Described<'s>, Vec<String>)>,
    /// What is there.
    pub(super) value: Described<'s>,
    /// The object that paths start at.
    start: Described<'s>,
    /// Null at the keys is possible, and is not an error.
    pub(super) nullable: bool,
    /// Null below an element is possible, and is not an error.
    pub(super) item_nullable: bool,
}

impl<'s> Found<'s> {
    /// The object that a scalar is taken from, for paths to its siblings.
    pub(super) fn beside(&self) -> Option<Described<'s>> {
        self.list.is_none().then(|| self.start.clone())
    }

    /// The name of the field that it ends at.
    pub(super) fn last(&self) -> &str {
        let keys = self.list.as_ref().map_or(&self.keys, |(_, keys)| keys);
        keys.last().map_or("", String::as_str)
    }
}

/// One piece of a path.
struct Piece<'t> {
    key: &'t str,
    mark: bool,
    each: bool,
}

fn pieces(text: &str) -> Option<Vec<Piece<'_>>> {
    let valid = |key: &str| {
        key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let pieces: Option<Vec<Piece<'_>>> = text
        .split('.')
        .enumerate()
        .map(|(index, part)| {
            let (part, each) = part.strip_suffix("[]").map_or((part, false), |part| (part, true));
            let (key, mark) = part.strip_suffix('!').map_or((part, false), |part| (part, true));
            let root = index == 0 && each && key.is_empty() && !mark;
            (valid(key) || root).then_some(Piece { key, mark, each })
        })
        .collect();
    // `!` is before `[]`, or at the very end.
    let pieces = pieces?;
    let last = pieces.len() - 1;
    let marked_inside = pieces.iter().enumerate().any(|(index, piece)| piece.mark && !piece.each && index < last);
    (!marked_inside).then_some(pieces)
}

/// Follows a path; a problem if the response does not have it.
pub(super) fn follow<'s>(
    context: &mut Context<'_>,
    start: &Described<'s>,
    path: &Located<String>,
) -> Option<Found<'s>> {
    let code = context.code();
    let Some(pieces) = pieces(&path.value) else {
        let help = "write names joined by dots; `[]` after a list, `!` at the end if null is an error";
        context.refuse(code, path.span, format!("`{}` is not a path", path.value), "not a path", help);
        return None;
    };
    let mut found = Found {
        keys: Vec::new(),
        list: None,
        value: start.clone(),
        start: start.clone(),
        nullable: start.nullable,
        item_nullable: false,
    };
    for piece in pieces {
        if found.keys.is_empty() && context.unasked.contains(piece.key) && found.value.member(piece.key).is_none() {
            let help = format!("add `{}` to `jsonFields`", piece.key);
            context.refuse(code, path.span, format!("`{}` is not requested", piece.key), "not in `jsonFields`", help);
            return None;
        }
        found
            .step(&piece)
            .map_err(|(message, label, help)| context.refuse(code, path.span, message, &label, help))
            .ok()?;
    }
    Some(found)
}

/// A path to one value, without `[]` and `!`: for guards, and for values from another call.
pub(super) fn plain<'s>(context: &mut Context<'_>, start: &Described<'s>, path: &Located<String>) -> Option<Found<'s>> {
    if path.value.contains(['[', '!']) {
        let code = context.code();
        let message = format!("`{}` must be a plain path, without `[]` and `!`", path.value);
        context.refuse(code, path.span, message, "not a plain path", "write names joined by dots");
        return None;
    }
    follow(context, start, path)
}

type Refusal = (String, String, String);

impl Found<'_> {
    fn step(&mut self, piece: &Piece<'_>) -> Result<(), Refusal> {
        if !piece.key.is_empty() {
            self.member(piece.key)?;
        }
        if piece.mark {
            *self.null() = false;
        }
        if piece.each {
            self.enter(piece.key)?;
        }
        Ok(())
    }

    /// The place that the path has come to, in words.
    fn here(&self) -> String {
        match self.last() {
            "" => "the response".to_owned(),
            name => format!("`{name}`"),
        }
    }

    fn null(&mut self) -> &mut bool {
        if self.list.is_some() { &mut self.item_nullable } else { &mut self.nullable }
    }

    fn member(&mut self, key: &str) -> Result<(), Refusal> {
        let Some(member) = self.value.member(key) else {
            let (message, label) = if self.value.can_be("object") {
                (format!("the response has no `{key}` here"), "not in the response")
            } else if self.value.can_be("array") {
                (format!("{} is a list, so `{key}` cannot follow it", self.here()), "a list")
            } else {
                (format!("{} has no fields, so `{key}` cannot follow it", self.here()), "the path cannot continue here")
            };
            let help = if self.value.can_be("array") && !self.value.can_be("object") {
                "write `[]` after the list to continue with each element".to_owned()
            } else {
                suggest::help(key, "field", self.value.members())
            };
            return Err((message, label.to_owned(), help));
        };
        *self.null() |= member.nullable;
        self.value = member;
        match &mut self.list {
            Some((_, keys)) => keys.push(key.to_owned()),
            None => self.keys.push(key.to_owned()),
        }
        Ok(())
    }

    fn enter(&mut self, key: &str) -> Result<(), Refusal> {
        if self.list.is_some() {
            let help = "list the properties of the elements under `fields:`";
            return Err((
                "the path goes into a list of lists".to_owned(),
                "the second list".to_owned(),
                help.to_owned(),
            ));
        }
        let name = if key.is_empty() { "the response" } else { key };
        let Some(items) = self.value.items().filter(|_| self.value.is("array")) else {
            let help = "leave `[]` out".to_owned();
            return Err((format!("`{name}` is not a list"), self.value.describe(), help));
        };
        self.item_nullable = items.nullable;
        self.list = Some((items.clone(), Vec::new()));
        self.value = items;
        Ok(())
    }
}
