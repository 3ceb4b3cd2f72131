//! The modules of a crate and which others each of them uses, as its sources say.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::{Expr, ExprLit, Item, ItemMod, Lit, Meta};

use super::paths::{Segments, attributes, is_test, of_items, of_use};

/// The top-level modules, each with those that it uses.
pub(super) type Uses = BTreeMap<String, BTreeSet<String>>;

/// The module of what a build script writes and the root includes. What it uses is not followed: it is written for the
/// crate as a whole, as code of a user would be.
const GENERATED: &str = "generated";

/// Where the sources of a crate are.
pub(super) struct Crate<'a> {
    pub(super) name: &'a str,
    /// `lib.rs` or `main.rs`.
    pub(super) root: &'a Path,
    /// The folder of files that the root includes.
    pub(super) out_dir: Option<&'a Path>,
    pub(super) read: &'a dyn Fn(&Path) -> Option<String>,
}

/// One module, with its submodules taken apart.
struct Module {
    /// `["engine", "routes"]`.
    path: Segments,
    items: Vec<Item>,
}

impl Crate<'_> {
    pub(super) fn uses(&self) -> Result<Uses, String> {
        let root = self.parse(self.root)?;
        let folder = self.root.parent().unwrap_or(Path::new(""));
        let mut modules = Vec::new();
        self.submodules(&root, &[], folder, &mut modules)?;
        modules.extend(self.generated(&root)?);
        let names = Names::of(&root, &modules);
        let mut uses: Uses = modules.iter().map(|module| (module.path[0].clone(), BTreeSet::new())).collect();
        let mut unknown = BTreeSet::new();
        for module in modules.iter().filter(|module| module.path[0] != GENERATED) {
            for path in of_items(&module.items) {
                let Some(name) = self.at_the_root(&path, &module.path) else { continue };
                match names.module(&name) {
                    Some(target) if target == module.path[0] => {}
                    Some(target) => _ = uses.entry(module.path[0].clone()).or_default().insert(target),
                    None => _ = unknown.insert((module.path.join("::"), path.join("::"))),
                }
            }
        }
        let unknown = unknown.into_iter();
        let unknown: Vec<String> =
            unknown.map(|(module, path)| format!("`{module}` names `{path}`, which is not in a module")).collect();
        if unknown.is_empty() { Ok(uses) } else { Err(unknown.join("\n")) }
    }

    fn parse(&self, path: &Path) -> Result<Vec<Item>, String> {
        let text = (self.read)(path).ok_or_else(|| format!("there is no {}", path.display()))?;
        syn::parse_file(&text).map(|file| file.items).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// The modules that items declare, and theirs.
    fn submodules(&self, items: &[Item], at: &[String], folder: &Path, all: &mut Vec<Module>) -> Result<(), String> {
        for item in items {
            let Item::Mod(module) = item else { continue };
            if is_test(&module.attrs) {
                continue;
            }
            let name = module.ident.to_string();
            let path = [at, std::slice::from_ref(&name)].concat();
            let items = match &module.content {
                Some((_, items)) => items.clone(),
                None => self.parse(&self.file_of(module, &name, folder)?)?,
            };
            self.submodules(&items, &path, &folder.join(&name), all)?;
            all.push(Module { path, items });
        }
        Ok(())
    }

    fn file_of(&self, module: &ItemMod, name: &str, folder: &Path) -> Result<PathBuf, String> {
        let stated = module.attrs.iter().find_map(|attribute| match &attribute.meta {
            Meta::NameValue(pair) if pair.path.is_ident("path") => text_of(&pair.value),
            _ => None,
        });
        let usual = [folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs")];
        let places = stated.map(|path| folder.join(path)).into_iter().chain(usual);
        let found = places.into_iter().find(|path| (self.read)(path).is_some());
        found.ok_or_else(|| format!("there is no file for `{name}` in {}", folder.display()))
    }

    /// What the root includes from the folder of the build script, with its modules.
    fn generated(&self, root: &[Item]) -> Result<Vec<Module>, String> {
        let Some(out_dir) = self.out_dir else { return Ok(Vec::new()) };
        let mut modules = Vec::new();
        for item in root {
            let Item::Macro(item) = item else { continue };
            if !item.mac.path.is_ident("include") {
                continue;
            }
            let tokens = item.mac.tokens.to_string();
            let file = tokens.rsplit('"').nth(1).unwrap_or_default().trim_start_matches('/');
            let items = self.parse(&out_dir.join(file))?;
            self.submodules(&items, &[GENERATED.to_owned()], out_dir, &mut modules)?;
            modules.push(Module { path: vec![GENERATED.to_owned()], items });
        }
        Ok(modules)
    }

    /// The name in the root of the crate that a path begins with, if it begins there.
    fn at_the_root(&self, path: &[String], module: &[String]) -> Option<String> {
        let mut at = module.to_vec();
        let mut rest = path.iter().map(String::as_str).peekable();
        match rest.next()? {
            "crate" => at.clear(),
            "self" => {}
            "super" => {
                at.pop();
                while rest.next_if(|segment| *segment == "super").is_some() {
                    at.pop();
                }
            }
            first if first == self.name.replace('-', "_") => at.clear(),
            _ => return None,
        }
        if at.is_empty() { rest.next().map(str::to_owned) } else { Some(at.swap_remove(0)) }
    }
}

fn text_of(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

/// What the root of a crate calls what.
struct Names {
    modules: BTreeSet<String>,
    /// Imports of the root, as written: `Error` is `error::Error`.
    imports: BTreeMap<String, Segments>,
    /// What is at the root wherever it is written, with the module that it is in: exported macros, and generated code.
    elsewhere: BTreeMap<String, String>,
}

impl Names {
    fn of(root: &[Item], modules: &[Module]) -> Self {
        let uses = root.iter().filter_map(|item| match item {
            Item::Use(item) if !is_test(&item.attrs) => Some(of_use(&item.tree)),
            _ => None,
        });
        let (globs, imports): (Vec<Segments>, Vec<Segments>) =
            uses.flatten().partition(|path| path.last().is_some_and(|name| name == "*"));
        let is_at_the_root = |module: &Module| {
            let path = module.path.strip_prefix(&[GENERATED.to_owned()]).unwrap_or(&module.path);
            module.path == [GENERATED] || globs.iter().any(|glob| glob[..glob.len() - 1] == *path)
        };
        let elsewhere = modules.iter().flat_map(|module| {
            let all = is_at_the_root(module);
            let items = module.items.iter().filter(move |item| all || is_exported_macro(item));
            items.filter_map(name_of).map(|name| (name, module.path[0].clone()))
        });
        Self {
            modules: modules.iter().map(|module| module.path[0].clone()).collect(),
            imports: imports.into_iter().filter_map(|path| Some((path.last()?.clone(), path))).collect(),
            elsewhere: elsewhere.collect(),
        }
    }

    /// The module that has a name of the root.
    fn module(&self, name: &str) -> Option<String> {
        if self.modules.contains(name) {
            return Some(name.to_owned());
        }
        let import = self.imports.get(name).and_then(|path| path.iter().find(|segment| !is_relative(segment)));
        match import {
            Some(first) if first != name => self.module(first),
            _ => self.elsewhere.get(name).cloned(),
        }
    }
}

fn is_relative(segment: &str) -> bool {
    ["self", "crate"].contains(&segment)
}

fn is_exported_macro(item: &Item) -> bool {
    matches!(item, Item::Macro(_)) && attributes(item).iter().any(|attribute| attribute.path().is_ident("macro_export"))
}

fn name_of(item: &Item) -> Option<String> {
    match item {
        Item::Const(item) => Some(item.ident.to_string()),
        Item::Enum(item) => Some(item.ident.to_string()),
        Item::Fn(item) => Some(item.sig.ident.to_string()),
        Item::Macro(item) => item.ident.as_ref().map(ToString::to_string),
        Item::Mod(item) => Some(item.ident.to_string()),
        Item::Static(item) => Some(item.ident.to_string()),
        Item::Struct(item) => Some(item.ident.to_string()),
        Item::Type(item) => Some(item.ident.to_string()),
        _ => None,
    }
}
