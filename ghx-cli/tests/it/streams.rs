//! Closed pipes, and no work at the start.

use std::process::{Command, Stdio};

use crate::support::program;

#[test]
fn a_closed_pipe_does_not_panic() {
    for arguments in [
        "--help",
        "capabilities list",
        "completions bash",
        "man",
        "run repo.view --sandbox --input repo:\\ acme/widgets",
    ] {
        let ghx = env!("CARGO_BIN_EXE_ghx");
        let output = Command::new("sh").args(["-c", &format!("{ghx} {arguments} | true")]).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments}");
    }
}

#[test]
fn a_closed_stderr_does_not_affect_the_result() {
    let ghx = env!("CARGO_BIN_EXE_ghx");
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&-; {ghx} run repo.view --sandbox --input 'repo: acme/none'")])
        .stderr(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["error"]["code"], "NOT_FOUND");
}

/// Fault 26: 360 ms of CPU and 77 MB before any work, since all cards were parsed and compiled at every start. Nothing is
/// read: no card, no schema, no configuration.
#[cfg(target_os = "linux")]
#[test]
fn nothing_is_read_at_the_start() {
    if Command::new("strace").arg("-V").output().is_err() {
        return;
    }
    for arguments in [
        &["--version"][..],
        &["capabilities", "explain", "issue.view"],
        &["run", "repo.view", "--plan", "--input", "repo: a/b"],
    ] {
        let output = Command::new("strace")
            .args(["-f", "-e", "trace=openat,socket,execve,clone3", "-o", "/dev/stderr", env!("CARGO_BIN_EXE_ghx")])
            .args(arguments)
            .output()
            .unwrap();
        let trace = String::from_utf8_lossy(&output.stderr).into_owned();
        let opened = trace.lines().filter(|line| line.contains("openat") && !line.contains("ENOENT"));
        let ours: Vec<&str> = opened
            .filter(|line| !["/lib", "/etc/ld.so", "/proc/", "/sys/"].iter().any(|known| line.contains(known)))
            .collect();
        assert!(ours.is_empty(), "{arguments:?} opens {ours:#?}");
        assert!(!trace.contains("socket(") && !trace.contains("clone3("), "{arguments:?}: {trace}");
    }
}

#[test]
fn version_and_help_are_results() {
    let ended = program(&["--version"]).run();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    assert_eq!(ended.stdout, concat!("ghx ", env!("CARGO_PKG_VERSION"), "\n"));
    for arguments in [
        &["--help"][..],
        &["run", "--help"],
        &["chain", "-h"],
        &["capabilities", "list", "--help"],
        &["sandbox", "--help"],
    ] {
        let ended = program(arguments).run();
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{arguments:?}");
        assert!(ended.stdout.contains("Examples:"), "{arguments:?}: {}", ended.stdout);
    }
}
