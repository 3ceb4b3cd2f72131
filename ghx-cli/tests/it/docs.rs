//! The commands in the documentation are run.

use crate::support::{program, root};

/// The lines of the `console` blocks of a page that call ghx, without what cargo needs to build it.
fn commands(page: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join(page)).unwrap();
    let mut commands = Vec::new();
    let mut is_console = false;
    for line in text.lines() {
        match line.trim() {
            "```console" => is_console = true,
            "```" => is_console = false,
            line if is_console => {
                let call = line.strip_prefix("$ ghx ").or_else(|| line.strip_prefix("$ cargo run -- "));
                commands.extend(call.map(ToOwned::to_owned));
            }
            _ => {}
        }
    }
    commands
}

/// The words of a line, with single quotes as in a shell.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (place, part) in line.split('\'').enumerate() {
        if place % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(ToOwned::to_owned));
        }
    }
    words
}

#[test]
fn the_exit_codes_are_documented() {
    let page = std::fs::read_to_string(root().join("docs/errors.md")).unwrap();
    let rows: Vec<String> =
        ghx_cli::Exit::ALL.iter().map(|exit| format!("| {} | {} |", exit.code(), exit.meaning())).collect();
    let expected = format!("| code | meaning |\n|---|---|\n{}\n\n", rows.join("\n"));
    assert!(page.contains(&expected), "docs/errors.md needs this table:\n{expected}");
    let help = program(&["--help"]).run().stdout;
    let words: Vec<&str> = help.split_once("Exit codes: ").unwrap().1.split_whitespace().collect();
    let codes: Vec<u8> = words.iter().filter_map(|word| word.parse().ok()).collect();
    assert_eq!(codes, ghx_cli::Exit::ALL.map(ghx_cli::Exit::code));
}

#[test]
fn every_documented_command_works() {
    let pages = ["README.md", "ghx-cli/README.md", "docs/chains.md", "docs/testing.md"];
    for page in pages {
        let commands = commands(page);
        assert!(!commands.is_empty(), "{page} calls nothing");
        for line in commands {
            let words = words(&line);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let ended = program(&words).folder(&root()).run();
            assert_eq!(ended.code, Some(0), "{page}: ghx {line}: {ended:?}");
        }
    }
}

#[test]
fn the_first_command_shows_issue_labels_comment_and_calls() {
    let first = &commands("README.md")[0];
    assert_eq!(first, "chain --sandbox --steps @examples/triage.json");
    let words = words(first);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let envelope = program(&words).folder(&root()).run().expect(0);
    assert_eq!(envelope["status"], "success");
    let data = |step: usize| envelope["results"][step]["data"].clone();
    assert!(data(0)["number"].is_u64() && data(0)["url"].is_string(), "{envelope:#}");
    assert_eq!(data(1)["labels"], serde_json::json!(["bug", "triage"]));
    assert!(data(2)["body"].as_str().unwrap().contains(data(0)["url"].as_str().unwrap()), "{envelope:#}");
    assert_eq!(envelope["meta"]["http_calls"], 4);
}
