//! The schemas of cards and subjects that editors use: they accept what the compiler accepts, and refuse other keys and kinds of value.

use ghx_codegen::{Files, card::editor, source::Sources, yaml};
use serde_json::Value;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(text: &str) -> Value {
    let mut sources = Sources::default();
    let file = sources.add("card.yaml", "card.yaml", text);
    yaml::parse(&sources, file).expect("well-formed YAML").to_json()
}

fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the file is there")
}

#[test]
fn the_schemas_accept_every_card_and_subject() {
    let (cards, subjects) = (editor::card(), editor::subject());
    for folder in ["", "ghx-codegen/tests/it/fixtures/base", "examples/own_card", "tests/it/routing"] {
        let files = Files::below(&root().join(folder));
        assert!(!files.card_files().is_empty(), "{folder} has cards");
        let cards = files.card_files().into_iter().map(|path| (path, &cards));
        for (path, schema) in cards.chain(files.subject_files().into_iter().map(|path| (path, &subjects))) {
            let validator = jsonschema::draft202012::new(schema).expect("a valid schema");
            let errors: Vec<String> =
                validator.iter_errors(&read(&text_of(&path))).map(|e| format!("{}: {e}", e.instance_path())).collect();
            assert!(errors.is_empty(), "{}: {errors:#?}", path.display());
        }
    }
}

#[test]
fn every_card_names_its_schema() {
    let files = Files::below(root());
    for (paths, schema) in [(files.card_files(), "card.schema.json"), (files.subject_files(), "../subject.schema.json")]
    {
        for path in paths {
            let line = format!("# yaml-language-server: $schema={schema}\n");
            assert!(text_of(&path).starts_with(&line), "{}", path.display());
            assert!(path.parent().expect("a folder").join(schema).is_file(), "{schema} is there");
        }
    }
}

#[test]
fn the_schemas_refuse_broken_cards() {
    let (card, subject) =
        (text_of(&root().join("cards/issue.view.yaml")), text_of(&root().join("cards/subjects/issue.yaml")));
    for (schema, text, from, to) in [
        (editor::card(), &card, "effect: read", "efect: read"),
        (editor::card(), &card, "effect: read", "effect: reads"),
        (editor::card(), &card, "version: \"1.0.0\"\n", ""),
        (editor::card(), &card, "subject: issue", "subject: 1"),
        (editor::card(), &card, "  root: ", "  roots: "),
        (editor::card(), &card, "preferred: graphql", "preferred: grapql"),
        (editor::card(), &card, "method: GET", "method: FETCH"),
        (editor::card(), &card, "is: absent", "if: absent"),
        (editor::card(), &card, "without: app/", "withot: app/"),
        (editor::card(), &card, "type: string, description", "typ: string, description"),
        (editor::card(), &card, "args: [issueNumber]", "args: issueNumber"),
        (editor::subject(), &subject, "node: Issue", "nod: Issue"),
        (editor::subject(), &subject, "id: given", "id: gifen"),
        (editor::subject(), &subject, "vars: { label: key }", "vars: [label]"),
    ] {
        assert!(text.contains(from), "the card has `{from}`");
        assert!(jsonschema::is_valid(&schema, &read(text)), "{from}");
        assert!(!jsonschema::is_valid(&schema, &read(&text.replacen(from, to, 1))), "{to} is refused");
    }
}
