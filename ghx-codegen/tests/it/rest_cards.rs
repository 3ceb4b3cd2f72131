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
    route: &'c str,
    /// The input of the example.
    example: &'c str,
}

impl Rest<'_> {
    fn text(&self) -> String {
        let Rest { id, effect, inputs, outputs, route, example } = self;
        let names = |properties: &str| {
            let lines = properties.lines().filter(|line| !line.starts_with(' '));
            lines.filter_map(|line| line.split_once(':')).map(|(name, _)| name.trim()).collect::<Vec<_>>().join(", ")
        };
        let block =
            |text: &str, indent: &str| text.lines().fold(String::new(), |block, line| block + indent + line + "\n");
        format!(
            "capability_id: {id}\nversion: \"1.0.0\"\ndescription: A card of a test.\n{}\ninput_schema:\n  type: object\n  \
             required: [{}]\n  properties:\n{}output_schema:\n  type: object\n  required: [{}]\n  properties:\n{}\
             routing: {{ preferred: rest, fallbacks: [] }}\nrest:\n{}examples:\n  - {{ title: One, input: {example} }}\n",
            effect,
            names(inputs),
            if inputs.is_empty() { "    {}\n".to_owned() } else { block(inputs, "    ") },
            names(outputs),
            block(outputs, "    "),
            block(route, "  "),
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
        route: "endpoints:\n  - method: PATCH\n    path: /repos/{owner}/{repo}/labels/{name}\n    \
               parameters: { repo: name, name: label }\n    body: { new_name: newLabel }\noutput: { label: name }",
        example: "{ owner: acme, name: widgets, label: bug, newLabel: defect }",
    };
    card.compiles();
    let created = Rest {
        id: "label.create",
        effect: "effect: write\nidempotent: false\nsubject: repo",
        inputs: "label: { type: string }",
        route: "endpoints:\n  - method: POST\n    path: /repos/{owner}/{repo}/labels\n    parameters: { repo: name }\n    \
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
        route: "endpoints:\n  - method: GET\n    path: /repos/{owner}/{repo}/releases/tags/{tag}\n    \
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
        route: "endpoints:\n  - method: POST\n    reads: true\n    path: /repos/{owner}/{repo}/releases/generate-notes\n    \
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
        route: "endpoints:\n  - method: PATCH\n    path: /notifications/threads/{thread_id}\n    \
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
        route: "endpoints:\n  - method: PUT\n    path: /notifications\n    may_be_empty: true\n    \
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
        route: "endpoints:\n  - method: GET\n    path: /repos/{owner}/{repo}/actions/jobs/{job_id}/logs\n    \
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
        route: "endpoints:\n  - { method: GET, path: /user }\noutput: { login: login }",
        example: "{}",
    };
    viewer.compiles();
    let member = Rest {
        id: "user.view",
        inputs: "user: { type: string }",
        route: "endpoints:\n  - method: GET\n    path: /users/{username}\n    parameters: { username: user }\noutput: { login: login }",
        example: "{ user: monalisa }",
        ..viewer
    };
    member.compiles();
}

/// Each element of a write has its own outcome.
#[test]
fn several_writes_for_the_elements_of_a_response() {
    let card = Rest {
        id: "run.rerun.failed",
        effect: "effect: write\nidempotent: false\npartial: true\nsubject: repo",
        inputs: "sha: { type: string }",
        outputs: "runs:\n  type: array\n  items:\n    type: object\n    required: [runId, outcome, message]\n    \
                  properties:\n      runId: { type: integer }\n      outcome: { type: string, enum: [ok, error, unknown] }\n      \
                  message: { type: [string, \"null\"] }",
        route: "endpoints:\n  - id: runs\n    method: GET\n    path: /repos/{owner}/{repo}/actions/runs\n    \
               parameters: { repo: name, head_sha: sha }\n    page: { list: workflow_runs }\n  - id: rerun\n    method: POST\n    \
               path: /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs\n    \
               each: { from: runs, list: \"workflow_runs[]\", keep: [{ path: conclusion, equals: failure }] }\n    \
               parameters: { repo: name, run_id: { element: id } }\noutput:\n  runs:\n    path: \"[]\"\n    \
               fields: { runId: element.id, outcome: outcome, message: error.message }",
        example: "{ owner: acme, name: widgets, sha: abc }",
    };
    card.compiles();
}

#[test]
fn another_call_by_input() {
    let card = Rest {
        id: "release.view",
        effect: "effect: read\nsubject: repo",
        inputs: "prerelease: { type: boolean }\ntagName: { type: string, minLength: 1 }",
        outputs: "releaseId: { type: integer }",
        route: "endpoints:\n  - id: release\n    method: GET\n    when: params.prerelease == false\n    \
               path: /repos/{owner}/{repo}/releases/latest\n    parameters: { repo: name }\n  - id: release\n    method: GET\n    \
               path: /repos/{owner}/{repo}/releases/tags/{tag}\n    parameters: { repo: name, tag: tagName }\n\
               output: { releaseId: id }",
        example: "{ owner: acme, name: widgets, prerelease: true, tagName: v1 }",
    };
    card.compiles();
}

#[test]
fn a_write_that_creates_or_changes() {
    let calls = |when: &str| {
        format!(
            "endpoints:\n  - id: found\n    method: GET\n    optional: true\n    path: /repos/{{owner}}/{{repo}}/labels/{{name}}\n    \
             parameters: {{ repo: name, name: label }}\n  - id: set\n    when: {{ from: found, is: absent }}\n    method: POST\n    \
             path: /repos/{{owner}}/{{repo}}/labels\n    parameters: {{ repo: name }}\n    body: {{ name: label, color: color }}\n  \
             - id: set\n    method: PATCH\n{when}    path: /repos/{{owner}}/{{repo}}/labels/{{name}}\n    \
             parameters: {{ repo: name, name: label }}\n    body: {{ color: color }}\noutput: {{ color: color }}"
        )
    };
    for when in ["", "    when: { from: found, is: present }\n"] {
        let card = Rest {
            id: "label.put",
            effect: "effect: write\nidempotent: true\nsubject: repo",
            inputs: "label: { type: string }\ncolor: { type: string }",
            outputs: "color: { type: string }",
            route: &calls(when),
            example: "{ owner: acme, name: widgets, label: bug, color: ff0000 }",
        };
        card.compiles();
    }
}

/// GitHub's description of the API, with the upload of an asset, which no card of ghx uses.
fn with_uploads() -> String {
    let path = crate::catalogue::project().join("schema/rest.json");
    let text = std::fs::read_to_string(path).expect("the pinned schema is there");
    let mut api: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let paths = &mut api["paths"];
    let mut upload = paths["/repos/{owner}/{repo}/releases/{release_id}"]["get"].clone();
    let parameters = upload["parameters"].as_array_mut().expect("it has parameters");
    parameters
        .push(serde_json::json!({ "in": "query", "name": "name", "required": true, "schema": { "type": "string" } }));
    upload["requestBody"] =
        serde_json::json!({ "content": { "application/octet-stream": { "schema": { "type": "string" } } } });
    upload["responses"] = serde_json::json!({ "201": { "content": { "application/json": { "schema": {
        "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } } } } } });
    paths["/repos/{owner}/{repo}/releases/{release_id}/assets"]["post"] = upload;
    api.to_string()
}

#[test]
fn bytes_for_another_host() {
    let card = Rest {
        id: "release.assets.upload",
        effect: "effect: write\nidempotent: false\nsubject: repo",
        inputs: "tagName: { type: string }\nfileName: { type: string }\ncontentType: { type: string }\ncontent: { type: string }",
        outputs: "assetId: { type: integer }",
        route: "endpoints:\n  - id: release\n    method: GET\n    path: /repos/{owner}/{repo}/releases/tags/{tag}\n    \
               parameters: { repo: name, tag: tagName }\n  - id: asset\n    method: POST\n    \
               path: /repos/{owner}/{repo}/releases/{release_id}/assets\n    \
               parameters: { repo: name, release_id: { from: release, path: id }, name: fileName }\n    bytes: content\n    \
               type: contentType\n    host: { from: release, path: upload_url }\noutput: { assetId: id }",
        example: "{ owner: acme, name: widgets, tagName: v1, fileName: a, contentType: text/plain, content: hello }",
    };
    let checked = Catalogue::base()
        .set("schema/rest.json", with_uploads())
        .set("cards/release.assets.upload.yaml", card.text())
        .check();
    assert!(checked.problems.is_empty(), "{}\n{}", card.text(), checked.text());
}
