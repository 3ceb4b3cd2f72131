//! Equal types of responses become one, and all get short names: the generator names a type by its whole path.

use super::tokens::mentions;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use std::collections::{BTreeMap, BTreeSet};
use syn::{
    Item, parse_quote,
    visit_mut::{self, VisitMut},
};

/// Names that a type of a response may not have.
const RESERVED: [&str; 9] = ["ResponseData", "Variables", "Option", "Vec", "String", "Box", "Some", "None", "Self"];

/// Which operation a type belongs to, and where it is among its types.
type Place = (usize, usize);

/// Shortens the names of the types of several operations, and takes out those that occur more than once.
/// The result is what all of them share.
pub(super) fn merge(operations: &mut [Vec<Item>], enums: &BTreeSet<String>) -> Vec<Item> {
    let mut groups: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    for (at, items) in operations.iter().enumerate() {
        let types = Types::new(items);
        for (index, key) in types.keys() {
            groups.entry(key).or_default().push((at, index));
        }
    }
    let mut groups: Vec<Vec<Place>> = groups.into_values().collect();
    // What is shared is named first: the names of an operation's own types must differ from it.
    groups.sort_by_key(|places| (places.len() == 1, places.clone()));
    let name_of = |place: &Place| declared_name(&operations[place.0][place.1]).map(ToString::to_string);
    let mut taken: BTreeSet<String> = RESERVED.iter().map(ToString::to_string).chain(enums.iter().cloned()).collect();
    let mut own: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    let mut renamed: Vec<Renaming> = operations.iter().map(|_| Renaming::default()).collect();
    for places in &groups {
        let names: Vec<String> = places.iter().filter_map(name_of).collect();
        let shared = places.len() > 1;
        let operation = places.first().map_or(0, |place| place.0);
        let local = own.entry(operation).or_default();
        let item = places.first().map(|place| &operations[place.0][place.1]);
        let name =
            short_name(&names, &content_name(item), |name| taken.contains(name) || (!shared && local.contains(name)));
        if shared {
            taken.insert(name.clone())
        } else {
            local.insert(name.clone())
        };
        for (place, old) in places.iter().zip(names) {
            renamed[place.0].0.insert(old, format_ident!("{name}"));
        }
    }
    for (items, renaming) in operations.iter_mut().zip(&mut renamed) {
        for item in items {
            renaming.visit_item_mut(item);
        }
    }
    let shared: Vec<&Vec<Place>> = groups.iter().filter(|places| places.len() > 1).collect();
    let items = shared.iter().filter_map(|places| places.first()).map(|at| operations[at.0][at.1].clone()).collect();
    let gone: BTreeSet<Place> = shared.into_iter().flatten().copied().collect();
    for (at, items) in operations.iter_mut().enumerate() {
        let mut index = 0..;
        items.retain(|_| !index.next().is_some_and(|index| gone.contains(&(at, index))));
    }
    items
}

/// The name of a struct or enum.
pub(super) fn declared_name(item: &Item) -> Option<&Ident> {
    match item {
        Item::Struct(item) => Some(&item.ident),
        Item::Enum(item) => Some(&item.ident),
        _ => None,
    }
}

/// The shortest end of all the names, in whole words, that is free.
fn short_name(names: &[String], fallback: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let words: Vec<Vec<String>> = names.iter().map(|name| words(name)).collect();
    let first = words.first().cloned().unwrap_or_default();
    let common = (1..=first.len()).take_while(|n| words.iter().all(|words| words.ends_with(&first[first.len() - n..])));
    let ends: Vec<String> = common.map(|n| first[first.len() - n..].concat()).collect();
    let longest = ends.last().cloned().unwrap_or_else(|| fallback.to_owned());
    let numbered = (2..).map(|n| format!("{longest}{n}"));
    ends.into_iter().chain([longest.clone()]).chain(numbered).find(|name| !is_taken(name)).unwrap_or(longest)
}

/// A name for types that are called differently at each place: what they hold.
fn content_name(item: Option<&Item>) -> String {
    match item {
        Some(Item::Struct(item)) => {
            let fields = item.fields.iter().filter_map(|field| field.ident.as_ref()).take(3);
            fields.map(|field| crate::names::type_name(&field.to_string())).collect()
        }
        _ => "Kinds".to_owned(),
    }
}

/// `IssueViewNode` → `Issue`, `View`, `Node`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for c in name.chars() {
        match words.last_mut() {
            Some(word) if !c.is_uppercase() => word.push(c),
            _ => words.push(c.to_string()),
        }
    }
    words
}

/// The types of one operation that are read.
struct Types<'a> {
    items: BTreeMap<String, (usize, &'a Item)>,
}

impl<'a> Types<'a> {
    fn new(items: &'a [Item]) -> Self {
        let read = items.iter().enumerate().filter(|(_, item)| mentions(&item.to_token_stream(), "Deserialize"));
        let named = read.filter_map(|(index, item)| Some((declared_name(item)?.to_string(), (index, item))));
        Types { items: named.filter(|(name, _)| name != "ResponseData").collect() }
    }

    fn keys(&self) -> Vec<(usize, String)> {
        self.items.values().map(|(index, item)| (*index, self.key(item))).collect()
    }

    /// What the type is, whatever it and the types inside it are called.
    fn key(&self, item: &Item) -> String {
        let own = declared_name(item).map(ToString::to_string).unwrap_or_default();
        self.text(item.to_token_stream(), &own)
    }

    fn text(&self, tokens: TokenStream, own: &str) -> String {
        let text = |token| match token {
            TokenTree::Group(group) => format!("{:?}({})", group.delimiter(), self.text(group.stream(), own)),
            TokenTree::Ident(ident) if ident == own => "_ ".to_owned(),
            TokenTree::Ident(ident) => match self.items.get(&ident.to_string()) {
                Some((_, inner)) => format!("<{}>", self.key(inner)),
                None => format!("{ident} "),
            },
            other => other.to_string(),
        };
        tokens.into_iter().map(text).collect()
    }
}

/// Old names of types and their new ones.
#[derive(Default)]
struct Renaming(BTreeMap<String, Ident>);

impl VisitMut for Renaming {
    fn visit_ident_mut(&mut self, ident: &mut Ident) {
        if let Some(new) = self.0.get(&ident.to_string()) {
            *ident = new.clone();
        }
        visit_mut::visit_ident_mut(self, ident);
    }
}

/// Takes out the variables that several operations have in common; each of them imports its own.
pub(super) fn variables(operations: &mut [Vec<Item>]) -> Vec<Item> {
    let mut known: BTreeMap<String, (Item, Vec<Place>)> = BTreeMap::new();
    for (at, items) in operations.iter().enumerate() {
        // Input objects are declared next to the variables that hold them.
        let sent = items.iter().filter(|item| mentions(&item.to_token_stream(), "Serialize")).count();
        let own = items.iter().position(|item| declared_name(item).is_some_and(|name| name == "Variables"));
        let Some(index) = own.filter(|_| sent == 1) else { continue };
        let text = items[index].to_token_stream().to_string();
        known.entry(text).or_insert_with(|| (items[index].clone(), Vec::new())).1.push((at, index));
    }
    let mut shared = Vec::new();
    for (mut item, places) in known.into_values().filter(|(_, places)| places.len() > 1) {
        let name = variables_name(&item);
        for (at, index) in places {
            operations[at][index] = parse_quote!(pub use super::shared::#name as Variables;);
        }
        if let Item::Struct(item) = &mut item {
            item.ident = name;
        }
        shared.push(item);
    }
    shared
}

/// The names of all of them: `OwnerNameNumberVariables`.
fn variables_name(item: &Item) -> Ident {
    let Item::Struct(item) = item else { return format_ident!("Variables") };
    let fields = item.fields.iter().filter_map(|field| field.ident.as_ref());
    let names: String = fields.map(|field| crate::names::type_name(&field.to_string())).collect();
    format_ident!("{names}Variables")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operation(name: &str) -> Vec<Item> {
        let (root, labels, own) =
            (format_ident!("{name}Issue"), format_ident!("{name}IssueLabels"), format_ident!("{name}Url"));
        let field = format_ident!("{}", name.to_lowercase());
        vec![
            parse_quote!(#[derive(Deserialize)] pub struct ResponseData { issue: #root, url: #own }),
            parse_quote!(#[derive(Deserialize)] pub struct #root { labels: Option<#labels> }),
            parse_quote!(#[derive(Deserialize)] pub struct #labels { name: String }),
            parse_quote!(#[derive(Deserialize)] pub struct #own { #field: String }),
        ]
    }

    #[test]
    fn equal_types_become_one_and_names_short() {
        let mut operations = vec![operation("View"), operation("Close")];
        let shared = merge(&mut operations, &BTreeSet::from(["Labels".to_owned()]));
        let text = |items: &[Item]| items.iter().map(|item| item.to_token_stream().to_string()).collect::<Vec<_>>();
        let shared = text(&shared);
        assert!(shared[0].contains("pub struct Issue { labels : Option < IssueLabels > }"), "{shared:?}");
        assert!(shared[1].contains("pub struct IssueLabels { name : String }"), "{shared:?}");
        let view = text(&operations[0]);
        assert_eq!(view.len(), 2);
        assert!(view[0].contains("ResponseData { issue : Issue , url : Url }"), "{view:?}");
        assert!(view[1].contains("pub struct Url { view : String }"), "{view:?}");
    }
}
