//! The operations of ghx with their fragments, alone and in batches as the engine sends them.

use std::{collections::BTreeMap, path::Path};

use apollo_compiler::{Name, ast};

fn read(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "graphql"));
    files.sort();
    let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap())).collect()
}

/// Every operation of ghx, with its fragments.
pub(crate) fn operations() -> Vec<(ast::OperationDefinition, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../operations");
    let mut fragments = BTreeMap::new();
    for (_, text) in read(&root.join("fragments")) {
        let document = ast::Document::parse(&text, "fragment").unwrap();
        for definition in document.definitions {
            if let ast::Definition::FragmentDefinition(fragment) = definition {
                fragments.insert(fragment.name.to_string(), fragment.to_string());
            }
        }
    }
    let mut operations = Vec::new();
    for (_, text) in read(&root).into_iter().chain(read(&root.join("lookups"))) {
        let document = ast::Document::parse(&text, "operation").unwrap();
        for definition in document.definitions {
            if let ast::Definition::OperationDefinition(operation) = definition {
                let needed = with_fragments(&operation.to_string(), &fragments);
                operations.push((operation.as_ref().clone(), needed));
            }
        }
    }
    operations
}

/// The fragments that several operations need, each once.
pub(crate) fn all_fragments<'a>(texts: impl Iterator<Item = &'a String>) -> String {
    let mut fragments = BTreeMap::new();
    for text in texts.filter(|text| !text.trim().is_empty()) {
        for definition in ast::Document::parse(text, "fragments").unwrap().definitions {
            if let ast::Definition::FragmentDefinition(fragment) = definition {
                fragments.insert(fragment.name.to_string(), fragment.to_string());
            }
        }
    }
    fragments.into_values().collect::<Vec<_>>().join("\n")
}

/// The fragments that a text spreads, and those that they spread.
fn with_fragments(text: &str, fragments: &BTreeMap<String, String>) -> String {
    let mut needed: BTreeMap<&String, &String> = BTreeMap::new();
    let mut texts = vec![text];
    while let Some(text) = texts.pop() {
        for (name, fragment) in fragments {
            let spread = format!("...{name}");
            let is_spread = text
                .match_indices(&spread)
                .any(|(at, _)| !text[at + spread.len()..].starts_with(|next: char| next.is_alphanumeric()));
            if is_spread && needed.insert(name, fragment).is_none() {
                texts.push(fragment);
            }
        }
    }
    needed.values().fold(String::new(), |all, fragment| all + "\n" + fragment)
}

/// A root field with an alias, and every variable with a unique name.
fn numbered(operation: &ast::OperationDefinition, round: usize) -> ast::OperationDefinition {
    let mut own = operation.clone();
    for selection in &mut own.selection_set {
        let ast::Selection::Field(field) = selection else { continue };
        let alias = format!("s{round}_{}", field.response_name());
        field.make_mut().alias = Some(Name::new(&alias).unwrap());
    }
    // No document has a dollar sign in a string.
    let text = own.to_string().replace('$', &format!("$s{round}_"));
    let document = ast::Document::parse(text, "numbered").unwrap();
    match document.definitions.into_iter().next() {
        Some(ast::Definition::OperationDefinition(operation)) => operation.as_ref().clone(),
        other => panic!("{other:?}"),
    }
}

/// One operation made of many, in order.
pub(crate) fn batch<'a>(operations: impl Iterator<Item = &'a ast::OperationDefinition>) -> String {
    let mut batch: Option<ast::OperationDefinition> = None;
    for (round, operation) in operations.enumerate() {
        let next = numbered(operation, round);
        match &mut batch {
            None => batch = Some(next),
            Some(batch) => {
                batch.variables.extend(next.variables);
                batch.selection_set.extend(next.selection_set);
            }
        }
    }
    batch.unwrap().to_string()
}

/// The same root fields many times, with the same variables.
pub(crate) fn repeated(operation: &ast::OperationDefinition, times: usize) -> String {
    let mut batch = operation.clone();
    batch.selection_set.clear();
    for round in 0..times {
        for selection in &operation.selection_set {
            let ast::Selection::Field(field) = selection else { continue };
            let mut field = field.as_ref().clone();
            let alias = format!("s{round}_{}", field.response_name());
            field.alias = Some(Name::new(&alias).unwrap());
            batch.selection_set.push(ast::Selection::Field(field.into()));
        }
    }
    batch.to_string()
}
