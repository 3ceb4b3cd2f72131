//! The input of a capability, as the other routes read it.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::card::route::{SubjectPart, Unsupported};
use crate::card::{Card, SubjectSpec};
use crate::value::{Repo, parse_numbered};

/// The input of a capability, with its card.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inputs<'a> {
    pub(crate) card: &'static Card,
    pub(crate) input: &'a Map<String, Value>,
}

impl<'a> Inputs<'a> {
    pub(crate) fn new(card: &'static Card, input: &'a Map<String, Value>) -> Self {
        Self { card, input }
    }

    /// The input of that name, or its default.
    pub(crate) fn get(&self, name: &str) -> Option<Cow<'a, Value>> {
        if let Some(value) = self.input.get(name) {
            return Some(Cow::Borrowed(value));
        }
        let default = self.card.input(name)?.default?;
        serde_json::from_str(default).ok().map(Cow::Owned)
    }

    /// Whether the input is given. A default and null are not.
    pub(crate) fn is_given(&self, name: &str) -> bool {
        self.input.get(name).is_some_and(|value| !value.is_null())
    }

    fn text(&self, name: Option<&str>) -> Option<&'a str> {
        self.input.get(name?)?.as_str()
    }

    /// Owner and name of the repository, if the subject is addressed by them.
    pub(crate) fn repository(&self) -> Option<(&'a str, &'a str)> {
        let mut subjects = self.card.subjects.iter().filter(|subject| subject.within.is_none());
        subjects.find_map(|subject| self.text(Some(subject.owner)).zip(self.text(Some(subject.repo_name))))
    }

    /// A part of the address of a subject; `None` if it is not given in a form that has this part.
    pub(crate) fn subject(&self, name: &str, part: SubjectPart) -> Option<Value> {
        let spec = self.card.subjects.iter().find(|subject| subject.name == name)?;
        if part == SubjectPart::Id {
            return self.text(spec.id).map(Value::from);
        }
        let (owner, repo, number) = self.address(spec)?;
        match part {
            SubjectPart::Owner => Some(owner.into()),
            SubjectPart::Name => Some(repo.into()),
            SubjectPart::Number | SubjectPart::Id => number,
        }
    }

    /// Owner, name and number of a subject. A number alone is in the repository of the main subject.
    fn address(&self, spec: &SubjectSpec) -> Option<(String, String, Option<Value>)> {
        if let Some(text) = self.text(spec.text) {
            let (repo, number) = match spec.number {
                Some(_) => parse_numbered(text, spec.url_segment, spec.noun).ok()?,
                None => (text.parse::<Repo>().ok()?, 0),
            };
            let number = spec.number.map(|_| number.into());
            return Some((repo.owner().to_owned(), repo.name().to_owned(), number));
        }
        let number = spec.number.map(|number| self.input.get(number).cloned());
        if number == Some(None) {
            return None;
        }
        let own = self.text(Some(spec.owner)).zip(self.text(Some(spec.repo_name)));
        let (owner, name) = own.filter(|_| spec.within.is_none()).or_else(|| self.repository())?;
        Some((owner.to_owned(), name.to_owned(), number.flatten()))
    }

    /// Checks that no input is given that the route does not support.
    pub(crate) fn check(&self, unsupported: &[Unsupported]) -> Result<(), String> {
        match unsupported.iter().find(|input| self.is_given(input.input)) {
            Some(Unsupported { input, reason }) => Err(format!("`{input}` is not supported: {reason}")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Capability;
    use crate::issue::IssueRelationsParentSet;

    #[test]
    fn a_second_subject_has_an_address_in_every_form() {
        use SubjectPart::{Id, Name, Number, Owner};
        let card = IssueRelationsParentSet::CARD;
        let [main, second] = card.subjects else { panic!() };
        let (text, number, id) = (second.text.unwrap(), second.number.unwrap(), second.id.unwrap());
        for (given, expected) in [
            (json!({number: 9}), [json!("acme"), json!("widgets"), json!(9), json!(null)]),
            (json!({text: "other/gadgets#5"}), [json!("other"), json!("gadgets"), json!(5), json!(null)]),
            (
                json!({text: "https://github.com/other/gadgets/issues/5"}),
                [json!("other"), json!("gadgets"), json!(5), json!(null)],
            ),
            (json!({id: "I_9"}), [json!(null), json!(null), json!(null), json!("I_9")]),
            (json!({}), [json!(null), json!(null), json!(null), json!(null)]),
        ] {
            let Value::Object(mut input) = given else { panic!() };
            input.extend([("owner".to_owned(), json!("acme")), ("name".to_owned(), json!("widgets"))]);
            input.insert(main.number.unwrap().to_owned(), json!(7));
            let inputs = Inputs::new(card, &input);
            let parts = [Owner, Name, Number, Id].map(|part| inputs.subject(second.name, part).unwrap_or_default());
            assert_eq!(parts, expected, "{input:?}");
            assert_eq!(inputs.subject(main.name, Number), Some(json!(7)));
            assert_eq!(inputs.subject("nothing", Number), None);
        }
    }

    #[test]
    fn a_number_alone_has_no_repository_if_the_main_subject_is_an_id() {
        let card = IssueRelationsParentSet::CARD;
        let second = card.subjects[1];
        let input = Map::from_iter([
            (card.subjects[0].id.unwrap().to_owned(), json!("I_1")),
            (second.number.unwrap().to_owned(), json!(9)),
        ]);
        assert_eq!(Inputs::new(card, &input).subject(second.name, SubjectPart::Owner), None);
    }
}
