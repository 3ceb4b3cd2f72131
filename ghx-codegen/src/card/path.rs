//! Paths through a response: `repository.labels!.nodes![].name`.

/// One part of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathPart {
    /// The response key; empty for the response itself.
    pub key: String,
    /// `!`: null there is an error.
    pub anchor: bool,
    /// `?`: elements in which it is null are dropped.
    pub drops: bool,
    /// `[]`: the path continues for each element.
    pub each: bool,
    /// `[0]`: the path continues with this element.
    pub index: Option<usize>,
}

/// The parts of a path; `None` if the text is not one. `[]` alone is the elements of the response itself.
pub fn parse_path(text: &str) -> Option<Vec<PathPart>> {
    text.split('.').enumerate().map(|(index, part)| self::part(part, index == 0)).collect()
}

fn part(text: &str, is_first: bool) -> Option<PathPart> {
    let (key, brackets) = text.find('[').map_or((text, None), |at| (&text[..at], Some(&text[at..])));
    let index = brackets.and_then(|brackets| brackets.strip_prefix('[')?.strip_suffix(']')?.parse().ok());
    let each = brackets == Some("[]");
    let (key, anchor) = key.strip_suffix('!').map_or((key, false), |key| (key, true));
    let (key, drops) = key.strip_suffix('?').map_or((key, false), |key| (key, true));
    let is_name = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_root = is_first && brackets.is_some() && key.is_empty() && !anchor;
    let is_whole = (brackets.is_none() || each || index.is_some()) && !(anchor && drops);
    ((is_name || is_root) && is_whole).then(|| PathPart { key: key.to_owned(), anchor, drops, each, index })
}
