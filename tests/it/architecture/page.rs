//! The blocks of a page that list modules:
//!
//! ````text
//! ```modules ghx
//! chain: steps that run together (uses: capability, engine, value)
//! value: repositories, node ids, references
//! ```
//! ````

use std::collections::BTreeSet;
use std::fmt;

use super::sources::Uses;

const FENCE: &str = "```";
const START: &str = "```modules ";

/// A page: text, and blocks within it.
pub(super) struct Page(Vec<Part>);

enum Part {
    Text(String),
    Block(Block),
}

/// The modules of one crate.
pub(super) struct Block {
    pub(super) crate_name: String,
    pub(super) lines: Vec<Line>,
}

/// One module.
pub(super) struct Line {
    pub(super) module: String,
    pub(super) description: String,
    pub(super) uses: BTreeSet<String>,
}

impl Page {
    pub(super) fn parse(text: &str) -> Self {
        let mut parts = Vec::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let Some(crate_name) = line.strip_prefix(START) else {
                parts.push(Part::Text(line.to_owned()));
                continue;
            };
            let inside = lines.by_ref().take_while(|line| *line != FENCE);
            let lines = inside.filter(|line| !line.is_empty()).map(Line::parse).collect();
            parts.push(Part::Block(Block { crate_name: crate_name.trim().to_owned(), lines }));
        }
        Self(parts)
    }

    pub(super) fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.0.iter().filter_map(|part| match part {
            Part::Block(block) => Some(block),
            Part::Text(_) => None,
        })
    }

    pub(super) fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        self.0.iter_mut().filter_map(|part| match part {
            Part::Block(block) => Some(block),
            Part::Text(_) => None,
        })
    }
}

impl Line {
    fn parse(line: &str) -> Self {
        let (module, rest) = line.split_once(':').unwrap_or_else(|| panic!("`{line}` is not `module: description`"));
        let (description, uses) = rest.trim().split_once("(uses: ").unwrap_or((rest, ""));
        let uses = uses.trim_end_matches(')').split(", ").filter(|name| !name.is_empty());
        Self {
            module: module.trim().to_owned(),
            description: description.trim().to_owned(),
            uses: uses.map(str::to_owned).collect(),
        }
    }
}

impl Block {
    pub(super) fn line(&self, module: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.module == module)
    }

    /// Takes over what the code has; descriptions and order stay.
    pub(super) fn update(&mut self, uses: &Uses) {
        self.lines.retain(|line| uses.contains_key(&line.module));
        for (module, found) in uses {
            if let Some(line) = self.lines.iter_mut().find(|line| line.module == *module) {
                line.uses.clone_from(found);
            } else {
                let line = Line { module: module.clone(), description: "?".to_owned(), uses: found.clone() };
                self.lines.push(line);
            }
        }
    }
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|part| match part {
            Part::Text(line) => writeln!(f, "{line}"),
            Part::Block(block) => {
                writeln!(f, "{START}{}", block.crate_name)?;
                block.lines.iter().try_for_each(|line| writeln!(f, "{line}"))?;
                writeln!(f, "{FENCE}")
            }
        })
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.module, self.description)?;
        if self.uses.is_empty() {
            return Ok(());
        }
        let uses: Vec<&str> = self.uses.iter().map(String::as_str).collect();
        write!(f, " (uses: {})", uses.join(", "))
    }
}
