//! `ghx capabilities`: small enough to read before every use.
//!
//! `UPDATE_EXPECT=1 cargo test -p ghx-cli explain` updates the golden files.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::{call, program};

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/explain")
}

fn ids() -> impl Iterator<Item = &'static str> {
    ghx::ALL.iter().map(|entry| entry.card.id)
}

fn tokens(text: &str) -> usize {
    tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len()
}

#[test]
fn every_explanation_matches_its_golden_file() {
    let mut stale = Vec::new();
    for id in ids() {
        let text = call(&["capabilities", "explain", id]).stdout;
        let path = golden().join(format!("{id}.txt"));
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::create_dir_all(golden()).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        if std::fs::read_to_string(&path).unwrap_or_default() != text {
            stale.push(id);
        }
    }
    assert!(
        stale.is_empty(),
        "stale: {stale:?}; run `UPDATE_EXPECT=1 cargo test -p ghx-cli explain` and read the difference"
    );
    let known: Vec<_> = std::fs::read_dir(golden()).unwrap().collect();
    assert_eq!(known.len(), ids().count(), "a file belongs to each capability and to nothing else");
}

#[test]
fn an_explanation_takes_50_to_200_tokens() {
    for id in ids() {
        let count = tokens(&call(&["capabilities", "explain", id]).stdout);
        assert!((50..=200).contains(&count), "{id}: {count} tokens");
        let json = tokens(&call(&["capabilities", "explain", id, "--json"]).stdout);
        assert!((50..=250).contains(&json), "{id}: {json} tokens as JSON");
    }
}

#[test]
fn the_json_has_what_an_agent_needs() {
    let called = call(&["capabilities", "explain", "issue.labels.add", "--json"]);
    let explained = called.json();
    for (member, expected) in [
        ("capability_id", json!("issue.labels.add")),
        ("purpose", json!("Add labels to an issue, keeping those it has.")),
        ("required_inputs", json!(["issue", "labels"])),
        ("optional_inputs", json!([])),
        ("preferred_route", json!("graphql")),
        ("output_fields", json!(["id", "number", "url", "labels"])),
        ("example", json!("ghx run issue.labels.add --input '{\"issue\":\"acme/widgets#42\",\"labels\":[\"bug\"]}'")),
    ] {
        assert_eq!(explained[member], expected, "{member}");
    }
    assert!(explained["fallback_routes"].is_array());
    let alias = call(&["capabilities", "explain", "issue.labels.update", "--json"]).json();
    assert_eq!(alias["capability_id"], "issue.labels.set");
}

#[test]
fn an_explanation_says_what_the_inputs_mean() {
    let text = call(&["capabilities", "explain", "issue.labels.add"]).stdout;
    for line in [
        "  issue: OWNER/NAME#N or URL (or issueId, or owner + name + issueNumber)\n",
        "returns: id, number, url, labels: [string]\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let json = call(&["capabilities", "explain", "repo.view", "--json"]).json();
    assert_eq!(json["inputs"]["repo"], "OWNER/NAME or URL");
    for entry in ghx::ALL {
        let text = call(&["capabilities", "explain", entry.card.id]).stdout;
        for input in entry.card.inputs {
            assert!(text.contains(&format!(" - {}\n", input.description)), "{}: {text}", entry.card.id);
        }
    }
}

#[test]
fn every_example_can_be_pasted() {
    for id in ids() {
        let explained = call(&["capabilities", "explain", id, "--json"]).json();
        let example = explained["example"].as_str().unwrap();
        let words = std::process::Command::new("sh")
            .args(["-c", &format!("ghx() {{ printf '%s\\n' \"$#\" \"$4\"; }}; {example}")])
            .output()
            .unwrap();
        let printed = String::from_utf8(words.stdout).unwrap();
        let (count, input) = printed.split_once('\n').unwrap();
        assert_eq!(count, "4", "{example}");
        let plan = call(&["run", id, "--plan", "--input", input]);
        assert_eq!(plan.exit, ghx_cli::Exit::Success, "{example}: {}", plan.stderr);
    }
}

#[test]
fn the_list_is_grouped_by_domain() {
    let text = program(&["capabilities", "list"]).run();
    let domains: Vec<&str> = text.stdout.lines().filter(|line| !line.is_empty() && !line.starts_with(' ')).collect();
    assert!(domains.starts_with(&["issue", "pr", "repo"]), "{domains:?}");
    assert!(text.stdout.contains("  issue.labels.add"), "{}", text.stdout);

    let all = program(&["capabilities", "list", "--json"]).run().expect(0);
    assert_eq!(all.as_array().unwrap().len(), ghx::ALL.len());
    let pr = program(&["capabilities", "list", "--json", "--domain", "pr"]).run().expect(0);
    let pr: &Vec<Value> = pr.as_array().unwrap();
    assert!(pr.iter().all(|entry| entry["capability_id"].as_str().unwrap().starts_with("pr.")) && !pr.is_empty());
    let merge = pr.iter().find(|entry| entry["capability_id"] == "pr.merge").unwrap();
    assert_eq!(*merge, json!({"capability_id": "pr.merge", "description": "Merge a pull request.", "effect": "write"}));
}

#[test]
fn mistyped_names_are_suggested() {
    let ended = program(&["capabilities", "explain", "issue.lables.add"]).run();
    assert!(ended.stderr.contains("did you mean `issue.labels.add`?"), "{}", ended.stderr);
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""));
    let ended = program(&["capabilities", "list", "--domain", "isue"]).run();
    assert!(ended.stderr.contains("did you mean `issue`?"), "{}", ended.stderr);
    assert_eq!(ended.code, Some(2));
}
