//! `output` and `root`: the paths.

use ghx_codegen::yaml::Node;

use super::{Edits, Kind, card, output_entries::all_entries};
use crate::mutants::yaml::{Sheet, entry, text_of};

pub(super) const KINDS: &[&dyn Kind] = &[
    &card("path-misspelt", "a segment of an output path is misspelt", misspelt),
    &card("path-segment-dropped", "a segment of an output path is removed", segment_dropped),
    &card("path-segment-added", "an output path continues past a leaf", segment_added),
    &card("path-brackets-dropped", "`[]` is removed from an output path", brackets_dropped),
    &card("path-brackets-added", "`[]` is added to a segment that is not a list", brackets_added),
    &card("path-mark-dropped", "`!` is removed from an output path", mark_dropped),
    &card("path-malformed", "an output path is malformed", malformed),
    &card("root-misspelt", "a segment of `root` is misspelt", root_misspelt),
    &card("root-segment-dropped", "a segment of `root` is removed", root_segment_dropped),
    &card("root-dropped", "`root` is removed", root_dropped),
];

fn paths<'a>(sheet: &Sheet<'a>) -> Vec<&'a Node> {
    let path = |node: &'a Node| match text_of(node) {
        Some(_) => Some(node),
        None => entry(node, "path").or_else(|| entry(node, "count")).map(|path| path.value),
    };
    all_entries(sheet).into_iter().filter_map(|entry| path(entry.value)).collect()
}

fn roots<'a>(sheet: &Sheet<'a>) -> Vec<&'a Node> {
    let variants = sheet.below(&["graphql", "variants"]).filter_map(|variant| entry(variant.value, "root"));
    sheet.find(&["graphql", "root"]).into_iter().chain(variants).map(|root| root.value).collect()
}

/// The path with one segment changed, for each segment that `change` returns something for; an inner `None` removes it.
pub(super) fn each_segment(
    sheet: &Sheet<'_>,
    node: &Node,
    out: &mut Edits,
    change: fn(&str) -> Option<Option<String>>,
) {
    let segments: Vec<&str> = text_of(node).unwrap_or_default().split('.').collect();
    for (index, segment) in segments.iter().enumerate() {
        let Some(changed) = change(segment) else { continue };
        let mut path: Vec<String> = segments.iter().map(|&segment| segment.to_owned()).collect();
        match changed {
            Some(changed) => path[index] = changed,
            None if segments.len() == 1 => continue,
            None => drop(path.remove(index)),
        }
        out.one(sheet.put(node, format!("\"{}\"", path.join("."))));
    }
}

/// Adds a letter before `!` and `[]`.
#[allow(clippy::unnecessary_wraps, reason = "the form that `each_segment` takes")]
#[allow(clippy::option_option, reason = "no change, no segment, another segment")]
pub(super) fn with_typo(segment: &str) -> Option<Option<String>> {
    let name = segment.trim_end_matches(['!', '[', ']']);
    Some(Some(format!("{name}x{}", &segment[name.len()..])))
}

/// Removes the segment.
#[allow(clippy::unnecessary_wraps, reason = "the form that `each_segment` takes")]
#[allow(clippy::option_option, reason = "no change, no segment, another segment")]
pub(super) fn without(_: &str) -> Option<Option<String>> {
    Some(None)
}

fn misspelt(sheet: &Sheet<'_>, out: &mut Edits) {
    for path in paths(sheet) {
        each_segment(sheet, path, out, with_typo);
    }
}

fn segment_dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    for path in paths(sheet) {
        each_segment(sheet, path, out, without);
    }
}

fn segment_added(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(paths(sheet).iter().map(|path| sheet.put(path, format!("\"{}.id\"", text_of(path).unwrap_or_default()))));
}

fn brackets_dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    for path in paths(sheet) {
        each_segment(sheet, path, out, |segment| segment.strip_suffix("[]").map(|name| Some(name.to_owned())));
    }
}

fn brackets_added(sheet: &Sheet<'_>, out: &mut Edits) {
    for path in paths(sheet) {
        each_segment(sheet, path, out, |segment| (!segment.ends_with("[]")).then(|| Some(format!("{segment}[]"))));
    }
}

fn mark_dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    for path in paths(sheet) {
        each_segment(sheet, path, out, |segment| segment.contains('!').then(|| Some(segment.replace('!', ""))));
    }
}

fn malformed(sheet: &Sheet<'_>, out: &mut Edits) {
    for path in paths(sheet) {
        let text = text_of(path).unwrap_or_default();
        out.some([format!("\"{text}.\""), "\"\"".to_owned()].map(|bad| sheet.put(path, bad)));
    }
}

fn root_misspelt(sheet: &Sheet<'_>, out: &mut Edits) {
    for root in roots(sheet) {
        each_segment(sheet, root, out, with_typo);
    }
}

fn root_segment_dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    for root in roots(sheet) {
        each_segment(sheet, root, out, without);
    }
}

fn root_dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(sheet.find(&["graphql", "root"]).map(|root| sheet.drop(root)));
    let variants = sheet.below(&["graphql", "variants"]);
    out.some(variants.filter_map(|variant| entry(variant.value, "root")).map(|root| sheet.drop(root)));
}
