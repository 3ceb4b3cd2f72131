//! The table of what is modelled, read once per process.

use std::{collections::HashMap, sync::OnceLock};

/// The fields of a type, each with its arguments.
pub(super) type Fields = HashMap<&'static str, Vec<&'static str>>;
/// The types by name.
pub(super) type Modelled = HashMap<&'static str, Fields>;

/// The table in `table.txt`.
pub(super) fn modelled() -> &'static Modelled {
    static TABLE: OnceLock<Modelled> = OnceLock::new();
    TABLE.get_or_init(|| parse(include_str!("table.txt")))
}

fn parse(text: &'static str) -> Modelled {
    let mut table = Modelled::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let Some((types, fields)) = line.split_once(':') else { continue };
        for type_name in types.split_whitespace() {
            table.entry(type_name).or_default().extend(split(fields));
        }
    }
    table
}

/// `a b(c d) e` as three fields, the second with two arguments.
fn split(text: &'static str) -> Vec<(&'static str, Vec<&'static str>)> {
    let mut fields = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = rest.find([' ', '(']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let (arguments, after) = match after.strip_prefix('(').and_then(|after| after.split_once(')')) {
            Some((arguments, after)) => (arguments.split_whitespace().collect(), after),
            None => (Vec::new(), after),
        };
        fields.push((name, arguments));
        rest = after.trim_start();
    }
    fields
}
