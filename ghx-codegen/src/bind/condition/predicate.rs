//! The grammar of suitability predicates. They are parsed at compile time, so that a misspelt input is an error and not a rule that never applies.
//!
//! ```text
//! or    := and ("or" and)*        atom := "not" atom | "(" or ")" | name ("present" | "absent")
//! and   := atom ("and" atom)*           | name ("==" | "!=") literal | name (">" | ">=" | "<" | "<=") number
//! name  := "params." input [".count"] | "env." NAME
//! ```

use crate::model::{BoundCondition, Comparison, Operand, Predicate, Test};
use serde_json::Value as Json;

/// The predicate, or what is wrong with it.
pub(super) fn parse(text: &str) -> Result<Predicate, String> {
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, at: 0 };
    let predicate = parser.or()?;
    match parser.tokens.get(parser.at) {
        None => Ok(predicate),
        Some(token) => Err(format!("unexpected `{token}`")),
    }
}

/// Every condition in a predicate.
pub(super) fn leaves<'p>(predicate: &'p Predicate, visit: &mut dyn FnMut(&'p BoundCondition)) {
    match predicate {
        Predicate::All(parts) | Predicate::Any(parts) => parts.iter().for_each(|part| leaves(part, visit)),
        Predicate::Not(inner) => leaves(inner, visit),
        Predicate::Is(condition) => visit(condition),
    }
}

/// A test of an input or a variable.
pub(super) fn is(operand: Operand, test: Test) -> Predicate {
    Predicate::Is(BoundCondition { when: None, operand, test })
}

fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '=' | '!' | '<' | '>' if rest[1..].starts_with('=') => 2,
            '(' | ')' | '<' | '>' => 1,
            '"' => rest[1..].find('"').map(|end| end + 2).ok_or("a string is not closed")?,
            c if c.is_ascii_alphanumeric() || (c == '-' && rest[1..].starts_with(|c: char| c.is_ascii_digit())) => rest
                .char_indices()
                .find(|(at, c)| *at > 0 && !(c.is_ascii_alphanumeric() || *c == '_' || *c == '.'))
                .map_or(rest.len(), |(at, _)| at),
            other => return Err(format!("`{other}` is not valid in a predicate")),
        };
        tokens.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

struct Parser<'t> {
    tokens: &'t [String],
    at: usize,
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

    fn or(&mut self) -> Result<Predicate, String> {
        let mut parts = vec![self.and()?];
        while self.takes("or") {
            parts.push(self.and()?);
        }
        Ok(one_or(parts, Predicate::Any))
    }

    fn and(&mut self) -> Result<Predicate, String> {
        let mut parts = vec![self.atom()?];
        while self.takes("and") {
            parts.push(self.atom()?);
        }
        Ok(one_or(parts, Predicate::All))
    }

    fn atom(&mut self) -> Result<Predicate, String> {
        if self.takes("not") {
            return Ok(Predicate::Not(Box::new(self.atom()?)));
        }
        if self.takes("(") {
            let inner = self.or()?;
            return if self.takes(")") { Ok(inner) } else { Err("a bracket is not closed".to_owned()) };
        }
        let operand = operand(self.next().ok_or("the predicate ends too early")?)?;
        let not = |predicate| Predicate::Not(Box::new(predicate));
        let operator = self.next().map(str::to_owned);
        let counts = matches!(operand, Operand::Input { count: true, .. });
        let test = match operator.as_deref() {
            Some("present" | "absent") if counts => return Err("`.count` is a number: compare it".to_owned()),
            Some("==") if counts => return self.exactly(operand),
            Some("!=") if counts => return Ok(not(self.exactly(operand)?)),
            Some("present") => Test::Present,
            Some("absent") => return Ok(not(is(operand, Test::Present))),
            Some("==") => Test::Equals(self.literal()?),
            Some("!=") => return Ok(not(is(operand, Test::Equals(self.literal()?)))),
            Some("<") => Test::Compares(Comparison::Less, self.number()?),
            Some("<=") => Test::Compares(Comparison::AtMost, self.number()?),
            Some(">") => Test::Compares(Comparison::More, self.number()?),
            Some(">=") => Test::Compares(Comparison::AtLeast, self.number()?),
            other => {
                return Err(format!(
                    "expected `present`, `absent` or a comparison such as `==` or `>`, not `{}`",
                    other.unwrap_or("the end")
                ));
            }
        };
        Ok(is(operand, test))
    }

    /// `== 3`: at least and at most this number.
    fn exactly(&mut self, operand: Operand) -> Result<Predicate, String> {
        let number = self.number()?;
        let least = is(operand.clone(), Test::Compares(Comparison::AtLeast, number));
        Ok(Predicate::All(vec![least, is(operand, Test::Compares(Comparison::AtMost, number))]))
    }

    fn number(&mut self) -> Result<i64, String> {
        let token = self.next();
        let number = token.and_then(|token| token.parse().ok());
        number.ok_or_else(|| format!("expected a number, not `{}`", token.unwrap_or("the end")))
    }

    fn literal(&mut self) -> Result<Json, String> {
        let token = self.next();
        let text = token.and_then(|token| token.strip_prefix('"')).and_then(|text| text.strip_suffix('"'));
        match (token, text, token.and_then(|token| token.parse::<i64>().ok())) {
            (_, Some(text), _) => Ok(text.into()),
            (Some("true"), ..) => Ok(true.into()),
            (Some("false"), ..) => Ok(false.into()),
            (_, _, Some(number)) => Ok(number.into()),
            (token, ..) => {
                Err(format!("expected a quoted string, a number, true or false, not `{}`", token.unwrap_or("the end")))
            }
        }
    }
}

fn operand(token: &str) -> Result<Operand, String> {
    match token.split_once('.') {
        Some(("params", input)) if !input.is_empty() => {
            let (input, count) = input.strip_suffix(".count").map_or((input, false), |input| (input, true));
            Ok(Operand::Input { input: input.to_owned(), count })
        }
        Some(("env", variable)) if !variable.is_empty() => Ok(Operand::Variable(variable.to_owned())),
        _ => Err(format!("`{token}` is not `params.<input>` or `env.<NAME>`")),
    }
}

fn one_or(mut parts: Vec<Predicate>, several: fn(Vec<Predicate>) -> Predicate) -> Predicate {
    match parts.len() {
        1 => parts.remove(0),
        _ => several(parts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grammar() {
        let input = |name: &str, count| Operand::Input { input: name.to_owned(), count };
        let not = |predicate| Predicate::Not(Box::new(predicate));
        let parsed = parse("params.labels present and not (env.CI absent or params.state == \"all\")").expect("parses");
        let expected = Predicate::All(vec![
            is(input("labels", false), Test::Present),
            not(Predicate::Any(vec![
                not(is(Operand::Variable("CI".into()), Test::Present)),
                is(input("state", false), Test::Equals("all".into())),
            ])),
        ]);
        assert_eq!(parsed, expected);
        let compared = parse("params.labels.count > 1 or params.first >= -2").expect("parses");
        let expected = Predicate::Any(vec![
            is(input("labels", true), Test::Compares(Comparison::More, 1)),
            is(input("first", false), Test::Compares(Comparison::AtLeast, -2)),
        ]);
        assert_eq!(compared, expected);
        for bad in [
            "",
            "labels present",
            "params.x",
            "params.x ==",
            "params.x == y",
            "(params.x present",
            "params.x present params.y absent",
            "params.x > y",
            "params.x > \"1\"",
            "params.x =< 1",
            "params.x.count present",
            "params.x.count == \"1\"",
            "params.x == \"a",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
