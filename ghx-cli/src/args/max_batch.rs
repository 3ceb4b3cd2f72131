//! `50`, `unlimited`.

use ghx::client::MaxBatch;

pub(super) fn parse(text: &str) -> Result<MaxBatch, String> {
    match text.parse::<usize>() {
        Ok(0) => Err("must be at least 1".to_owned()),
        Ok(limit) => Ok(MaxBatch::AtMost(limit)),
        Err(_) if text == "unlimited" => Ok(MaxBatch::Unlimited),
        Err(_) => Err("write a number such as 50, or `unlimited`".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_or_unlimited() {
        assert_eq!(parse("20"), Ok(MaxBatch::AtMost(20)));
        assert_eq!(parse("unlimited"), Ok(MaxBatch::Unlimited));
        for text in ["0", "", "-1", "all", "1.5", "99999999999999999999999"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
