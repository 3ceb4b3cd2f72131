//! Did-you-mean: the known name that is nearest to a mistyped one.

/// The best of `known` for `name`, if one is near enough to be worth saying.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = name.to_lowercase();
    known
        .into_iter()
        .filter(|candidate| *candidate != name)
        .map(|candidate| (strsim::jaro_winkler(&wanted, &candidate.to_lowercase()), candidate))
        .filter(|(score, _)| *score > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)))
        .map(|(_, candidate)| candidate)
}

/// A help line: the nearest name, or a list of the known ones.
pub fn help<'a>(name: &str, what: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    if let Some(near) = nearest(name, known.clone()) {
        return format!("did you mean `{near}`?");
    }
    let mut all: Vec<&str> = known.into_iter().collect();
    all.sort_unstable();
    all.dedup();
    match all.len() {
        0 => format!("there is no {what} here"),
        1..=12 => format!("known: {}", quoted(&all)),
        _ => format!("known: {}, … ({} in all)", quoted(&all[..10]), all.len()),
    }
}

/// `` `a`, `b` ``.
pub fn quoted(names: &[&str]) -> String {
    names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_the_nearest_and_lists_when_nothing_is_near() {
        assert_eq!(nearest("labls", ["labels", "title"]), Some("labels"));
        assert_eq!(nearest("zzz", ["labels", "title"]), None);
        assert_eq!(help("zzz", "field", ["labels", "title"]), "known: `labels`, `title`");
        assert_eq!(help("labls", "field", ["labels"]), "did you mean `labels`?");
    }
}
