//! What the pages of the repository show works as shown.

use ghx_codegen::{Catalog, Files, report};
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The blocks of a language in a Markdown file, without their indentation.
fn blocks(markdown: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}");
    let mut blocks = Vec::new();
    let mut lines = markdown.lines();
    while let Some(line) = lines.next() {
        if line.trim() != fence {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let body = lines.by_ref().take_while(|line| line.trim() != "```");
        let lines: Vec<&str> = body.map(|line| line.get(indent..).unwrap_or_default()).collect();
        blocks.push(lines.join("\n") + "\n");
    }
    blocks
}

#[test]
fn the_steps_of_contributing_add_issue_lock() {
    let text = std::fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let (card, document) = (&blocks(&text, "yaml")[0], &blocks(&text, "graphql")[0]);
    let mut files = Files::below(root());
    files.overrides.insert(root().join("cards/issue.lock.yaml"), Some(card.clone()));
    files.overrides.insert(root().join("operations/issue-lock.graphql"), Some(document.clone()));
    let catalog = Catalog::load(files).and_then(Catalog::bind);
    let catalog =
        catalog.unwrap_or_else(|refused| panic!("{}", report::render_all(&refused.sources, &refused.problems, false)));
    assert!(catalog.problems.is_empty());
    let rust = catalog.emit().unwrap();
    assert!(rust.contains("pub struct IssueLock ") && rust.contains("pub fn lock("));
    assert!(catalog.capabilities_page().contains("issue.lock"));
}

#[test]
fn the_mistake_in_the_readme_is_reported_as_shown() {
    let text = std::fs::read_to_string(root().join("README.md")).unwrap();
    let card = root().join("cards/issue.labels.add.yaml");
    let broken = std::fs::read_to_string(&card).unwrap().replace("nodes![].name", "nodes![].nme");
    let mut files = Files::below(root());
    files.overrides.insert(card, Some(broken));
    let refused = Catalog::load(files).and_then(Catalog::bind).expect_err("a problem");
    let shown: Vec<String> = refused.problems.iter().map(|p| report::render(&refused.sources, p, false)).collect();
    assert_eq!(shown.len(), 1);
    assert_eq!(blocks(&text, "text")[0].trim_end(), shown[0].trim_end());
}

fn guide(name: &str) -> String {
    std::fs::read_to_string(root().join("docs").join(name)).unwrap()
}

#[test]
fn the_card_guide_shows_the_example() {
    let example = std::fs::read_to_string(root().join("examples/own_card/src/main.rs")).unwrap();
    let blocks = blocks(&guide("cards.md"), "rust,ignore");
    assert!(!blocks.is_empty());
    for block in blocks {
        assert!(example.contains(&block), "not in examples/own_card:\n{block}");
    }
}

#[test]
fn the_json_of_the_guides_is_what_ghx_reads_and_writes() {
    let chain = serde_json::from_str(&blocks(&guide("chains.md"), "json")[0]).unwrap();
    let steps = ghx::TaskRequest::list_from_json(&chain).unwrap();
    let plan = ghx::task::Tasks::new(&steps).plan(50).unwrap();
    assert_eq!((plan.waves().len(), plan.http_calls()), (2, 4));

    let shown: serde_json::Value = serde_json::from_str(&blocks(&guide("errors.md"), "json")[0]).unwrap();
    let error = ghx::Error::server("…").in_phase(ghx::error::Phase::MayBeApplied);
    assert_eq!(serde_json::to_value(ghx::envelope::ErrorBody::from(&error)).unwrap(), shown);
}
