use super::*;
use crate::issue;
use crate::issue::IssueCreate;
use crate::value::{Repo, StepOutput};

fn create(title: impl crate::value::IntoArg<String>) -> IssueCreate {
    issue::create("acme/widgets".parse::<Repo>().unwrap(), title)
}

fn refer(step: StepId) -> IssueCreate {
    create(StepOutput::<String>::new(step, "title"))
}

#[test]
fn a_step_may_refer_to_earlier_ones_only() {
    let mut steps = Steps::new();
    let first = steps.push(create("hello"));
    steps.push(refer(Step::id(first)));
    steps.validate().unwrap();

    steps.push(refer(steps.id(2)));
    steps.push(refer(steps.id(4)));
    steps.push(refer(steps.id(9)));
    let error = steps.validate().unwrap_err();
    assert_eq!(
        error.to_string(),
        "step 2 (issue.create): `title` refers to a step that does not run before it: {{2.title}}; \
         step 3 (issue.create): `title` refers to a step that does not run before it: {{4.title}}; \
         step 4 (issue.create): `title` refers to a step that is not in the chain: {{9.title}}"
    );
}

#[test]
fn ids_of_two_chains_differ() {
    assert_ne!(Steps::new().id(0), Steps::new().id(0));
}
