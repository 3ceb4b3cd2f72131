//! Subject files: `find`, and the lookups that it uses.

use super::{
    Edits, Kind,
    operations::references,
    output_paths::{each_segment, with_typo, without},
    subject,
};
use crate::mutants::{
    apply::Edit,
    corpus::{Role, Tree},
    yaml::{Entry, Sheet, entries, entry, text_of},
};

pub(super) const KINDS: &[&dyn Kind] = &[
    &subject("find-renamed", "an entry of `find` is renamed", renamed),
    &subject("find-dropped", "an entry of `find` is removed", dropped),
    &subject("find-form", "a form of an entry of `find` is removed, or unknown to the subject", form),
    &subject("find-given", "`given` is misspelt, or used where a lookup is needed", given),
    &subject("find-path", "a segment of a path is misspelt or removed", path),
    &subject("find-suggest", "`suggest` is removed, or is not a list of names", suggest),
    &subject("find-vars", "`vars` is removed, or names an unknown variable or value, or another value", vars),
    &subject("find-vars-swapped", "`owner` and `name` are swapped", crossed),
    &subject("find-lookup", "a form uses the lookup of another entry", other),
];

fn questions<'a>(sheet: &Sheet<'a>) -> impl Iterator<Item = Entry<'a>> {
    sheet.below(&["find"])
}

/// Every form of every entry of `find`.
fn forms<'a>(sheet: &Sheet<'a>) -> Vec<Entry<'a>> {
    let words = ["describe", "missing"];
    questions(sheet)
        .flat_map(|question| entries(question.value))
        .filter(|form| !words.contains(&form.key.name.as_str()))
        .collect()
}

fn renamed(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(questions(sheet).map(|question| sheet.misspell_key(question.key)));
}

fn dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(questions(sheet).map(|question| sheet.drop(question)));
}

fn form(sheet: &Sheet<'_>, out: &mut Edits) {
    for form in forms(sheet) {
        out.one(sheet.drop(form));
        for other in ["numbered", "named", "id", "sibling"] {
            out.one(Edit::replace(form.key.span.start..form.key.span.end, other));
        }
    }
}

fn given(sheet: &Sheet<'_>, out: &mut Edits) {
    for form in forms(sheet) {
        match text_of(form.value) {
            Some(_) => out.one(sheet.misspell(form.value)),
            None => out.one(sheet.put(form.value, "given")),
        }
    }
}

fn path(sheet: &Sheet<'_>, out: &mut Edits) {
    for path in forms(sheet).iter().filter_map(|form| entry(form.value, "path")) {
        each_segment(sheet, path.value, out, with_typo);
        each_segment(sheet, path.value, out, without);
        each_segment(sheet, path.value, out, |segment| Some(Some(format!("{segment}[]"))));
        out.one(sheet.drop(path));
    }
}

fn suggest(sheet: &Sheet<'_>, out: &mut Edits) {
    for suggest in forms(sheet).iter().filter_map(|form| entry(form.value, "suggest")) {
        each_segment(sheet, suggest.value, out, with_typo);
        each_segment(sheet, suggest.value, out, without);
        each_segment(sheet, suggest.value, out, |segment| segment.strip_suffix("[]").map(|name| Some(name.to_owned())));
        out.one(sheet.drop(suggest));
    }
}

fn vars(sheet: &Sheet<'_>, out: &mut Edits) {
    for vars in forms(sheet).iter().filter_map(|form| entry(form.value, "vars")) {
        out.one(sheet.drop(vars));
        for var in entries(vars.value) {
            out.some([sheet.misspell_key(var.key), sheet.misspell(var.value)]);
            for value in ["owner", "name", "number", "id", "anchor"] {
                out.one(sheet.put(var.value, value));
            }
        }
    }
}

fn crossed(sheet: &Sheet<'_>, out: &mut Edits) {
    for form in forms(sheet).iter().filter(|form| ["numbered", "named"].contains(&form.key.name.as_str())) {
        for crossed in ["owner: name, name: owner", "owner: name", "name: owner"] {
            match (entry(form.value, "vars"), entry(form.value, "operationName")) {
                (Some(vars), _) => out.some(entries(vars.value).next().map(|first| sheet.add_before(first, crossed))),
                (None, Some(name)) => out.one(sheet.add_before(name, &format!("vars: {{ {crossed} }}"))),
                _ => {}
            }
        }
    }
}

fn other(sheet: &Sheet<'_>, out: &mut Edits) {
    let mut known: Vec<(&str, &str)> = Vec::new();
    for original in sheet.catalogue.of(Role::Subject) {
        let Tree::Yaml(root) = &original.tree else { continue };
        let other = Sheet { text: &original.text, root, catalogue: sheet.catalogue };
        known.extend(
            references(&other)
                .iter()
                .filter_map(|name| Some((text_of(name.value)?, text_of(entry(name.map, "documentPath")?.value)?))),
        );
    }
    known.sort_unstable();
    known.dedup();
    for name in references(sheet) {
        let Some(document) = entry(name.map, "documentPath") else { continue };
        for (other, file) in &known {
            out.all(vec![sheet.put(name.value, *other), sheet.put(document.value, *file)]);
        }
    }
}
