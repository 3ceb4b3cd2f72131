//! Did-you-mean.

/// Names beyond this many characters are not compared: the time grows with the square of the length.
const LONGEST: usize = 100;

/// The candidate that was most likely meant by `wanted`, if any is near enough.
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
    if length > LONGEST {
        return None;
    }
    let limit = (length / 3).max(1);
    // A difference in length is a distance, too, and costs nothing to find out.
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

/// ` (did you mean …?)`, or nothing: for the end of a message.
pub(crate) fn did_you_mean<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    suggest(wanted, candidates).map(|name| format!("did you mean `{name}`?"))
}
