//! The checker on small crates.

use std::collections::BTreeMap;
use std::path::Path;

use super::page::Page;
use super::sources::{Crate, Uses};
use super::{cycle, problems};

/// The uses of a crate that is given as files and their texts.
fn try_uses(files: &[(&str, &str)]) -> Result<Uses, String> {
    let files: BTreeMap<&str, &str> = files.iter().copied().collect();
    let read = |path: &Path| files.get(path.to_str().unwrap()).map(|text| (*text).to_owned());
    Crate { name: "small-crate", root: Path::new("lib.rs"), out_dir: Some(Path::new("out")), read: &read }.uses()
}

fn uses(files: &[(&str, &str)]) -> String {
    let uses = try_uses(files).unwrap();
    let line = |(module, used): (String, std::collections::BTreeSet<String>)| {
        format!("{module}: {}", used.into_iter().collect::<Vec<_>>().join(" "))
    };
    uses.into_iter().map(line).collect::<Vec<_>>().join("; ")
}

/// What module `a` uses if it has this text, in a crate with modules `b`, `c` and `d`.
fn used_by_a(text: &str) -> String {
    let root = "mod a; mod b; mod c; mod d; pub use b::Thing; use c::inner as renamed;";
    let files = [("lib.rs", root), ("a.rs", text), ("b.rs", ""), ("c.rs", ""), ("d/mod.rs", "")];
    let all = uses(&files);
    all.split("; ").next().unwrap().trim_start_matches("a:").trim().to_owned()
}

/// Compares what `a` uses with these texts.
fn check(cases: &[(&str, &str)]) {
    for (text, used) in cases {
        assert_eq!(used_by_a(text), *used, "{text}");
    }
}

#[test]
fn imports_of_every_form_are_found() {
    check(&[
        ("use crate::b::X;", "b"),
        ("use crate::{b::X, c::{self, Y}, d::*};", "b c d"),
        ("use super::b;", "b"),
        ("pub(crate) use small_crate::b::X as Y;", "b"),
        ("use crate::Thing;", "b"),
        ("use std::fmt; use self::inner::X; mod inner {} fn f() { other::crate_like(); }", ""),
        ("mod inner { use super::super::b::X; use super::Own; use crate::a::Own; }", "b"),
        ("mod inner { mod deep { fn f() { super::super::super::c::f() } } }", "c"),
    ]);
}

#[test]
fn paths_of_every_form_are_found() {
    check(&[
        ("fn f(x: crate::b::X) -> Option<crate::c::Y> { crate::d::f() }", "b c d"),
        ("impl crate::b::T for X {} static Y: u8 = crate::c::Y;", "b c"),
        ("fn f() { println!(\"{}\", crate::b::X); }", "b"),
        ("macro_rules! m { ($d:ident) => { crate::b::f($d); { crate::c::g(); $crate::d::h() } }; }", "b c"),
        ("custom! { use crate::{b::X, c}; }", "b c"),
        ("#[derive(Clone)] enum E { A(Box<dyn crate::b::T>) }", "b"),
        ("fn f() { let text = \"crate::b::X\"; } // crate::c", ""),
        ("fn f() { quote! { crate::b::X } }", ""),
    ]);
}

#[test]
fn code_of_tests_is_left_out() {
    for text in [
        "#[cfg(test)] mod tests { use crate::b; }",
        "#[cfg(test)] mod tests;",
        "#[cfg(test)] use crate::b;",
        "#[cfg(all(unix, test))] fn f() { crate::b::f() }",
        "#[test] fn f() { crate::b::f() }",
        "impl X { #[cfg(test)] fn f() { crate::b::f() } }",
        "fn f() { #[cfg(test)] let x = crate::b::X; }",
    ] {
        assert_eq!(used_by_a(text), "", "{text}");
    }
    assert_eq!(used_by_a("#[cfg(not(test))] use crate::b;"), "b");
    assert_eq!(used_by_a("#[cfg(any(unix, test))] use crate::b;"), "b");
}

#[test]
fn files_of_every_form_are_followed() {
    let files = [
        ("lib.rs", "mod a; mod b; #[path = \"other.rs\"] mod c;"),
        ("a.rs", "mod inner;"),
        ("a/inner.rs", "mod deep;"),
        ("a/inner/deep/mod.rs", "use crate::b::X;"),
        ("b/mod.rs", "mod part;"),
        ("b/part.rs", "use crate::c::X;"),
        ("other.rs", ""),
    ];
    assert_eq!(uses(&files), "a: b; b: c; c: ");
}

#[test]
fn exported_macros_and_generated_code_are_modules_as_well() {
    let files = [
        ("lib.rs", "mod a; mod b; include!(concat!(env!(\"OUT_DIR\"), \"/made.rs\")); pub use made::*;"),
        ("a.rs", "fn f() { crate::shout!(); crate::ALL; } mod inner { use crate::Made; }"),
        ("b.rs", "#[macro_export] macro_rules! shout { () => {}; }"),
        ("out/made.rs", "pub static ALL: u8 = 0; pub mod made { pub struct Made; use ::small_crate::b::X; }"),
    ];
    assert_eq!(uses(&files), "a: b generated; b: ; generated: ");
    let unknown = [files[0], ("a.rs", "use crate::Unknown;"), files[2], files[3]];
    assert_eq!(try_uses(&unknown).unwrap_err(), "`a` names `crate::Unknown`, which is not in a module");
}

#[test]
fn an_item_of_the_root_is_an_error() {
    let error = try_uses(&[("lib.rs", "mod a; pub fn run() {}"), ("a.rs", "fn f() { crate::run() }")]).unwrap_err();
    assert_eq!(error, "`a` names `crate::run`, which is not in a module");
}

#[test]
fn a_cycle_is_found_and_named() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a.rs", "use crate::b;"),
        ("b.rs", "use crate::c;"),
        ("c.rs", "fn f() { crate::b::f() }"),
    ];
    let cyclic = try_uses(&files).unwrap();
    assert_eq!(cycle::find(&cyclic).unwrap(), ["b", "c", "b"]);
    // Even a list that allows all of it.
    let page = Page::parse("```modules small\na: first (uses: b)\nb: second (uses: c)\nc: third (uses: b)\n```\n");
    assert_eq!(problems(page.blocks().next().unwrap(), &cyclic), ["a cycle: b -> c -> b"]);
    let one_way = try_uses(&[files[0], files[1], files[2], ("c.rs", "")]).unwrap();
    assert_eq!(cycle::find(&one_way), None);
}

#[test]
fn the_list_and_the_code_must_be_equal() {
    let files = [("lib.rs", "mod a; mod b; mod d;"), ("a.rs", "use crate::b;"), ("b.rs", ""), ("d.rs", "")];
    let uses = try_uses(&files).unwrap();
    let found =
        |lines: &str| problems(Page::parse(&format!("```modules x\n{lines}\n```\n")).blocks().next().unwrap(), &uses);
    assert_eq!(found("a: first (uses: b)\nb: second\nd: third"), [""; 0]);
    assert_eq!(found("a: first\nb: second\nd: third"), ["`a` must not use `b`: the list does not allow it"]);
    assert_eq!(
        found("a: first (uses: b)\nb: second (uses: d)\nd: third"),
        ["`b` does not use `d`, which the list allows"]
    );
    assert_eq!(found("a: first (uses: b)\nb: second"), ["`d` is not in the list"]);
    assert_eq!(found("a: first (uses: b)\nb: ?\nd: third"), ["`b` has no description"]);
    assert_eq!(found("a: first (uses: b)\nb: second\nd: third\ne: gone"), ["`e` is in the list but not in the code"]);
}

#[test]
fn updating_keeps_text_order_and_descriptions() {
    let text = "# Title\n\n```modules x\nb: second (uses: a)\na: first, which (uses: gone)\ngone: away\n```\n\n```text\nx: y\n```\n";
    let mut page = Page::parse(text);
    assert_eq!(page.to_string(), text);
    let files = [("lib.rs", "mod a; mod b; mod c;"), ("a.rs", "use crate::b;"), ("b.rs", ""), ("c.rs", "")];
    let uses = try_uses(&files).unwrap();
    page.blocks_mut().for_each(|block| block.update(&uses));
    let expected = "# Title\n\n```modules x\nb: second\na: first, which (uses: b)\nc: ?\n```\n\n```text\nx: y\n```\n";
    assert_eq!(page.to_string(), expected);
}
