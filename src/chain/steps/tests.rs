use serde_json::{Map, Value};

use super::*;
use crate::answer::Answer;
use crate::card::{Card, Effect, Property, RouteKind, Type, Weight};
use crate::input::{InputReader, InputWriter};
use crate::lookup::Lookups;
use crate::operation::Request;
use crate::value::{Arg, StepOutput};

#[derive(Clone, Debug)]
struct Say(Arg<String>);

static CARD: Card = Card {
    id: "say",
    version: "1.0.0",
    description: "",
    aliases: &[],
    effect: Effect::Write,
    idempotent: true,
    weight: Weight::Light,
    creates: false,
    subjects: &[],
    inputs: &[Property {
        name: "text",
        description: "",
        required: true,
        nullable: false,
        default: None,
        ty: Type::String { min_length: 0, max_length: None, format: None },
    }],
    at_least_one: &[],
    outputs: &[],
    preferred: RouteKind::Graphql,
    fallbacks: &[],
    suitability: &[],
    notes: &[],
    operations: &[],
    lookups: &[],
    already: None,
    rest: None,
    cli: None,
    max_page_size: None,
    examples: &[],
    input_schema: "{}",
    output_schema: "{}",
};

impl Capability for Say {
    type Output = ();
    type StepOutputs = StepId;
    const CARD: &'static Card = &CARD;

    fn write(&self, writer: &mut InputWriter) {
        writer.put("text", &self.0);
    }

    fn from_json(input: &Map<String, Value>) -> Result<Self, Error> {
        InputReader::new(&CARD, input)?.get("text").map(Self)
    }

    fn request(&self, _: &mut Lookups) -> Result<Option<Request>, Error> {
        Ok(None)
    }

    fn read(&self, _: &Answer<'_>) -> Result<(), Error> {
        Ok(())
    }
}

fn refer(step: StepId) -> Say {
    Say(Arg::Output(StepOutput::new(step, "text")))
}

#[test]
fn a_step_may_refer_to_earlier_ones_only() {
    let mut steps = Steps::new();
    let first = steps.push(Say("hello".into()));
    steps.push(refer(Step::id(first)));
    steps.validate().unwrap();

    steps.push(refer(steps.id(2)));
    steps.push(refer(steps.id(4)));
    steps.push(refer(steps.id(9)));
    let error = steps.validate().unwrap_err();
    assert_eq!(
        error.to_string(),
        "step 2 (say): `text` refers to a step that does not run before it: {{2.text}}; \
         step 3 (say): `text` refers to a step that does not run before it: {{4.text}}; \
         step 4 (say): `text` refers to a step that is not in the chain: {{9.text}}"
    );
}

#[test]
fn chains_are_told_apart() {
    assert_ne!(Steps::new().id(0), Steps::new().id(0));
}
