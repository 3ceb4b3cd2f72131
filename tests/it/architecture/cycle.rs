//! Cycles in a graph of modules.

use std::collections::BTreeSet;

use super::sources::Uses;

/// The first cycle that is found, as the modules on it; the first one is repeated at the end.
pub(super) fn find(uses: &Uses) -> Option<Vec<String>> {
    let mut done = BTreeSet::new();
    uses.keys().find_map(|module| visit(uses, module, &mut Vec::new(), &mut done))
}

fn visit<'a>(
    uses: &'a Uses,
    module: &'a str,
    path: &mut Vec<&'a str>,
    done: &mut BTreeSet<&'a str>,
) -> Option<Vec<String>> {
    if let Some(start) = path.iter().position(|seen| *seen == module) {
        return Some(path[start..].iter().chain([&module]).map(|name| (*name).to_owned()).collect());
    }
    if done.contains(module) {
        return None;
    }
    path.push(module);
    let found = uses.get(module)?.iter().find_map(|used| visit(uses, used, path, done));
    path.pop();
    done.insert(module);
    found
}
