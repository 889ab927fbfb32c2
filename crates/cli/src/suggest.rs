//! "Did you mean": the known name that is nearest to an unknown one.

/// The hint that names the nearest candidate, where one is near enough to be what was meant.
pub(crate) fn did_you_mean<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    const LONGEST: usize = 60;
    let most = (name.chars().count() / 3).clamp(1, 3);
    let near = candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST && name.len() <= LONGEST)
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= most)
        .min()?;
    Some(format!("did you mean `{}`?", near.1))
}
