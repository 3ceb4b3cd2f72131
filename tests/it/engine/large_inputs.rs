//! Large chains that are wrong: neither the time nor the messages may grow with the square of the input. At these sizes
//! anything that does would take minutes or print megabytes.

use ghx::TaskRequest;
use ghx::envelope::ChainEnvelope;
use ghx::task::Tasks;
use serde_json::{Value, json};

fn step(index: usize, body: &str) -> TaskRequest {
    let input = json!({"issueId": "I_1", "body": body});
    let Value::Object(input) = input else { unreachable!() };
    TaskRequest::new("issue.comments.create", input).with_id(format!("s{index}"))
}

fn refused(steps: &[TaskRequest]) -> ChainEnvelope {
    *Tasks::new(steps).plan(50).unwrap_err()
}

fn messages(envelope: &ChainEnvelope) -> Vec<&str> {
    envelope.results.iter().map(|result| result.error.as_ref().unwrap().message.as_str()).collect()
}

/// This took 16 s for 256 kB.
#[test]
fn text_full_of_braces_is_parsed_in_linear_time() {
    for text in ["{{".repeat(512 * 1024), "{{ a ".repeat(200 * 1024), format!("{}}}}}", "{{ ".repeat(300 * 1024))] {
        let steps = [step(0, &text)];
        let plan = Tasks::new(&steps).plan(50).unwrap();
        assert_eq!(plan.waves()[0].mutations[0].variables["s0_body"], json!(text));
    }
}

/// This took 27 s for 2,000.
#[test]
fn many_unknown_references_get_few_suggestions() {
    let steps: Vec<TaskRequest> = (0..5000).map(|index| step(index, &format!("{{{{t{index}.url}}}}"))).collect();
    let envelope = refused(&steps);
    let messages = messages(&envelope);
    let suggested = messages.iter().filter(|message| message.contains("did you mean `s")).count();
    assert_eq!(suggested, 10);
    assert!(messages.iter().all(|message| message.contains("not in the chain: {{t") && message.len() < 300));
}

#[test]
fn a_message_lists_some_problems_and_counts_the_rest() {
    let text: Vec<String> = (0..20_000).map(|index| format!("{{{{t{index}.url}}}}")).collect();
    let steps: Vec<TaskRequest> =
        (0..2000).map(|index| step(index, "x")).chain([step(2000, &text.join(" "))]).collect();
    let envelope = refused(&steps);
    let message = *messages(&envelope).last().unwrap();
    assert!(message.len() < 3000 && message.ends_with("; and 19990 more"), "{} {message}", message.len());
    let problems = &envelope.results[2000].error.as_ref().unwrap().details["problems"];
    assert_eq!(problems.as_array().unwrap().len(), 20_000, "the result has all of them");
}

/// This printed 145 MB.
#[test]
fn a_long_cycle_is_reported_in_one_short_line() {
    let count = 5000;
    let ring: Vec<TaskRequest> =
        (0..count).map(|index| step(index, &format!("{{{{s{}.url}}}}", (index + 1) % count))).collect();
    let mut steps = ring.clone();
    steps.push(step(count, "{{s7.url}}"));
    let envelope = refused(&steps);
    let messages = messages(&envelope);
    let cycle = "`s0` → `s1` → `s2` → `s3` → … (4996 more) → `s0`";
    assert_eq!(messages[0], format!("the step waits for itself: {cycle}"));
    assert_eq!(messages[count], format!("the step waits for `s0`, which waits for itself: {cycle}"));
    let printed = serde_json::to_string(&envelope).unwrap().len();
    assert!(printed < 300 * steps.len(), "{printed} bytes");
}

/// Every wave looked at every step again.
#[test]
fn a_long_chain_of_references_is_ordered() {
    let count = 20_000;
    let mut steps: Vec<TaskRequest> = (0..count).map(|index| step(index, "x")).collect();
    for (index, step) in steps.iter_mut().enumerate().take(count - 1) {
        step.after = vec![format!("s{}", index + 1)];
    }
    steps[count - 1].input.remove("body");
    let envelope = refused(&steps);
    let codes =
        envelope.results.iter().filter(|result| result.error.as_ref().unwrap().code == ghx::ErrorCode::Validation);
    assert_eq!(codes.count(), 1, "nothing waits for itself");
}

/// Every text was compared with every number that a step gives.
#[test]
fn a_plan_of_many_references_is_made_in_linear_time() {
    let create = |index: usize| {
        let input = json!({"repo": "acme/widgets", "title": format!("Issue {index}")});
        let Value::Object(input) = input else { unreachable!() };
        TaskRequest::new("issue.create", input).with_id(format!("n{index}"))
    };
    let count = 3000;
    let comment =
        |index: usize| step(index, &format!("{{{{n{index}.number}}}} and {{{{n{}.number}}}}", (index + 1) % count));
    let steps: Vec<TaskRequest> = (0..count).map(create).chain((0..count).map(comment)).collect();
    let plan = Tasks::new(&steps).plan(50).unwrap();
    let last = plan.waves()[1].mutations.last().unwrap();
    assert_eq!(last.variables[&format!("s{}_body", 2 * count - 1)], "{{n2999.number}} and {{n0.number}}");
}
