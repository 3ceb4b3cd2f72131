//! What is shown on a terminal.

use std::time::{Duration, Instant};

use ghx_sandbox::{Fault, FaultRule, On};
use serde_json::{Value, json};

use crate::support::{GitHub, Terminal, call, plain, program, quoted, root};

const TRIAGE: [&str; 3] = ["chain", "--steps", "@examples/triage.json"];
const VIEW: [&str; 4] = ["run", "issue.view", "--input", "{\"issue\":\"acme/widgets#42\"}"];

fn variables(github: &GitHub) -> [(&'static str, String); 2] {
    github.variables()
}

fn borrowed<'a>(variables: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    variables.iter().map(|(name, value)| (*name, value.as_str())).collect()
}

#[test]
fn help_is_in_color_and_fits_the_window() {
    let (code, seen) = Terminal::ghx(&["chain", "--help"], &[]).end();
    assert_eq!(code, Some(0));
    assert!(seen.contains("\u{1b}["), "{seen}");
    let text = plain(&seen);
    for part in ["Usage: ghx chain", "--max-batch <N|unlimited>", "Examples:", "{{new.id}}"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let widest = text.lines().filter(|line| !line.contains("--steps")).map(|line| line.chars().count()).max();
    assert!(widest <= Some(100), "{widest:?}: {text}");
    let (_, seen) = Terminal::ghx(&["chain", "--help"], &[("NO_COLOR", "1")]).end();
    assert!(!seen.contains('\u{1b}'), "{seen}");
}

#[test]
fn a_plan_is_drawn_in_color() {
    let plan = [&TRIAGE[..], &["--plan"]].concat();
    let (code, seen) = Terminal::ghx(&plan, &[]).end();
    assert_eq!(code, Some(0));
    assert!(seen.contains("\u{1b}[33mwrite"), "{seen}");
    let expected = "\
wave 1 of 2
  resolve, 1 call
    look up  RepositoryId(owner: \"acme\", name: \"widgets\") for \"new\"
  execute, 1 call
    write    step 0 \"new\" issue.create acme/widgets title=\"Crash on start\" body=\"Version 2.1 stops at once with `out of range`.\"
wave 2 of 2
  resolve, 1 call
    look up  LabelByIssue(id: \"{{new.id}}\", label: \"bug\") for \"labels\"
    look up  LabelByIssue(id: \"{{new.id}}\", label: \"triage\") for \"labels\"
  execute, 1 call
    write    step 1 \"labels\" issue.labels.add {{new.id}} labels=[\"bug\",\"triage\"] (after \"new\")
    write    step 2 \"comment\" issue.comments.create {{new.id}} body=\"Thank you! {{new.url}} is number {{new.number}}, and somebo… (after \"new\")
4 HTTP calls, 3 writes, at least 1s, because writes are spaced out; nothing was sent
";
    assert_eq!(plain(&seen), expected);
    let (_, seen) = Terminal::ghx(&plan, &[("NO_COLOR", "1")]).end();
    assert_eq!(seen, expected);
    let (_, seen) = Terminal::ghx(&[&plan[..], &["--compact"]].concat(), &[]).end();
    let value: Value = serde_json::from_str(&plain(&seen)).unwrap();
    assert_eq!(value["http_calls"], 4, "a layout asks for JSON");
}

#[test]
fn a_plan_can_be_drawn_into_a_pipe() {
    let steps = [&TRIAGE[..], &["--sandbox", "--plan=text"]].concat();
    let ended = program(&steps).folder(&root()).run();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    assert!(
        ended.stdout.starts_with("wave 1 of 2\n  resolve, 1 call\n") && !ended.stdout.contains('\u{1b}'),
        "{ended:?}"
    );
    let (_, seen) = Terminal::ghx(&[&TRIAGE[..], &["--sandbox", "--plan=json"]].concat(), &[]).end();
    assert_eq!(serde_json::from_str::<Value>(&plain(&seen)).unwrap()["http_calls"], 4);
    let ended = program(&["run", "repo.view", "--sandbox", "--plan=text", "--input", "repo: a/b"]).run();
    assert!(ended.stdout.ends_with("1 HTTP call, 0 writes; nothing was sent\n"), "{ended:?}");
    let ended = program(&["run", "pr.diff.view", "--sandbox", "--plan=text", "--input", "pr: a/b#7"]).run();
    assert!(
        ended.stdout.contains("  outside the batch, 1 call over rest, else cli\n    read     step 0 pr.diff.view"),
        "{ended:?}"
    );
    assert!(ended.stdout.contains("\n             GET /repos/a/b/pulls/7\n"), "{ended:?}");
    let ended = program(&["run", "repo.view", "--plan=svg"]).run();
    assert!(ended.code == Some(2) && ended.stderr.contains("[possible values: text, json]"), "{ended:?}");
}

#[test]
fn a_long_plan_is_folded() {
    let close = |number: usize| json!({"task": "issue.close", "input": {"issue": format!("acme/widgets#{number}")}});
    let view = json!({"task": "issue.labels.add", "input": {"issue": "acme/widgets#1", "labels": ["bug"]}});
    let steps: Vec<Value> = (1..=100).map(close).chain(vec![view; 100]).collect();
    let steps = Value::from(steps).to_string();
    let ended =
        program(&["chain", "--sandbox", "--plan=text", "--max-batch", "unlimited", "--steps", "-"]).input(steps).run();
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let text = ended.stdout;
    assert!(text.lines().count() <= 30, "{text}");
    assert!(text.contains("… 190 more writes\n") && text.contains(" more lookups\n"), "{text}");
    assert!(text.contains("IssueId(owner: \"acme\", name: \"widgets\", number: 1) for steps 0, 100-199\n"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() < 200), "{text}");
}

#[test]
fn the_list_of_capabilities_fits_the_window() {
    let (code, seen) = Terminal::ghx(&["capabilities", "list"], &[]).end();
    assert_eq!(code, Some(0));
    let text = plain(&seen);
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    let words = |text: &str| text.split_whitespace().map(ToOwned::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&text), words(&call(&["capabilities", "list"]).stdout), "no word is broken");
}

#[test]
fn json_is_in_color_on_a_terminal_and_never_in_a_pipe() {
    let view = [&VIEW[..], &["--sandbox"]].concat();
    let (_, seen) = Terminal::ghx(&view, &[]).end();
    assert!(seen.contains("\u{1b}[1m\u{1b}[34m\"number\"\u{1b}[0m: \u{1b}[36m42\u{1b}[0m"), "{seen:?}");
    let (_, seen) = Terminal::ghx(&view, &[("NO_COLOR", "1")]).end();
    assert!(!seen.contains('\u{1b}') && seen.contains("\"number\": 42"), "{seen:?}");
    let (_, seen) = Terminal::ghx(&view, &[("TERM", "dumb")]).end();
    assert!(!seen.contains('\u{1b}'), "{seen:?}");
    let (_, seen) = Terminal::ghx(&view, &[("TERM", "dumb"), ("CLICOLOR_FORCE", "1")]).end();
    assert!(seen.contains("\u{1b}[36m42"), "{seen:?}");
    let ended = program(&view).env("CLICOLOR_FORCE", "1").run();
    assert!(!ended.stdout.contains('\u{1b}'), "{ended:?}");
}

/// The error was printed as a line, and then as 20 lines of JSON.
#[test]
fn an_error_takes_one_line_of_json_and_the_words_come_last() {
    let view = ["run", "issue.view", "--sandbox", "--input", "issue: acme/widgets#999"];
    let (code, seen) = Terminal::ghx(&view, &[("NO_COLOR", "1")]).end();
    assert_eq!(code, Some(1));
    let lines: Vec<&str> = seen.lines().collect();
    assert_eq!(lines.len(), 3, "{seen}");
    assert_eq!(serde_json::from_str::<Value>(lines[0]).unwrap()["error"]["code"], "NOT_FOUND");
    assert!(lines[1].starts_with("error: ") && lines[2].starts_with("help: "), "{seen}");
    let (_, seen) = Terminal::ghx(&[&view[..], &["--pretty"]].concat(), &[("NO_COLOR", "1")]).end();
    assert!(seen.starts_with("{\n  \"ok\": false,\n"), "{seen}");
    let steps = r#"[{"task":"issue.view","input":{"issue":"acme/widgets#999"}},{"task":"repo.view","input":{"repo":"acme/widgets"}}]"#;
    let (_, seen) = Terminal::ghx(&["chain", "--sandbox", "--steps", steps], &[("NO_COLOR", "1")]).end();
    assert!(seen.starts_with("{\n  \"status\": \"partial\",\n"), "a result with data is indented: {seen}");
}

#[test]
fn a_result_is_indented_on_a_terminal() {
    let (code, seen) = Terminal::ghx(&[&VIEW[..], &["--sandbox"]].concat(), &[]).end();
    assert_eq!(code, Some(0));
    assert!(plain(&seen).starts_with("{\n  \"ok\": true,\n  \"data\": {\n    \"id\":"), "{seen}");
    let (_, seen) = Terminal::ghx(&[&VIEW[..], &["--sandbox", "--compact"]].concat(), &[]).end();
    assert_eq!(seen.lines().count(), 1, "{seen}");
}

#[test]
fn an_error_is_followed_by_what_to_do() {
    let (code, seen) = Terminal::ghx(&["run", "issue.veiw", "--sandbox"], &[]).end();
    assert_eq!(code, Some(2));
    assert!(seen.contains("\u{1b}[31m"), "{seen}");
    let text = plain(&seen);
    let said = "error: unknown capability `issue.veiw` (did you mean `issue.view`?)\n\
        help: `ghx capabilities list` shows all capabilities\n";
    assert!(text.ends_with(said), "what to do is the last that is seen: {text}");
    let value: Value = serde_json::from_str(text.strip_suffix(said).unwrap()).unwrap();
    assert_eq!(value["ok"], json!(false));
}

#[test]
fn progress_is_shown_after_a_second_and_cleared_at_the_end() {
    let github = GitHub::start();
    github.sandbox.inject(FaultRule::new(Fault::Slow { millis: 2_500 }).on(On::Query));
    let variables = [&variables(&github)[..], &[("NO_COLOR", "1".to_owned())]].concat();
    let start = Instant::now();
    let terminal = Terminal::ghx(&VIEW, &borrowed(&variables));
    terminal.until("issue.view");
    assert!(start.elapsed() >= Duration::from_secs(1), "too early: {:?}", start.elapsed());
    let (code, seen) = terminal.end();
    assert_eq!(code, Some(0));
    assert!(plain(&seen).contains("1s: issue.view"), "{seen:?}");
    // Before the result, the line is cleared.
    let result = seen.rfind("{\n  \"ok\": true").unwrap();
    assert!(seen[..result].trim_end().ends_with("\u{1b}[2K"), "{seen:?}");
}

#[test]
fn a_long_chain_has_a_bar() {
    let github = GitHub::start();
    github.sandbox.inject(FaultRule::new(Fault::Slow { millis: 700 }).on(On::Mutation).always());
    let variables = variables(&github);
    let steps: Vec<Value> = (0..6)
        .map(|number| json!({"task": "issue.comments.create", "input": {"issue": "acme/widgets#42", "body": format!("{number}")}}))
        .collect();
    let steps = json!(steps).to_string();
    let arguments = ["chain", "--compact", "--max-batch", "2", "--steps", &steps];
    let (code, seen) = Terminal::ghx(&arguments, &borrowed(&variables)).end();
    assert_eq!(code, Some(0), "{seen}");
    let text = plain(&seen);
    assert!(text.contains(" of 4, 1s (6 steps)") && text.contains('>'), "{text:?}");
}

#[test]
fn a_wait_for_the_rate_limit_counts_down() {
    let github = GitHub::start();
    github.sandbox.inject(FaultRule::new(Fault::SecondaryLimit { status: 403, retry_after: Some(3) }).on(On::Query));
    let variables = variables(&github);
    let (code, seen) = Terminal::ghx(&VIEW, &borrowed(&variables)).end();
    assert_eq!(code, Some(0), "{seen}");
    let text = plain(&seen);
    let (two, one) = (text.find("rate limited, waiting 2s"), text.find("rate limited, waiting 1s"));
    assert!(two.is_some() && two < one, "it counts down: {text:?}");
}

#[test]
fn no_progress_is_shown_in_pipes_or_for_short_work() {
    let github = GitHub::start();
    let variables = variables(&github);
    let (_, seen) = Terminal::ghx(&VIEW, &borrowed(&variables)).end();
    assert!(seen.starts_with('{'), "{seen:?}");
    github.sandbox.inject(FaultRule::new(Fault::Slow { millis: 1_500 }).on(On::Query));
    let ended = program(&VIEW).envs(github.variables()).run();
    assert_eq!(ended.stderr, "");
}

#[test]
fn ctrl_c_stops_the_chain() {
    let github = GitHub::start();
    github.sandbox.inject(FaultRule::new(Fault::Slow { millis: 15_000 }).on(On::Mutation).skip(1));
    let variables = variables(&github);
    let mut terminal = Terminal::ghx(&TRIAGE, &borrowed(&variables));
    terminal.until("wave 2 of 2");
    terminal.keys("\u{3}");
    let (code, seen) = terminal.end();
    assert_eq!(code, Some(130), "{seen}");
    let text = plain(&seen);
    assert!(
        text.contains("Stopping: no more requests will be sent. Press Ctrl-C again to quit immediately."),
        "{text}"
    );
    assert!(text.contains("\"status\": \"partial\"") && text.contains("\"outcome\": \"unknown\""), "{text}");
}

#[test]
fn reading_from_a_terminal_is_announced() {
    let mut terminal = Terminal::ghx(&["run", "repo.view", "--sandbox", "--input", "-"], &[]);
    terminal.until("reading --input from the terminal; press Ctrl-D at the end");
    terminal.keys("repo: acme/widgets\n\u{4}");
    let (code, seen) = terminal.end();
    assert_eq!(code, Some(0), "{seen}");
}

#[test]
fn bash_completes_commands_flags_and_capabilities() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("ghx.bash");
    std::fs::write(&script, call(&["completions", "bash"]).stdout).unwrap();
    std::fs::write(folder.path().join("readme.json"), "{}").unwrap();
    std::fs::create_dir(folder.path().join("some-folder")).unwrap();
    let ghx = quoted(&[env!("CARGO_BIN_EXE_ghx")]);
    let mut bash = Terminal::start("bash --norc --noprofile -i", &[("PS1", "ready> ")], folder.path());
    bash.until("ready> ");
    bash.keys(&format!("ghx() {{ {ghx} \"$@\"; }}; source ghx.bash; echo sour''ced\n"));
    bash.until("sourced");
    for (typed, completed) in [
        ("ghx capab\t", "ghx capabilities"),
        ("ghx run issue.labels.a\t", "ghx run issue.labels.add"),
        ("ghx capabilities explain pr.me\t", "ghx capabilities explain pr.merge"),
        ("ghx chain --max-b\t", "ghx chain --max-batch"),
        ("ghx run repo.view --route gr\t", "--route graphql"),
        ("ghx chain --pace of\t", "--pace off"),
        ("ghx run repo.view --jq . --input @rea\t", "--input @readme.json"),
        ("ghx chain --plan --steps @some\t", "--steps @some-folder/"),
    ] {
        bash.keys(typed);
        bash.until(completed);
        // Ctrl-U clears the line.
        bash.keys("\u{15}");
    }
    bash.keys("exit\n");
    bash.end();
}

#[test]
fn every_shell_has_completions_and_there_is_a_manual() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let called = call(&["completions", shell]);
        assert!(called.stdout.contains("max-batch") && called.stdout.contains("pace"), "{shell}");
        // The others do not complete arguments.
        let completes_ids = ["bash", "zsh"].contains(&shell);
        assert_eq!(called.stdout.contains("issue.labels.add"), completes_ids, "{shell}");
    }
    let man = call(&["man"]).stdout;
    assert!(man.contains(".TH ghx 1") && man.contains("ghx\\-chain(1)"), "{man}");
    let folder = tempfile::tempdir().unwrap();
    let ended = program(&["man", "--dir", "pages"]).folder(folder.path()).run();
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(0), ""));
    for page in ["ghx.1", "ghx-run.1", "ghx-chain.1", "ghx-capabilities-explain.1", "ghx-sandbox.1"] {
        assert!(folder.path().join("pages").join(page).exists(), "{page}");
    }
    let chain = std::fs::read_to_string(folder.path().join("pages/ghx-chain.1")).unwrap();
    assert!(chain.contains("pace"), "{chain}");
}
