//! The files a compilation has read, and places in them.

use std::{
    fmt,
    path::{Path, PathBuf},
};

/// A file that was read; an index into [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(u32);

/// A range of bytes in one file: what a problem points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The beginning of a file: for what is missing from it as a whole.
    pub fn start_of(file: FileId) -> Self {
        Span { file, start: 0, end: 0 }
    }
}

/// One file, with its two names.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The path as seen from the current folder.
    pub path: String,
    /// The path relative to the folder that was given (cards, operations or schema).
    pub relative: String,
    /// The whole text.
    pub text: String,
}

/// Every file of one compilation.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

/// A line and a column, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl Sources {
    /// Adds a file and gives its id.
    pub fn add(&mut self, path: impl Into<String>, relative: impl Into<String>, text: impl Into<String>) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(SourceFile { path: path.into(), relative: relative.into(), text: text.into() });
        id
    }

    /// The file behind an id.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The files that were read from below the project's root.
    pub fn below(&self, root: &Path) -> Vec<PathBuf> {
        self.files
            .iter()
            .map(|file| Path::new(&file.path))
            .filter(|path| path.is_relative())
            .map(|path| root.join(path))
            .collect()
    }

    /// The last file with that path.
    pub fn find(&self, path: &str) -> Option<FileId> {
        let index = self.files.iter().rposition(|file| file.path == path)?;
        Some(FileId(u32::try_from(index).ok()?))
    }

    /// The file added last.
    pub fn last(&self) -> FileId {
        FileId(u32::try_from(self.files.len().saturating_sub(1)).unwrap_or(u32::MAX))
    }

    /// Where a span begins.
    pub fn line_column(&self, span: Span) -> LineColumn {
        let text = &self.file(span.file).text;
        let mut start = span.start.min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let before = &text[..start];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        LineColumn { line, column }
    }

    /// `path:line:column`, as editors understand it.
    pub fn place(&self, span: Span) -> String {
        format!("{}:{}", self.file(span.file).path, self.line_column(span))
    }

    /// The byte offset of a line and column (both from 1, columns in characters).
    pub fn offset(&self, file: FileId, at: LineColumn) -> usize {
        let text = &self.file(file).text;
        let line_start: usize = text.split_inclusive('\n').take(at.line.saturating_sub(1)).map(str::len).sum();
        let rest = text.get(line_start..).unwrap_or_default();
        let within = rest.char_indices().nth(at.column.saturating_sub(1)).map_or(rest.len(), |(i, _)| i);
        line_start + within
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_map_back_to_offsets() {
        let mut sources = Sources::default();
        let file = sources.add("a.yaml", "a.yaml", "é: 1\nbé: x\n");
        let span = Span { file, start: 11, end: 12 };
        let at = sources.line_column(span);
        assert_eq!(at, LineColumn { line: 2, column: 5 });
        assert_eq!(sources.offset(file, at), 11);
    }
}
