//! Paths through a response: `repository.labels!.nodes![].name`.

/// One part of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathPart {
    /// The response key; empty for the response itself.
    pub key: String,
    /// `!`: null there is an error.
    pub anchor: bool,
    /// `[]`: the path continues for each element.
    pub each: bool,
}

/// The parts of a path; `None` if the text is not one. `[]` alone is the elements of the response itself.
pub fn parse_path(text: &str) -> Option<Vec<PathPart>> {
    text.split('.').enumerate().map(|(index, part)| self::part(part, index == 0)).collect()
}

fn part(text: &str, is_first: bool) -> Option<PathPart> {
    let (text, each) = text.strip_suffix("[]").map_or((text, false), |text| (text, true));
    let (key, anchor) = text.strip_suffix('!').map_or((text, false), |text| (text, true));
    let is_name = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_root = is_first && each && key.is_empty() && !anchor;
    (is_name || is_root).then(|| PathPart { key: key.to_owned(), anchor, each })
}
