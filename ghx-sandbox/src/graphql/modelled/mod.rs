//! Refuses what the sandbox does not model before anything is executed, as an older GitHub refuses newer
//! fields: no `data`, and one error per place with graphql-ruby's code. So a client knows that nothing was executed.

mod inputs;
mod table;
#[cfg(test)]
mod tests;

use apollo_compiler::{
    ExecutableDocument, Name,
    executable::{Field, Operation, Selection, SelectionSet},
    response::JsonMap,
};
use serde_json::{Value as Json, json};

use self::{
    inputs::holds_something,
    table::{Modelled, modelled},
};
use super::{
    locations::{self, Places},
    schema::Pinned,
    static_errors::{coded, offset},
    write,
};

/// The errors for everything that an operation selects and the sandbox does not model.
pub(crate) fn unknown(
    pinned: &Pinned,
    document: &ExecutableDocument,
    operation: &Operation,
    variables: &JsonMap,
    text: &str,
) -> Vec<Json> {
    let mut walk = Walk { pinned, document, variables, text, places: None, errors: Vec::new(), fragments: Vec::new() };
    walk.selections(&operation.selection_set);
    walk.errors
}

struct Walk<'a> {
    pinned: &'a Pinned,
    document: &'a ExecutableDocument,
    variables: &'a JsonMap,
    text: &'a str,
    /// Computed for the first error; few documents have one.
    places: Option<Places>,
    errors: Vec<Json>,
    /// The fragments that were checked: each is reported once.
    fragments: Vec<Name>,
}

impl Walk<'_> {
    fn selections(&mut self, set: &SelectionSet) {
        for selection in &set.selections {
            match selection {
                Selection::Field(field) => self.field(&set.ty, field),
                Selection::InlineFragment(inline) => self.selections(&inline.selection_set),
                Selection::FragmentSpread(spread) => {
                    if self.fragments.contains(&spread.fragment_name) {
                        continue;
                    }
                    self.fragments.push(spread.fragment_name.clone());
                    if let Some(fragment) = spread.fragment_def(self.document) {
                        self.selections(&fragment.selection_set);
                    }
                }
            }
        }
    }

    fn field(&mut self, parent: &Name, field: &Field) {
        if field.name.starts_with("__") {
            return;
        }
        if parent == "Mutation" {
            match write::inputs_of(&field.name) {
                None => return self.refuse_field(field, parent, &format!("the mutation `{}`", field.name)),
                Some(known) => self.inputs(field, known),
            }
        } else {
            match self.find(parent, &field.name) {
                Found::Unjudged => {}
                Found::No => return self.refuse_field(field, parent, &format!("`{parent}.{}`", field.name)),
                Found::With(arguments) => self.arguments(field, arguments),
            }
        }
        self.selections(&field.selection_set);
    }

    /// Whether a field of a type is modelled. A field of an interface is if one of its types has it.
    fn find(&self, parent: &Name, field: &str) -> Found {
        let table = modelled();
        if let Some(fields) = table.get(parent.as_str()) {
            return fields.get(field).map_or(Found::No, |arguments| Found::With(arguments));
        }
        if let Some(fields) = of_paging(parent) {
            return if fields.contains(&field) { Found::Unjudged } else { Found::No };
        }
        let behind = self.behind(parent, table);
        if behind.is_empty() {
            return Found::Unjudged;
        }
        let with = behind.iter().find_map(|fields| fields.get(field));
        with.map_or(Found::No, |arguments| Found::With(arguments))
    }

    /// The fields of the modelled types behind an interface or a union.
    fn behind(&self, parent: &Name, table: &'static Modelled) -> Vec<&'static table::Fields> {
        let schema = &self.pinned.schema;
        let objects: Vec<&Name> = match (schema.get_union(parent), self.pinned.implementers.get(parent)) {
            (Some(union), _) => union.members.iter().map(|member| &member.name).collect(),
            (None, Some(implementers)) => implementers.objects.iter().collect(),
            (None, None) => Vec::new(),
        };
        objects.into_iter().filter_map(|name| table.get(name.as_str())).collect()
    }

    fn arguments(&mut self, field: &Field, known: &[&str]) {
        let is_known = |name: &str| matches!(name, "first" | "last" | "after" | "before") || known.contains(&name);
        if known == ["*"] {
            return;
        }
        for argument in field.arguments.iter().filter(|argument| !is_known(&argument.name)) {
            if holds_something(&argument.value, self.variables) {
                let extra =
                    json!({ "name": field.name.as_str(), "typeName": "Field", "argumentName": argument.name.as_str() });
                let what = format!("`{}({}:)`", field.name, argument.name);
                self.refuse(&argument.name, "argumentNotAccepted", &what, extra);
            }
        }
    }

    fn inputs(&mut self, field: &Field, known: &[&str]) {
        let Some(input) = field.specified_argument_by_name("input") else { return };
        for (name, at) in inputs::given(input, self.variables) {
            if name == "clientMutationId" || known.contains(&name.as_str()) {
                continue;
            }
            let what = format!("`{name}` of the mutation `{}`", field.name);
            let input_type =
                field.definition.argument_by_name("input").map(|input| input.ty.inner_named_type().to_string());
            let extra = json!({ "name": input_type, "typeName": "InputObject", "argumentName": name });
            self.refuse(&at.unwrap_or_else(|| field.name.clone()), "argumentNotAccepted", &what, extra);
        }
    }

    fn refuse_field(&mut self, field: &Field, parent: &Name, what: &str) {
        let start = field.alias.as_ref().unwrap_or(&field.name);
        let extra = json!({ "typeName": parent.as_str(), "fieldName": field.name.as_str() });
        self.refuse(start, "undefinedField", what, extra);
    }

    fn refuse(&mut self, at: &Name, code: &str, what: &str, extra: Json) {
        let mut error = coded(code, format!("ghx-sandbox does not model {what}"), extra);
        if let Some(at) = at.location().and_then(|span| span.line_column(&self.document.sources)) {
            let places = self.places.get_or_insert_with(|| locations::Places::of(self.text));
            error["locations"] = json!([{ "line": at.line, "column": at.column }]);
            error["path"] = places.at(offset(self.text, at.line, at.column)).path.into();
        }
        self.errors.push(error);
    }
}

/// The entry of a field in the table.
enum Found {
    /// The type is not in the table.
    Unjudged,
    No,
    /// The field is known, with these arguments.
    With(&'static [&'static str]),
}

/// The fields of connections and edges, which all pages share.
fn of_paging(type_name: &str) -> Option<&'static [&'static str]> {
    if type_name.ends_with("Connection") {
        Some(&["nodes", "edges", "pageInfo", "totalCount"])
    } else if type_name.ends_with("Edge") {
        Some(&["node", "cursor"])
    } else {
        None
    }
}
