//! Commands that `ghx` does not have, answered with the one that is meant.

use crate::support::program;

fn refused(arguments: &[&str]) -> String {
    let ended = program(arguments).run();
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""), "{arguments:?}: {ended:?}");
    ended.stderr
}

#[test]
fn the_words_of_a_capability_are_answered_with_ghx_run() {
    for (arguments, meant) in [
        (&["issue", "view", "42"][..], "write: ghx run issue.view --input '{\"issueNumber\":42}'\n"),
        (&["issue", "view", "#42"], "write: ghx run issue.view --input '{\"issueNumber\":42}'\n"),
        (
            &["issue", "view", "acme/widgets#42"],
            "write: ghx run issue.view --input '{\"issue\":\"acme/widgets#42\"}'\n",
        ),
        (&["pr", "view", "7", "-R", "acme/widgets"], "write: ghx run pr.view --input '{\"pr\":\"acme/widgets#7\"}'\n"),
        (
            &["issue", "list", "--repo", "acme/widgets"],
            "write: ghx run issue.list --input '{\"repo\":\"acme/widgets\"}'\n",
        ),
        (&["issue", "labels", "add"], "write: ghx run issue.labels.add\n"),
        (&["issue.view"], "write: ghx run issue.view\n"),
        (&["run", "issue", "view", "42"], "write: ghx run issue.view --input '{\"issueNumber\":42}'\n"),
        (&["issue", "veiw", "42"], "did you mean: ghx run issue.view --input '{\"issueNumber\":42}'\n"),
        (&["isue.list"], "did you mean: ghx run issue.list\n"),
        (&["issue"], "`ghx capabilities list --domain issue` lists"),
        (&["issue", "frobnicate"], "`ghx capabilities list --domain issue` lists"),
    ] {
        let said = refused(arguments);
        assert!(said.contains(&format!("help: {meant}")), "{arguments:?}: {said}");
        assert!(said.starts_with("error: `"), "{arguments:?}: {said}");
    }
}

#[test]
fn a_suggested_command_works() {
    let said = refused(&["issue", "view", "42", "-R", "acme/widgets"]);
    let command = said.lines().find_map(|line| line.strip_prefix("help: write: ghx ")).unwrap();
    let input = command.split('\'').nth(1).unwrap();
    program(&["run", "issue.view", "--sandbox", "--input", input]).run().expect(0);
}

#[test]
fn other_mistakes_are_left_to_clap() {
    for arguments in [&["rnu"][..], &["frobnicate", "all"], &["capabilities", "lst"], &["run", "repo.view", "more"]] {
        let said = refused(arguments);
        assert!(said.contains("Usage:"), "{arguments:?}: {said}");
    }
}

#[test]
fn a_short_flag_is_answered_with_the_long_ones() {
    let said = refused(&["run", "issue.view", "-i", "42"]);
    assert!(said.contains("did you mean '--input'?") && !said.contains("-- -i"), "{said}");
    let said = refused(&["chain", "-s", "[]"]);
    assert!(said.contains("'--steps' or '--sandbox'"), "{said}");
    let said = refused(&["run", "issue.view", "-x"]);
    assert!(!said.contains("tip:"), "{said}");
}

#[test]
fn a_time_without_a_unit_is_answered_with_what_to_write() {
    let said = refused(&["run", "repo.view", "--timeout", "5"]);
    assert!(said.contains("write 5s for seconds"), "{said}");
}

#[test]
fn help_is_a_command() {
    for (arguments, part) in [
        (&["help"][..], "ghx man"),
        (&["help", "run"], "--jq <FILTER>"),
        (&["help", "chain"], "--plan[=<FORMAT>]"),
        (&["help", "capabilities", "list"], "--domain <DOMAIN>"),
        (&["help", "man"], "ghx man | man -l -"),
    ] {
        let ended = program(arguments).run();
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{arguments:?}");
        assert!(ended.stdout.contains(part), "{arguments:?}: {}", ended.stdout);
    }
    assert!(refused(&["help", "rnu"]).contains("rnu"));
}
