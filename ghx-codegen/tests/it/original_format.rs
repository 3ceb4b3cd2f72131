//! Every key of the format that cards had first is still valid, with its meaning.

use crate::catalogue::Catalogue;

const CARD: &str = r#"
capability_id: run.jobs
version: "1.0.0"
description: List the jobs of a run.
effect: read
subject: repo
input_schema:
  type: object
  required: [runId]
  properties:
    runId: { type: integer, minimum: 1 }
output_schema:
  type: object
  required: [jobs]
  properties:
    jobs:
      type: array
      items:
        type: object
        required: [name]
        properties:
          name: { type: string }
routing:
  preferred: cli
  fallbacks: []
  notes: ["The jobs are part of the run."]
cli:
  command: run view
  args: [runId]
  flags: { repo: repository }
  jsonFields: [jobs]
  jq: .jobs
  limits: { maxItemsPerCall: 100 }
  output:
    jobs: "[]"
examples:
  - title: The jobs of a run
    input: { owner: acme, name: widgets, runId: 1001 }
"#;

#[test]
fn jq_is_where_the_paths_of_a_command_start() {
    let checked = Catalogue::base().set("cards/run.jobs.yaml", CARD).check();
    assert!(checked.problems.is_empty(), "{}", checked.text());
    let wrong = Catalogue::base().set("cards/run.jobs.yaml", CARD.replace("jq: .jobs", "jq: .")).check();
    assert!(wrong.text().contains("cards/run.jobs.yaml"), "without it, the paths start at the run: {}", wrong.text());
}

#[test]
fn a_graphql_block_with_every_original_key_is_valid() {
    let labels = "cards/issue.labels.add.yaml";
    let checked = Catalogue::base()
        .edit(
            labels,
            "  resolution:\n",
            "  variables: { labelIds: labels }\n  limits: { maxPageSize: 100 }\n  resolution:\n",
        )
        .check();
    let codes: Vec<String> = checked.problems.iter().map(|problem| problem.code.to_string()).collect();
    assert_eq!(codes, ["GHX017"], "only the second source of the variable is wrong: {}", checked.text());
}
