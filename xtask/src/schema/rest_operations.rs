//! `rest-operations.txt`: which operations of GitHub's REST API are pinned.

use crate::error::{Error, Result};

/// One line of `rest-operations.txt`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Operation {
    /// In lower case, as `OpenAPI` writes it.
    pub(crate) method: String,
    /// With its parameters in braces.
    pub(crate) path: String,
}

impl Operation {
    /// Reads a list of `METHOD path` lines, which must be sorted and without repeats.
    pub(crate) fn list(text: &str) -> Result<Vec<Self>> {
        let lines: Vec<&str> = text.lines().collect();
        for (before, after) in lines.iter().zip(lines.iter().skip(1)) {
            if before >= after {
                return Err(Error::invalid(
                    "rest-operations.txt",
                    format!("`{after}` must come before `{before}`; sort the lines and remove duplicates"),
                ));
            }
        }
        lines.into_iter().map(Self::parse).collect()
    }

    fn parse(line: &str) -> Result<Self> {
        match line.split_once(' ') {
            Some((method @ ("DELETE" | "GET" | "PATCH" | "POST" | "PUT"), path)) if path.starts_with('/') => {
                Ok(Self { method: method.to_ascii_lowercase(), path: path.to_owned() })
            }
            _ => Err(Error::invalid("rest-operations.txt", format!("`{line}` is not `METHOD /path`"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_a_method_and_a_path() -> Result<()> {
        let expected = Operation { method: "get".to_owned(), path: "/a/{id}".to_owned() };
        assert_eq!(Operation::list("GET /a/{id}\n")?, [expected]);
        assert!(Operation::list("FETCH /a\n").is_err());
        assert!(Operation::list("GET a\n").is_err());
        Ok(())
    }

    #[test]
    fn unsorted_or_repeated_lines_are_refused() {
        assert!(Operation::list("GET /b\nGET /a\n").is_err());
        assert!(Operation::list("GET /a\nGET /a\n").is_err());
    }
}
