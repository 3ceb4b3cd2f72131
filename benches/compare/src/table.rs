//! The table.

use std::fmt::{self, Write};
use std::time::Duration;

pub(crate) struct Row {
    pub(crate) contender: &'static str,
    pub(crate) issues: u32,
    pub(crate) latency: Duration,
    pub(crate) wall: Duration,
    pub(crate) calls: usize,
    pub(crate) bytes: u64,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { contender, issues, latency, wall, calls, bytes } = self;
        write!(f, "{latency:?}, {issues} issues, {contender}: {wall:?}, {calls} calls, {bytes} bytes")
    }
}

/// The table in Markdown, each row with its ratio to ghx.
pub(crate) fn render(rows: &[Row]) -> String {
    let mut text = String::from("| latency | issues | with | wall time | × ghx | HTTP calls | kB on the wire |\n|---|---|---|---|---|---|---|\n");
    for row in rows {
        let same = |other: &&Row| (other.issues, other.latency) == (row.issues, row.latency);
        let base = rows.iter().find(same).map_or(row.wall, |first| first.wall);
        let _ = writeln!(
            text,
            "| {} ms | {} | {} | {:.1} ms | {:.1} | {} | {:.1} |",
            row.latency.as_millis(),
            row.issues,
            row.contender,
            row.wall.as_secs_f64() * 1e3,
            row.wall.as_secs_f64() / base.as_secs_f64(),
            row.calls,
            row.bytes as f64 / 1e3,
        );
    }
    text
}
