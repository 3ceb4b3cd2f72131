//! Every form of a value: what cards send for it.

use ghx::__codegen::{Lookups, ResponseData, Value, json};
use ghx::{Capability, ErrorCode, NodeId, node};

use crate::engine::harness::widgets;

mod branch {
    ghx::capability!("tests/it/values/cards/branch.create.yaml");
}
mod search {
    ghx::capability!("tests/it/values/cards/issue.search.yaml");
}
mod commit {
    ghx::capability!("tests/it/values/cards/commit.create.yaml");
}
mod project {
    ghx::capability!("tests/it/values/cards/project.field.set.yaml");
}

mod gist {
    ghx::capability!("tests/it/values/cards/gist.create.yaml");
}
mod check {
    ghx::capability!("tests/it/values/cards/check.create.yaml");
}
mod release {
    ghx::capability!("tests/it/values/cards/release.delete.yaml");
}
mod dispatch {
    ghx::capability!("tests/it/values/cards/workflow.dispatch.yaml");
}

/// The variables that are sent, once everything is looked up.
fn variables<C: Capability>(step: &C) -> Result<Value, ghx::Error> {
    let mut lookups = Lookups::new();
    for _ in 0..4 {
        if let Some(request) = step.request(&mut lookups)? {
            return Ok(json!(request.variables));
        }
        let open: Vec<_> = lookups
            .pending()
            .map(|(key, operation, variables)| (key, reply(operation.name, &json!(variables))))
            .collect();
        assert!(!open.is_empty());
        for (key, data) in open {
            lookups.resolve(key, ResponseData::parse(&data.to_string()));
        }
    }
    panic!("four rounds of lookups were not enough")
}

fn reply(operation: &str, variables: &Value) -> Value {
    match operation {
        "RepositoryId" => json!({"repository": {"id": "R_1"}}),
        "BranchHead" => {
            json!({"repository": {"defaultBranchRef": {"target": {"__typename": "Commit", "oid": "head"}}}})
        }
        "ProjectByNumber" => json!({"repositoryOwner": {"__typename": "Organization", "projectV2": {"id": "PVT_1"}}}),
        "FieldOfProject" => {
            assert_eq!(variables["projectId"], "PVT_1");
            let options = json!([{"id": "o1", "name": "Todo"}, {"id": "o2", "name": "Done"}]);
            let field = match variables["field"].as_str().unwrap() {
                "Status" => {
                    json!({"__typename": "ProjectV2SingleSelectField", "id": "F_1", "dataType": "SINGLE_SELECT", "options": options})
                }
                "Notes" => json!({"__typename": "ProjectV2Field", "id": "F_2", "dataType": "TEXT"}),
                _ => json!({"__typename": "ProjectV2Field", "id": "F_3", "dataType": "LABELS"}),
            };
            json!({"node": {"__typename": "ProjectV2", "field": field}})
        }
        other => panic!("unexpected lookup {other}"),
    }
}

#[test]
fn a_text_is_put_together_and_a_lookup_is_a_default() {
    let expected = |oid: &str| json!({"repositoryId": "R_1", "name": "refs/heads/next", "oid": oid});
    assert_eq!(variables(&branch::create(widgets(), "next")).unwrap(), expected("head"));
    assert_eq!(variables(&branch::create(widgets(), "next").commit("abc")).unwrap(), expected("abc"));
}

#[test]
fn a_word_with_an_absent_input_is_left_out() {
    let search = || search::search(widgets());
    assert_eq!(variables(&search()).unwrap()["query"], "repo:acme/widgets is:issue");
    assert_eq!(
        variables(&search().query("crash on start")).unwrap()["query"],
        "repo:acme/widgets is:issue crash on start"
    );
}

#[test]
fn an_element_with_the_separator_is_refused() {
    let labels = |names: &[&str]| variables(&search::search(widgets()).labels(names));
    assert_eq!(labels(&["a", "b"]).unwrap()["labels"], "a,b");
    let error = labels(&["a", "b,c"]).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Validation);
    assert!(error.to_string().contains("must not contain `,`"), "{error}");
}

#[test]
fn objects_and_lists_are_put_together() {
    let file = |path: &str| commit::CommitCreateFile::new(commit::CommitCreateFilePlace::new(path));
    let files = [file("a.txt").content("hi"), file("b.bin").base64("AAE=").content("not used"), file("empty")];
    let step = commit::create(widgets(), "main", "abc", "Write", files);
    let expected = json!({
        "branch": {"repositoryNameWithOwner": "acme/widgets", "branchName": "main"},
        "message": {"headline": "Write"},
        "head": "abc",
        "fileChanges": {"additions": [
            {"path": "a.txt", "contents": "aGk="},
            {"path": "b.bin", "contents": "AAE="},
            {"path": "empty", "contents": ""},
        ]},
    });
    assert_eq!(variables(&step).unwrap(), expected);
}

#[test]
fn the_kind_of_a_field_chooses_the_value() {
    let set = |field: &str| project::set("acme", 1_u64, NodeId::<node::ProjectV2Item>::new("PVTI_1"), field);
    let expected =
        |field: &str, value: Value| json!({"projectId": "PVT_1", "itemId": "PVTI_1", "fieldId": field, "value": value});
    assert_eq!(
        variables(&set("Status").option("done")).unwrap(),
        expected("F_1", json!({"singleSelectOptionId": "o2"}))
    );
    assert_eq!(variables(&set("Notes").text("")).unwrap(), expected("F_2", json!({"text": ""})));
    let error = variables(&set("Notes").option("Done")).unwrap_err();
    assert_eq!((error.code(), error.message()), (ErrorCode::Validation, "give `text`: the kind here is TEXT"));
    let error = variables(&set("Labels").text("x")).unwrap_err();
    assert_eq!((error.code(), error.message()), (ErrorCode::Validation, "the field Labels cannot be set"));
    let error = variables(&set("Status").option("Doen")).unwrap_err();
    assert_eq!((error.code(), error.message()), (ErrorCode::NotFound, "no field `Doen` (did you mean `Done`?)"));
}

#[test]
fn an_input_may_be_needed_because_of_another() {
    let parse = |more: Value| {
        let mut input = json!({"owner": "acme", "name": "widgets", "workflow": 1, "kind": "tag"});
        input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        dispatch::WorkflowDispatch::from_json(input.as_object().unwrap())
    };
    let error = parse(json!({"branch": "main"})).unwrap_err();
    assert!(error.to_string().contains("`tag`"), "{error}");
    let step = parse(json!({"tag": "v1", "inputs": {"level": "high"}})).unwrap();
    assert_eq!(step.to_json().get("inputs"), Some(&json!({"level": "high"})));
    let error = parse(json!({"tag": "v1", "inputs": {"level": 1}})).unwrap_err();
    assert!(error.to_string().contains("inputs"), "{error}");
}

#[test]
fn exactly_one_of_several_members_is_given() {
    let parse = |file: Value| gist::GistCreate::from_json(json!({"files": [file]}).as_object().unwrap());
    assert!(parse(json!({"name": "a", "text": "x"})).is_ok());
    for file in [json!({"name": "a"}), json!({"name": "a", "text": "x", "number": 1})] {
        let error = parse(file).unwrap_err();
        assert!(error.to_string().contains("exactly one"), "{error}");
    }
}

#[test]
fn cards_of_rest_are_described() {
    assert_eq!(check::CheckCreate::CARD.id, "check.create");
    assert_eq!(release::ReleaseDelete::CARD.id, "release.delete");
}
