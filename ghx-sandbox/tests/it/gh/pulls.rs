//! `gh pr`.

use super::{Gh, args};

#[tokio::test(flavor = "multi_thread")]
async fn pr_view() {
    let gh = Gh::start().await;
    let out = gh.run(&args(&["pr", "view", "7"])).await;
    for line in ["title:\tMake the widget spin", "state:\tOPEN", "additions:\t4", "deletions:\t2", "number:\t7"] {
        assert!(out.contains(line), "{out}");
    }
    let out = gh.run(&args(&["pr", "view", "7", "--json", "headRefName,mergeable,reviewDecision"])).await;
    assert_eq!(out.trim(), r#"{"headRefName":"spin","mergeable":"MERGEABLE","reviewDecision":""}"#);
    let out = gh.run(&args(&["pr", "view", "7", "--comments"])).await;
    assert!(out.contains("author:\tmona") && out.contains("Nice!"), "{out}");
    assert!(gh.write_names().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn pr_list() {
    let gh = Gh::start().await;
    let out = gh.run(&args(&["pr", "list", "--state", "all", "--json", "number,state"])).await;
    let expected = r#"[{"number":10,"state":"OPEN"},{"number":9,"state":"MERGED"},{"number":8,"state":"OPEN"},{"number":7,"state":"OPEN"}]"#;
    assert_eq!(out.trim(), expected);
    let out = gh.run(&args(&["pr", "list", "--head", "spin"])).await;
    assert!(out.starts_with("7\tMake the widget spin\tspin\tOPEN"), "{out}");
    assert!(gh.write_names().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn pr_merge() {
    for (flag, words, message) in [
        ("--merge", "Merged", "Merge pull request #7 from acme/spin\n\nMake the widget spin"),
        ("--squash", "Squashed and merged", "Make the widget spin (#7)"),
        ("--rebase", "Rebased and merged", "Tip of spin"),
    ] {
        let gh = Gh::start().await;
        let printed = gh.printed(&args(&["pr", "merge", "7", flag])).await;
        assert!(printed.contains(&format!("{words} pull request acme/widgets#7 (Make the widget spin)")), "{printed}");
        let pull = gh.client.sandbox.pull("acme/widgets", 7).unwrap();
        assert_eq!((pull.issue.state.as_str(), pull.merge_message.as_deref()), ("MERGED", Some(message)));
        assert_eq!(gh.write_names(), ["mergePullRequest"]);
        let printed = gh.printed(&args(&["pr", "merge", "7", flag])).await;
        assert!(printed.contains("was already merged"), "{printed}");
        assert_eq!(gh.write_names().len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pr_merge_with_conflicts() {
    let gh = Gh::start().await;
    let (ok, _, err) = gh.output(&args(&["pr", "merge", "10", "--merge"])).await;
    assert!(!ok && err.contains("not mergeable"), "{err}");
    let (ok, _, err) = gh.output(&args(&["pr", "merge", "8", "--squash"])).await;
    assert!(!ok && err.contains("draft"), "{err}");
    assert!(gh.write_names().is_empty());
    assert_eq!((gh.issue(8).state, gh.issue(10).state), ("OPEN".to_owned(), "OPEN".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn pr_close() {
    let gh = Gh::start().await;
    let (ok, _, err) = gh.output(&args(&["pr", "close", "8", "--comment", "bye"])).await;
    assert!(ok && err.contains("Closed pull request acme/widgets#8"), "{err}");
    let pull = gh.issue(8);
    assert_eq!((pull.state.as_str(), pull.comments[0].body.as_str()), ("CLOSED", "bye"));
    assert_eq!(gh.write_names(), ["addComment", "closePullRequest"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn pr_diff() {
    let gh = Gh::start().await;
    let out = gh.run(&args(&["pr", "diff", "7"])).await;
    assert!(out.starts_with("diff --git a/src/widget.rs b/src/widget.rs\n"), "{out}");
    assert!(out.contains("\n+pub fn spin() {}\n") && out.ends_with("+Widgets that spin.\n"), "{out}");
    let out = gh.run(&args(&["pr", "diff", "7", "--name-only"])).await;
    assert_eq!(out, "src/widget.rs\nREADME.md\n");
    let (ok, _, err) = gh.output(&args(&["pr", "diff", "1"])).await;
    assert!(!ok && err.contains("Could not resolve to a PullRequest with the number of 1."), "{err}");
    assert!(gh.write_names().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn pr_checks() {
    let gh = Gh::start().await;
    let (ok, out, _) = gh.output(&args(&["pr", "checks", "7"])).await;
    assert!(!ok, "a failed check makes gh fail");
    assert!(out.contains("test\tfail\t") && out.contains("build\tpass\t"), "{out}");
    assert_eq!(out.lines().count(), 2, "{out}");
    gh.run(&args(&["run", "rerun", "1002", "--failed"])).await;
    let (ok, out, _) = gh.output(&args(&["pr", "checks", "7"])).await;
    assert!(!ok && out.contains("test\tpending\t") && out.contains("build\tpass\t"), "{out}");
    let (ok, _, err) = gh.output(&args(&["pr", "checks", "10"])).await;
    assert!(!ok && err.contains("no checks reported on the 'conflict' branch"), "{err}");
}
