//! The program on a terminal, which `script` of util-linux provides.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A terminal with a command in it.
pub struct Terminal {
    child: Child,
    seen: Arc<Mutex<Vec<u8>>>,
    reader: Option<JoinHandle<()>>,
    _home: tempfile::TempDir,
}

/// Words quoted for a shell.
pub fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("'{}'", word.replace('\'', r"'\''"))).collect::<Vec<_>>().join(" ")
}

/// The output without colors and cursor movements.
pub fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        plain.push_str(before);
        let end = after.find(|char: char| char.is_ascii_alphabetic()).map_or(after.len(), |end| end + 1);
        rest = &after[end..];
    }
    plain + rest
}

impl Terminal {
    /// Runs a shell command on a terminal of 100 columns.
    pub fn start(command: &str, variables: &[(&str, &str)], folder: &Path) -> Self {
        let home = tempfile::tempdir().unwrap();
        let mut script = Command::new("script");
        script.args(["-qec", &format!("stty cols 100 rows 40; {command}"), "/dev/null"]).env_clear();
        script.env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("GH_PATH", "/nonexistent/gh");
        script.env("HOME", home.path()).env("TERM", "xterm-256color").envs(variables.iter().copied());
        script.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = script.spawn().expect("`script` of util-linux is needed");
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (mut output, shared) = (child.stdout.take().unwrap(), Arc::clone(&seen));
        let reader = std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                shared.lock().unwrap().extend_from_slice(&buffer[..count]);
            }
        });
        Self { child, seen, reader: Some(reader), _home: home }
    }

    /// `ghx` with these arguments.
    pub fn ghx(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let words = [&[env!("CARGO_BIN_EXE_ghx")], arguments].concat();
        Self::start(&quoted(&words), variables, &super::root())
    }

    /// Everything that was shown so far.
    pub fn seen(&self) -> String {
        String::from_utf8_lossy(&self.seen.lock().unwrap()).replace("\r\n", "\n")
    }

    /// Waits until this is shown.
    pub fn until(&self, text: &str) {
        let start = Instant::now();
        while !self.seen().contains(text) {
            assert!(start.elapsed() < Duration::from_secs(20), "{text:?} is never shown: {}", self.seen());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Types.
    pub fn keys(&mut self, keys: &str) {
        let stdin = self.child.stdin.as_mut().unwrap();
        stdin.write_all(keys.as_bytes()).unwrap();
        stdin.flush().unwrap();
    }

    /// Closes the window while the command runs.
    pub fn hang_up(mut self) {
        self.child.kill().unwrap();
    }

    /// Waits for the end: the exit code, and everything that was shown.
    pub fn end(mut self) -> (Option<i32>, String) {
        // `wait` would close it, which ends the input.
        let stdin = self.child.stdin.take();
        let code = self.child.wait().unwrap().code();
        drop(stdin);
        self.reader.take().unwrap().join().unwrap();
        (code, self.seen())
    }
}

/// A failed test leaves no shell running.
impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
