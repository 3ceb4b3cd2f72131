//! The argument array. Values are always after the `=` of their flag or after `--`, so no value is taken for a flag.

use crate::card::route::{CliCommand, Flag, FlagStyle};
use crate::engine::routes::values::{Scope, name_of};

/// The longest argument. Linux allows 128 KiB.
const MAX_ARGUMENT_BYTES: usize = 120_000;
/// All arguments together. Windows allows 32,767 characters; the others allow more than a megabyte.
const MAX_COMMAND_BYTES: usize = if cfg!(windows) { 30_000 } else { 1_000_000 };

/// The arguments of a command. The error says which value cannot be sent.
pub(super) fn arguments(command: &CliCommand, scope: &Scope<'_>, limit: Option<usize>) -> Result<Vec<String>, String> {
    let mut arguments: Vec<String> = command.command.iter().map(|word| (*word).to_owned()).collect();
    for flag in command.flags {
        push_flag(&mut arguments, flag, scope)?;
    }
    if !command.json.is_empty() {
        arguments.push(format!("--json={}", command.json.join(",")));
    }
    if let Some((page, limit)) = command.page.zip(limit) {
        arguments.push(format!("--{}={limit}", page.flag));
    }
    if !command.arguments.is_empty() {
        arguments.push("--".to_owned());
    }
    for source in command.arguments {
        let texts = scope.texts(source)?;
        if texts.is_empty() {
            return Err(format!("this route requires {}", name_of(source)));
        }
        arguments.extend(texts);
    }
    check(&arguments)?;
    Ok(arguments)
}

fn push_flag(arguments: &mut Vec<String>, flag: &Flag, scope: &Scope<'_>) -> Result<(), String> {
    let name = flag.name;
    let texts = scope.texts(&flag.value)?;
    // Without it, `gh` would use the repository of the current directory.
    if texts.is_empty() && name == "repo" {
        return Err(format!("this route requires {}", name_of(&flag.value)));
    }
    for text in texts {
        match flag.style {
            FlagStyle::Value => arguments.push(format!("--{name}={text}")),
            FlagStyle::Csv => arguments.push(format!("--{name}={}", csv(&text)?)),
            FlagStyle::Switch if text == "true" => arguments.push(format!("--{name}")),
            FlagStyle::Switch => {}
        }
    }
    Ok(())
}

/// A text as one CSV field, as Go's `encoding/csv` reads it.
fn csv(text: &str) -> Result<String, String> {
    // Go removes the carriage return of a line break, even inside quotes.
    if text.contains("\r\n") {
        return Err("an element of a list cannot contain a carriage return before a line break".to_owned());
    }
    Ok(format!("\"{}\"", text.replace('"', "\"\"")))
}

fn check(arguments: &[String]) -> Result<(), String> {
    if arguments.iter().any(|argument| argument.contains('\0')) {
        return Err("a command-line argument cannot contain a NUL character".to_owned());
    }
    let longest = arguments.iter().map(String::len).max().unwrap_or_default();
    let all: usize = arguments.iter().map(|argument| argument.len() + 1).sum();
    if longest > MAX_ARGUMENT_BYTES || all > MAX_COMMAND_BYTES {
        return Err(format!("the command-line arguments are too long ({all} bytes)"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};

    use super::*;
    use crate::card::route::{Literal, Source};
    use crate::engine::routes::inputs::Inputs;
    use crate::engine::routes::tests::CARD;

    const COMMAND: CliCommand = CliCommand {
        command: &["issue", "create"],
        arguments: &[Source::Input("title")],
        flags: &[
            Flag { name: "repo", value: Source::Repository, style: FlagStyle::Value },
            Flag { name: "label", value: Source::Input("labels"), style: FlagStyle::Csv },
            Flag { name: "body", value: Source::Input("body"), style: FlagStyle::Value },
            Flag { name: "web", value: Source::Input("flag"), style: FlagStyle::Switch },
            Flag { name: "sort", value: Source::Literal(Literal::Text("created")), style: FlagStyle::Value },
        ],
        json: &["id", "number"],
        page: None,
        guards: &[],
        output: &[],
        unsupported: &[],
    };

    fn build(input: Value) -> Result<Vec<String>, String> {
        let Value::Object(mut input) = input else { panic!() };
        input.extend([("owner".to_owned(), "acme".into()), ("name".to_owned(), "widgets".into())]);
        let scope = Scope { host: "github.com", ..Scope::before(Inputs::new(&CARD, &input)) };
        arguments(&COMMAND, &scope, None)
    }

    #[test]
    fn values_stay_behind_their_flag_or_the_dashes() {
        let input = json!({"title": "--web", "labels": ["a,b", "c\"d", "-F"], "body": "@file $(x)\n", "flag": true});
        assert_eq!(
            build(input).unwrap(),
            [
                "issue",
                "create",
                "--repo=github.com/acme/widgets",
                "--label=\"a,b\"",
                "--label=\"c\"\"d\"",
                "--label=\"-F\"",
                "--body=@file $(x)\n",
                "--web",
                "--sort=created",
                "--json=id,number",
                "--",
                "--web",
            ]
        );
        let least = build(json!({"title": "x", "flag": false, "body": null})).unwrap();
        assert_eq!(least[2..], ["--repo=github.com/acme/widgets", "--sort=created", "--json=id,number", "--", "x"]);
    }

    #[test]
    fn a_value_that_is_not_a_valid_argument_is_refused() {
        for (input, why) in [
            (json!({"title": "a\0b"}), "NUL"),
            (json!({"title": "x".repeat(MAX_ARGUMENT_BYTES + 1)}), "too long"),
            (json!({"title": "x", "labels": vec!["y".repeat(100_000); 11]}), "too long"),
            (json!({"title": "x", "labels": ["a\r\nb"]}), "carriage return"),
            (json!({}), "this route requires `title`"),
        ] {
            assert!(build(input).unwrap_err().contains(why), "{why}");
        }
        let empty = Map::from_iter([("title".to_owned(), "x".into())]);
        let nowhere = Scope::before(Inputs::new(&CARD, &empty));
        assert_eq!(arguments(&COMMAND, &nowhere, None).unwrap_err(), "this route requires the repository");
    }

    /// Reads a quoted field as Go does.
    fn go(field: &str) -> String {
        let inner = field.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap();
        assert!(!inner.replace("\"\"", "").contains('"'));
        inner.replace("\"\"", "\"").replace("\r\n", "\n")
    }

    proptest! {
        #[test]
        fn csv_round_trips(text in any::<String>()) {
            if let Ok(field) = csv(&text) {
                prop_assert_eq!(go(&field), text);
            } else {
                prop_assert!(text.contains("\r\n"));
            }
        }

        #[test]
        fn no_value_becomes_a_flag(title in any::<String>(), body in any::<String>()) {
            let Ok(arguments) = build(json!({"title": title, "body": body})) else {
                prop_assert!(title.contains('\0') || body.contains('\0'));
                return Ok(());
            };
            let dashes = arguments.iter().position(|argument| argument == "--").unwrap();
            prop_assert_eq!(&arguments[dashes + 1..], &[title][..]);
            let body = format!("--body={body}");
            prop_assert!(arguments.contains(&body));
        }
    }
}
