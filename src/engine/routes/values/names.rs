//! What sources are called in messages.

use crate::card::route::Source;

/// The name of a source in messages.
pub(crate) fn name_of(source: &Source) -> String {
    match source {
        Source::Element | Source::ElementAt(_) => "the element".to_owned(),
        Source::Found { call, path } => format!("`{}` of the response to `{call}`", path.join(".")),
        Source::Subject { subject, .. } => format!("`{subject}` by repository and number"),
        Source::Repository => "the repository".to_owned(),
        source => input_of(source).map_or_else(|| "a value of the card".to_owned(), |input| format!("`{input}`")),
    }
}

/// The placeholder of a value that is not known yet: `number`, or `issue.id` of an earlier call.
pub(crate) fn placeholder_of(source: &Source) -> String {
    match source {
        Source::Found { call, path } => format!("{call}.{}", path.join(".")),
        Source::Element => "element".to_owned(),
        Source::ElementAt(keys) => format!("element.{}", keys.join(".")),
        source => input_of(source).unwrap_or("value").to_owned(),
    }
}

/// The input that a source reads first.
pub(crate) fn input_of(source: &Source) -> Option<&'static str> {
    match source {
        Source::Input(input)
        | Source::Mapped { input, .. }
        | Source::OrElse { input, .. }
        | Source::Joined { input, .. }
        | Source::Present(input) => Some(input),
        Source::Text(words) => words.iter().copied().flatten().find_map(input_of),
        Source::Object(members) => members.iter().find_map(|(_, member)| input_of(member)),
        Source::List { list, .. } | Source::Entries { list, .. } => input_of(list),
        Source::Match(search) => input_of(&search.name),
        Source::First(sources) => sources.iter().find_map(input_of),
        Source::Base64(source) => input_of(source),
        Source::Literal(_)
        | Source::Element
        | Source::ElementAt(_)
        | Source::Found { .. }
        | Source::Subject { .. }
        | Source::Repository => None,
    }
}
