//! The argument array. Whatever a text looks like, it stays text: values stand behind the `=` of their flag or after `--`.

use crate::card::route::{CliCommand, Flag, FlagStyle};
use crate::engine::routes::values::{Scope, name_of};

/// The longest argument. Linux stops at 128 KiB.
const LONGEST: usize = 120_000;
/// All arguments together. Windows stops at 32,767 characters, the others far above a megabyte.
const MOST: usize = if cfg!(windows) { 30_000 } else { 1_000_000 };

/// The arguments of a command. The error says in words what cannot be said.
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
            return Err(format!("it needs {}", name_of(source)));
        }
        arguments.extend(texts);
    }
    check(&arguments)?;
    Ok(arguments)
}

fn push_flag(arguments: &mut Vec<String>, flag: &Flag, scope: &Scope<'_>) -> Result<(), String> {
    let name = flag.name;
    let texts = scope.texts(&flag.value)?;
    // Without it `gh` would take the repository of the folder that it is started in.
    if texts.is_empty() && name == "repo" {
        return Err(format!("it needs {}", name_of(&flag.value)));
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

/// A text as one field of CSV, as Go's `encoding/csv` reads it.
fn csv(text: &str) -> Result<String, String> {
    // Go drops the carriage return of a line break, also inside quotes.
    if text.contains("\r\n") {
        return Err("a list of `gh` cannot hold a line break with a carriage return".to_owned());
    }
    Ok(format!("\"{}\"", text.replace('"', "\"\"")))
}

fn check(arguments: &[String]) -> Result<(), String> {
    if arguments.iter().any(|argument| argument.contains('\0')) {
        return Err("an argument of a program cannot hold a NUL".to_owned());
    }
    let longest = arguments.iter().map(String::len).max().unwrap_or_default();
    let all: usize = arguments.iter().map(|argument| argument.len() + 1).sum();
    if longest > LONGEST || all > MOST {
        return Err(format!("the arguments are too long for a program ({all} bytes)"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};

    use super::*;
    use crate::card::route::{Literal, Source};
    use crate::engine::routes::tests::CARD;
    use crate::engine::routes::values::Inputs;

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
    fn what_no_argument_can_hold_is_refused() {
        for (input, why) in [
            (json!({"title": "a\0b"}), "NUL"),
            (json!({"title": "x".repeat(LONGEST + 1)}), "too long"),
            (json!({"title": "x", "labels": vec!["y".repeat(100_000); 11]}), "too long"),
            (json!({"title": "x", "labels": ["a\r\nb"]}), "carriage return"),
            (json!({}), "it needs `title`"),
        ] {
            assert!(build(input).unwrap_err().contains(why), "{why}");
        }
        let empty = Map::from_iter([("title".to_owned(), "x".into())]);
        let nowhere = Scope::before(Inputs::new(&CARD, &empty));
        assert_eq!(arguments(&COMMAND, &nowhere, None).unwrap_err(), "it needs the repository");
    }

    /// What Go makes of a field in quotes.
    fn go(field: &str) -> String {
        let inner = field.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap();
        assert!(!inner.replace("\"\"", "").contains('"'));
        inner.replace("\"\"", "\"").replace("\r\n", "\n")
    }

    proptest! {
        #[test]
        fn csv_is_read_back(text in any::<String>()) {
            if let Ok(field) = csv(&text) {
                prop_assert_eq!(go(&field), text);
            } else {
                prop_assert!(text.contains("\r\n"));
            }
        }

        #[test]
        fn no_text_becomes_a_flag(title in any::<String>(), body in any::<String>()) {
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
