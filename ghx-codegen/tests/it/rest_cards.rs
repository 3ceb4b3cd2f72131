//! Cards with a REST route that must compile without any problem.

use crate::catalogue::Catalogue;

/// The text of a card with one REST route.
struct Rest<'c> {
    id: &'c str,
    effect: &'c str,
    /// Required inputs, as YAML.
    inputs: &'c str,
    /// All outputs, as YAML.
    outputs: &'c str,
    /// `endpoints` and `output`, as YAML.
    rest: &'c str,
    /// The input of the example.
    example: &'c str,
}

impl Rest<'_> {
    fn text(&self) -> String {
        let Rest { id, effect, inputs, outputs, rest, example } = self;
        let names = |properties: &str| {
            let lines = properties.lines().filter(|line| !line.starts_with(' '));
            lines.filter_map(|line| line.split_once(':')).map(|(name, _)| name.trim()).collect::<Vec<_>>().join(", ")
        };
        let block = |text: &str, indent: &str| text.lines().map(|line| format!("{indent}{line}\n")).collect::<String>();
        format!(
            "capability_id: {id}\nversion: \"1.0.0\"\ndescription: A card of a test.\n{}\ninput_schema:\n  type: object\n  \
             required: [{}]\n  properties:\n{}output_schema:\n  type: object\n  required: [{}]\n  properties:\n{}\
             routing: {{ preferred: rest, fallbacks: [] }}\nrest:\n{}examples:\n  - {{ title: One, input: {example} }}\n",
            effect,
            names(inputs),
            if inputs.is_empty() { "    {}\n".to_owned() } else { block(inputs, "    ") },
            names(outputs),
            block(outputs, "    "),
            block(rest, "  "),
        )
    }

    #[track_caller]
    fn compiles(&self) {
        let checked = Catalogue::base().set(&format!("cards/{}.yaml", self.id), self.text()).check();
        assert!(checked.problems.is_empty(), "{}\n{}", self.text(), checked.text());
    }
}

/// The `name` of a label is not the name of the repository.
#[test]
fn a_member_called_name_is_not_the_name_of_the_repository() {
    let card = Rest {
        id: "label.rename",
        effect: "effect: write\nidempotent: true\nsubject: repo",
        inputs: "label: { type: string }\nnewLabel: { type: string }",
        outputs: "label: { type: string }",
        rest: "endpoints:\n  - method: PATCH\n    path: /repos/{owner}/{repo}/labels/{name}\n    \
               parameters: { repo: name, name: label }\n    body: { new_name: newLabel }\noutput: { label: name }",
        example: "{ owner: acme, name: widgets, label: bug, newLabel: defect }",
    };
    card.compiles();
    let created = Rest {
        id: "label.create",
        effect: "effect: write\nidempotent: false\nsubject: repo",
        inputs: "label: { type: string }",
        rest: "endpoints:\n  - method: POST\n    path: /repos/{owner}/{repo}/labels\n    parameters: { repo: name }\n    \
               body: { name: label }\noutput: { label: name }",
        example: "{ owner: acme, name: widgets, label: bug }",
        ..card
    };
    created.compiles();
}

#[test]
fn the_id_of_rest_is_node_id() {
    let card = Rest {
        id: "release.view",
        effect: "effect: read\nsubject: repo",
        inputs: "tagName: { type: string }",
        outputs: "id: { type: string, node: Release }\nreleaseId: { type: integer }",
        rest: "endpoints:\n  - method: GET\n    path: /repos/{owner}/{repo}/releases/tags/{tag}\n    \
               parameters: { repo: name, tag: tagName }\noutput: { id: node_id, releaseId: id }",
        example: "{ owner: acme, name: widgets, tagName: v1 }",
    };
    card.compiles();
}

#[test]
fn a_post_that_only_reads() {
    let card = Rest {
        id: "release.notes.generate",
        effect: "effect: read\nsubject: repo",
        inputs: "tagName: { type: string }",
        outputs: "body: { type: string }",
        rest: "endpoints:\n  - method: POST\n    reads: true\n    path: /repos/{owner}/{repo}/releases/generate-notes\n    \
               parameters: { repo: name }\n    body: { tag_name: tagName }\noutput: { body: body }",
        example: "{ owner: acme, name: widgets, tagName: v1 }",
    };
    card.compiles();
}

#[test]
fn a_patch_without_a_body() {
    let card = Rest {
        id: "notification.read",
        effect: "effect: write\nidempotent: true",
        inputs: "threadId: { type: integer }",
        outputs: "threadId: { type: integer }",
        rest: "endpoints:\n  - method: PATCH\n    path: /notifications/threads/{thread_id}\n    \
               parameters: { thread_id: threadId }\n    body: none\noutput: { threadId: { input: threadId } }",
        example: "{ threadId: 1 }",
    };
    card.compiles();
}

#[test]
fn a_response_that_may_be_empty_makes_its_fields_nullable() {
    let card = Rest {
        id: "notification.read.all",
        effect: "effect: write\nidempotent: true",
        inputs: "before: { type: string, format: date-time }",
        outputs: "message: { type: [string, \"null\"] }",
        rest: "endpoints:\n  - method: PUT\n    path: /notifications\n    may_be_empty: true\n    \
               body: { last_read_at: before }\noutput: { message: message }",
        example: "{ before: \"2026-01-01T00:00:00Z\" }",
    };
    card.compiles();
}

#[test]
fn a_redirect_to_text() {
    let card = Rest {
        id: "job.logs",
        effect: "effect: read\nsubject: repo",
        inputs: "jobId: { type: integer }",
        outputs: "log: { type: string }",
        rest: "endpoints:\n  - method: GET\n    path: /repos/{owner}/{repo}/actions/jobs/{job_id}/logs\n    \
               parameters: { repo: name, job_id: jobId }\n    answer: text\noutput: { log: { text: true } }",
        example: "{ owner: acme, name: widgets, jobId: 1 }",
    };
    card.compiles();
}

/// Only the accounts that facts.yaml lists may be an app or may be deleted.
#[test]
fn the_login_of_an_account_itself() {
    let viewer = Rest {
        id: "user.viewer.view",
        effect: "effect: read",
        inputs: "",
        outputs: "login: { type: string }",
        rest: "endpoints:\n  - { method: GET, path: /user }\noutput: { login: login }",
        example: "{}",
    };
    viewer.compiles();
    let member = Rest {
        id: "user.view",
        inputs: "user: { type: string }",
        rest: "endpoints:\n  - method: GET\n    path: /users/{username}\n    parameters: { username: user }\noutput: { login: login }",
        example: "{ user: monalisa }",
        ..viewer
    };
    member.compiles();
}
