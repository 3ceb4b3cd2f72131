//! Did-you-mean suggestions.

/// The longest name that is compared, in characters: the time grows with the square of the length.
const MAX_LENGTH: usize = 100;

/// The candidate that is most similar to `wanted`, if any is similar enough.
///
/// ```
/// use ghx::lookup::suggest;
///
/// assert_eq!(suggest("bgu", ["docs", "bug"]), Some("bug"));
/// assert_eq!(suggest("kernel", ["docs", "bug"]), None);
/// ```
pub fn suggest<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = wanted.to_lowercase();
    let length = wanted.chars().count();
    if length > MAX_LENGTH {
        return None;
    }
    let limit = (length / 3).max(1);
    // The difference in length is a lower bound of the distance, and cheap to compute.
    candidates
        .into_iter()
        .filter(|candidate| {
            candidate.len() <= 4 * (length + limit) && candidate.chars().count().abs_diff(length) <= limit
        })
        .map(|candidate| (distance(&wanted, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

fn distance(wanted: &str, candidate: &str) -> usize {
    strsim::damerau_levenshtein(wanted, &candidate.to_lowercase())
}

/// A hint for the end of a message: `did you mean `bug`?`.
pub(crate) fn did_you_mean<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    suggest(wanted, candidates).map(|name| format!("did you mean `{name}`?"))
}
