//! The grammar of suitability predicates, parsed so that a misspelt input is a problem and not a route that is never taken.
//!
//! ```text
//! or    := and ("or" and)*        atom := "not" atom | "(" or ")" | name ("present" | "absent")
//! and   := atom ("and" atom)*           | name ("==" | "!=") literal          name := "params." input | "env." NAME
//! ```

/// What a predicate names.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// `params.labels`.
    Param(String),
    /// `env.CI`.
    Env(String),
}

/// The names in a predicate, or what is wrong with it.
pub(super) fn parse(text: &str) -> Result<Vec<Name>, String> {
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, at: 0, names: Vec::new() };
    parser.or()?;
    match parser.tokens.get(parser.at) {
        None => Ok(parser.names),
        Some(token) => Err(format!("`{token}` is not expected here")),
    }
}

fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' | ')' => 1,
            '=' | '!' if rest[1..].starts_with('=') => 2,
            '"' => rest[1..].find('"').map(|end| end + 2).ok_or("a text is not closed")?,
            c if c.is_ascii_alphanumeric() => {
                rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.')).unwrap_or(rest.len())
            }
            other => return Err(format!("`{other}` has no meaning in a predicate")),
        };
        tokens.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

struct Parser<'t> {
    tokens: &'t [String],
    at: usize,
    names: Vec<Name>,
}

impl Parser<'_> {
    fn next(&mut self) -> Option<&str> {
        self.at += 1;
        self.tokens.get(self.at - 1).map(String::as_str)
    }

    fn takes(&mut self, word: &str) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|t| t == word);
        self.at += usize::from(found);
        found
    }

    fn or(&mut self) -> Result<(), String> {
        self.and()?;
        while self.takes("or") {
            self.and()?;
        }
        Ok(())
    }

    fn and(&mut self) -> Result<(), String> {
        self.atom()?;
        while self.takes("and") {
            self.atom()?;
        }
        Ok(())
    }

    fn atom(&mut self) -> Result<(), String> {
        if self.takes("not") {
            return self.atom();
        }
        if self.takes("(") {
            self.or()?;
            return if self.takes(")") { Ok(()) } else { Err("a bracket is not closed".to_owned()) };
        }
        let name = self.next().ok_or("the predicate ends too early")?;
        let name = match name.split_once('.') {
            Some(("params", input)) if !input.is_empty() => Name::Param(input.to_owned()),
            Some(("env", variable)) if !variable.is_empty() => Name::Env(variable.to_owned()),
            _ => return Err(format!("`{name}` is not `params.<input>` or `env.<NAME>`")),
        };
        self.names.push(name);
        match self.next() {
            Some("present" | "absent") => Ok(()),
            Some("==" | "!=") => self.literal(),
            other => {
                Err(format!("`present`, `absent`, `==` or `!=` is expected, not `{}`", other.unwrap_or("the end")))
            }
        }
    }

    fn literal(&mut self) -> Result<(), String> {
        match self.next() {
            Some(token)
                if token.starts_with('"') || token == "true" || token == "false" || token.parse::<i64>().is_ok() =>
            {
                Ok(())
            }
            other => Err(format!(
                "a text in quotes, a number, true or false is expected, not `{}`",
                other.unwrap_or("the end")
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grammar() {
        let names = parse("params.labels present and not (env.CI absent or params.state == \"all\")").expect("parses");
        assert_eq!(names, [Name::Param("labels".into()), Name::Env("CI".into()), Name::Param("state".into())]);
        for bad in [
            "",
            "labels present",
            "params.x",
            "params.x ==",
            "params.x == y",
            "(params.x present",
            "params.x present params.y absent",
            "params.x > 1",
            "params.x == \"a",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
