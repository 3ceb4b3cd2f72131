//! Chains: shape, handles, checks.

use ghx::{Chain, ErrorCode, issue};

use crate::engine::harness::widgets;

#[test]
fn a_fixed_chain_gives_handles_to_later_steps() {
    let chain = Chain::new()
        .step(issue::create(widgets(), "Crash"))
        .then(|(new,)| issue::labels::add(new.id(), ["bug"]))
        .then(|(new, labelled)| {
            assert_eq!(format!("{new:?} {labelled:?}"), "#0 issue.create #1 issue.labels.add");
            issue::create(widgets(), "Follow-up").body(ghx::text!("After {}", new.url()))
        });
    chain.validate().unwrap();
    assert_eq!(chain.len(), 3);
    let expected = "0 issue.create acme/widgets title=\"Crash\"\n\
        1 issue.labels.add {{0.id}} labels=[\"bug\"]\n\
        2 issue.create acme/widgets title=\"Follow-up\" body=\"After {{0.url}}\"\n";
    assert_eq!(chain.to_string(), expected);
}

#[test]
fn a_line_shows_the_subject_as_it_was_given() {
    let mut chain = Chain::dynamic();
    chain.push(issue::labels::add(widgets().issue(42), ["bug"]));
    let new = chain.push(issue::create(widgets(), "line\nbreak"));
    chain.push(issue::labels::add(widgets().issue(new.number()), ["bug"]));
    chain.push(issue::relations::parent::set(widgets().issue(1), widgets().issue(new.number())));
    let expected = "0 issue.labels.add acme/widgets#42 labels=[\"bug\"]\n\
        1 issue.create acme/widgets title=\"line\\nbreak\"\n\
        2 issue.labels.add acme/widgets#{{1.number}} labels=[\"bug\"]\n\
        3 issue.relations.parent.set acme/widgets#1 acme/widgets#{{1.number}}\n";
    assert_eq!(chain.to_string(), expected);
}

#[test]
fn every_bad_step_is_named_with_its_own_error() {
    let mut chain = Chain::dynamic();
    chain.push(issue::create(widgets(), ""));
    chain.push(issue::create(widgets(), "fine"));
    chain.push(issue::labels::add(widgets().issue(0), ["bug", ""]));
    let error = chain.validate().unwrap_err();
    assert_eq!(error.code(), ErrorCode::Validation);
    let bad: Vec<_> = error.steps().iter().map(|step| (step.index, step.capability)).collect();
    assert_eq!(bad, [(0, "issue.create"), (2, "issue.labels.add")]);
    assert_eq!(error.steps()[1].error.problems().len(), 2);
    assert_eq!(
        error.to_string(),
        "step 0 (issue.create): `title` must have at least 1 character, not 0; \
         step 2 (issue.labels.add): `issueNumber` must be at least 1, not 0; \
         `labels[1]` must have at least 1 character, not 0"
    );
}

#[test]
fn a_handle_of_another_chain_is_an_error() {
    let mut one = Chain::dynamic();
    let foreign = one.push(issue::create(widgets(), "Crash"));
    let mut other = Chain::dynamic();
    other.push(issue::create(widgets(), "Other"));
    other.push(issue::labels::add(foreign.id(), ["bug"]));
    let error = other.validate().unwrap_err();
    assert_eq!(error.to_string(), "step 1 (issue.labels.add): `issueId` refers to a step of another chain: {{0.id}}");
    let fixed = Chain::new()
        .step(issue::create(widgets(), "Other"))
        .step(issue::create(widgets(), "x").body(ghx::text!("{}", foreign.url())));
    assert_eq!(fixed.validate().unwrap_err().steps()[0].index, 1);
}

#[test]
fn an_empty_chain_is_valid() {
    assert!(Chain::new().is_empty());
    Chain::dynamic().validate().unwrap();
}

#[test]
fn a_fixed_chain_has_up_to_twelve_steps() {
    let step = || issue::create(widgets(), "Crash");
    let chain = Chain::new().step(step()).step(step()).step(step()).step(step());
    let chain = chain.step(step()).step(step()).step(step()).step(step());
    let chain = chain.step(step()).step(step()).step(step());
    let chain = chain.then(|(.., last)| issue::labels::add(last.id(), ["bug"]));
    assert_eq!(chain.len(), 12);
    assert!(chain.to_string().contains("11 issue.labels.add {{10.id}}"));
    chain.validate().unwrap();
}

#[test]
fn handles_and_chains_are_send_and_sync() {
    fn sendable<T: Send + Sync>(_: &T) {}
    let mut chain = Chain::dynamic();
    let step = chain.push(issue::create(widgets(), "Crash"));
    sendable(&step);
    sendable(&chain);
    sendable(&Chain::new().step(issue::create(widgets(), "Crash")));
}
