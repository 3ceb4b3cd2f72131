//! Unified diffs of pull requests.

use super::{Pull, blob_oid};

/// One file of a unified diff.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DiffFile<'a> {
    pub(crate) path: &'a str,
    pub(crate) additions: usize,
    pub(crate) deletions: usize,
    pub(crate) patch: String,
    /// The object ids in the line `index OLD..NEW`.
    index: &'a str,
    pub(crate) status: &'static str,
}

impl Pull {
    /// The files of the diff, with their counts.
    pub(crate) fn files(&self) -> Vec<DiffFile<'_>> {
        let mut files: Vec<DiffFile<'_>> = Vec::new();
        for line in self.diff.lines() {
            if let Some(names) = line.strip_prefix("diff --git ") {
                let path = names.rsplit_once(" b/").map_or(names, |(_, path)| path);
                files.push(DiffFile {
                    path,
                    additions: 0,
                    deletions: 0,
                    patch: String::new(),
                    status: "modified",
                    index: "",
                });
            } else if let Some(file) = files.last_mut() {
                file.read_line(line);
            }
        }
        files
    }
}

impl<'a> DiffFile<'a> {
    /// The object id of the file's content. A diff has its first digits, which are kept; the rest is made up.
    pub(crate) fn blob(&self) -> String {
        let (old, new) = self.index.split_once("..").unwrap_or_default();
        let name = if self.status == "removed" { old } else { new };
        let known = name.split(' ').next().unwrap_or_default();
        let mut blob = known.to_owned() + &blob_oid(format!("{}\n{}", self.path, self.patch).as_bytes());
        blob.truncate(40);
        blob
    }

    /// Whether a line of one side of the file is part of the diff.
    pub(crate) fn has_line(&self, line: u32, side: &str) -> bool {
        let (mut old, mut new) = (0, 0);
        for text in self.patch.lines() {
            if let Some(start) = hunk_start(text) {
                (old, new) = start;
                continue;
            }
            let (is_old, is_new) = match text.get(..1) {
                Some("-") => (true, false),
                Some("+") => (false, true),
                _ => (true, true),
            };
            let here = if side == "LEFT" { is_old && old == line } else { is_new && new == line };
            if here {
                return true;
            }
            old += u32::from(is_old);
            new += u32::from(is_new);
        }
        false
    }

    fn read_line(&mut self, line: &'a str) {
        if let Some(index) = line.strip_prefix("index ").filter(|_| self.patch.is_empty()) {
            self.index = index;
        }
        match line.get(..1) {
            _ if line.starts_with("new file") => self.status = "added",
            _ if line.starts_with("deleted file") => self.status = "removed",
            _ if line.starts_with("+++ ") || line.starts_with("--- ") || line.starts_with("index ") => {}
            Some("+") => self.additions += 1,
            Some("-") => self.deletions += 1,
            _ => {}
        }
        if line.starts_with("@@") || !self.patch.is_empty() {
            self.patch.push_str(line);
            self.patch.push('\n');
        }
    }
}

/// The first lines of both sides in `@@ -1,5 +1,7 @@`.
fn hunk_start(line: &str) -> Option<(u32, u32)> {
    let (old, rest) = line.strip_prefix("@@ -")?.split_once(" +")?;
    let first = |range: &str| range.split([',', ' ']).next()?.parse().ok();
    Some((first(old)?, first(rest)?))
}
