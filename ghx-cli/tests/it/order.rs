//! `"after"` in a step.

use serde_json::json;

use crate::support::{call, program, root};

/// The help said that `"after"` only orders.
#[test]
fn a_step_is_skipped_if_the_one_that_it_runs_after_fails() {
    let comment = |after: &[&str]| json!({"task": "issue.comments.create", "input": {"issue": "acme/widgets#42", "body": "x"}, "after": after});
    let label =
        json!({"task": "issue.labels.add", "id": "label", "input": {"issue": "acme/widgets#42", "labels": ["nope"]}});
    let steps = json!([label, comment(&["label"]), comment(&[])]).to_string();
    let result = program(&["chain", "--sandbox", "--steps", &steps]).run().expect(3);
    let codes: Vec<_> = (0..3).map(|step| result["results"][step]["error"]["code"].clone()).collect();
    assert_eq!(codes, [json!("NOT_FOUND"), json!("SKIPPED"), json!(null)], "{result}");

    let chains = std::fs::read_to_string(root().join("docs/chains.md")).unwrap();
    for text in [call(&["chain", "--help"]).stdout, chains] {
        assert!(text.contains("skipped if") && !text.contains("only orders"), "{text}");
    }
}
