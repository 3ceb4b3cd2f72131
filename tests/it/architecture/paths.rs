//! The paths that a piece of code names, without the code of tests.

use syn::buffer::{Cursor, TokenBuffer};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, ImplItem, Item, Macro, Meta, Path, Stmt, Token, UseTree, punctuated::Punctuated};

/// A path as it is written: `["crate", "error", "Error"]`. A glob ends with `*`.
pub(super) type Segments = Vec<String>;

/// Every path of two or more segments in these items. Modules within them are left out: `sources` follows those.
pub(super) fn of_items(items: &[Item]) -> Vec<Segments> {
    let mut collector = Collector(Vec::new());
    for item in items.iter().filter(|item| !matches!(item, Item::Mod(_))) {
        collector.visit_item_mut(&mut item.clone());
    }
    collector.0
}

/// Whether an attribute leaves something out of the library: `#[cfg(test)]`, `#[cfg(doctest)]`, `#[test]`.
pub(super) fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let of_cfg = || attribute.parse_args::<Meta>().is_ok_and(|meta| needs_test(&meta));
        attribute.path().is_ident("test") || (attribute.path().is_ident("cfg") && of_cfg())
    })
}

fn needs_test(meta: &Meta) -> bool {
    let Meta::List(list) = meta else {
        return meta.path().is_ident("test") || meta.path().is_ident("doctest");
    };
    let inner = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).unwrap();
    match list.path.get_ident() {
        Some(name) if name == "all" => inner.iter().any(needs_test),
        Some(name) if name == "any" => inner.iter().all(needs_test),
        _ => false,
    }
}

/// The attributes of an item.
pub(super) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// The leaves of a tree of imports.
pub(super) fn of_use(tree: &UseTree) -> Vec<Segments> {
    match tree {
        UseTree::Path(path) => {
            let first = path.ident.to_string();
            of_use(&path.tree).into_iter().map(|rest| [vec![first.clone()], rest].concat()).collect()
        }
        UseTree::Name(name) => vec![vec![name.ident.to_string()]],
        UseTree::Rename(rename) => vec![vec![rename.ident.to_string()]],
        UseTree::Glob(_) => vec![vec!["*".to_owned()]],
        UseTree::Group(group) => group.items.iter().flat_map(of_use).collect(),
    }
}

struct Collector(Vec<Segments>);

impl VisitMut for Collector {
    fn visit_item_mut(&mut self, item: &mut Item) {
        if is_test(attributes(item)) {
            return;
        }
        if let Item::Use(item) = item {
            self.0.extend(of_use(&item.tree));
        }
        visit_mut::visit_item_mut(self, item);
    }

    fn visit_impl_item_mut(&mut self, item: &mut ImplItem) {
        let is_left_out = match item {
            ImplItem::Const(item) => is_test(&item.attrs),
            ImplItem::Fn(item) => is_test(&item.attrs),
            ImplItem::Type(item) => is_test(&item.attrs),
            ImplItem::Macro(item) => is_test(&item.attrs),
            _ => false,
        };
        if !is_left_out {
            visit_mut::visit_impl_item_mut(self, item);
        }
    }

    fn visit_stmt_mut(&mut self, statement: &mut Stmt) {
        let is_left_out = match statement {
            Stmt::Local(local) => is_test(&local.attrs),
            Stmt::Expr(Expr::Block(block), _) => is_test(&block.attrs),
            Stmt::Macro(invocation) => is_test(&invocation.attrs),
            _ => false,
        };
        if !is_left_out {
            visit_mut::visit_stmt_mut(self, statement);
        }
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        self.0.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit_mut::visit_path_mut(self, path);
    }

    fn visit_macro_mut(&mut self, invocation: &mut Macro) {
        // What is quoted is code of another crate.
        let is_quoted = invocation.path.segments.last().is_some_and(|name| name.ident.to_string().contains("quote"));
        if !is_quoted {
            of_tokens(TokenBuffer::new2(invocation.tokens.clone()).begin(), &mut self.0);
        }
        visit_mut::visit_macro_mut(self, invocation);
    }
}

/// The paths within a macro, which need not be Rust: every `a::b::c`. What begins with `$crate` is left out, since a macro
/// that says so is expanded elsewhere.
fn of_tokens(mut cursor: Cursor<'_>, found: &mut Vec<Segments>) {
    let mut path: Segments = Vec::new();
    while !cursor.eof() {
        if let Some(rest) = cursor.punct().filter(|(punct, _)| punct.as_char() == '$').map(|(_, rest)| rest) {
            path = vec!["$".to_owned()];
            cursor = rest;
        } else if let Some((name, rest)) = cursor.ident() {
            path.push(name.to_string());
            cursor = after_colons(rest).unwrap_or_else(|| {
                found.push(std::mem::take(&mut path));
                rest
            });
        } else if let Some((inside, _, _, rest)) = cursor.any_group() {
            let mut inner = Vec::new();
            of_tokens(inside, &mut inner);
            // The names of a group after `::` belong to the path before it.
            found.extend(inner.into_iter().map(|tail| [path.clone(), tail].concat()));
            path.clear();
            cursor = rest;
        } else {
            path.clear();
            cursor = cursor.token_tree().unwrap().1;
        }
    }
}

fn after_colons(cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    let (first, cursor) = cursor.punct()?;
    let (second, cursor) = cursor.punct()?;
    (first.as_char() == ':' && second.as_char() == ':').then_some(cursor)
}
