//! Pull requests, with the diff as a media type.

use serde_json::{Value as Json, json};

use super::{Done, Output, Rest, Result, accounts, issues, repos};
use crate::state::{Issue, Key, MergeMethod, MergeOptions, Mergeable, Node, Permission, Refusal, Repo, Store};

pub(super) fn read(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, parts: &[&str]) -> Result<Output> {
    match parts {
        ["pulls"] => rest.list(listed(rest, store, repo)?, |key| json(rest, store, key, false)),
        ["pulls", number] => {
            let key = pull(rest, store, repo, number)?;
            let accept = rest.request.header("accept").unwrap_or_default();
            if accept.contains("diff") {
                let diff = store.pull(key)?.diff.clone();
                return Ok(Output::Text("application/vnd.github.diff; charset=utf-8", diff));
            }
            if accept.contains("patch") {
                return Err(Refusal::not_modelled("the patch media type"));
            }
            Ok(Output::Json(200, json(rest, store, key, true)?))
        }
        ["pulls", number, "files"] => {
            let key = pull(rest, store, repo, number)?;
            rest.list(files(rest, store, key)?, Ok)
        }
        ["pulls", number, "commits"] => {
            let key = pull(rest, store, repo, number)?;
            rest.list(store.pull(key)?.commits.clone(), |key| {
                let row = store.commits.get(key)?;
                Ok(json!({ "sha": row.oid, "commit": { "message": row.message } }))
            })
        }
        ["pulls", number, "merge"] => {
            let key = pull(rest, store, repo, number)?;
            if store.issues.get(key)?.is_merged() {
                Ok(Output::Empty(204))
            } else {
                Err(Refusal::not_found("Not Found"))
            }
        }
        _ => Err(rest.not_modelled()),
    }
}

fn files(rest: &Rest<'_>, store: &Store, key: Key<Issue>) -> Result<Vec<Json>> {
    let (urls, pull, repo) = (&rest.request.urls, store.pull(key)?, store.issues.get(key)?.repo);
    let (web, api) = (urls.repo(store, repo), urls.repo_api(store, repo));
    let head = pull.head_commit().map_or("", |commit| store.oid(commit));
    let files = pull.files().into_iter().map(|file| {
        json!({
            "sha": file.blob(),
            "blob_url": format!("{web}/blob/{head}/{}", file.path),
            "raw_url": format!("{web}/raw/{head}/{}", file.path),
            "contents_url": format!("{api}/contents/{}?ref={head}", file.path),
            "filename": file.path,
            "status": file.status,
            "additions": file.additions,
            "deletions": file.deletions,
            "changes": file.additions + file.deletions,
            "patch": file.patch,
        })
    });
    Ok(files.collect())
}

pub(super) fn pull(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, number: &str) -> Result<Key<Issue>> {
    let key = rest.numbered(store, repo, number)?;
    if store.is_pull(key) { Ok(key) } else { Err(Refusal::not_found("Not Found")) }
}

fn listed(rest: &Rest<'_>, store: &Store, repo: Key<Repo>) -> Result<Vec<Key<Issue>>> {
    let state = rest.request.param("state").unwrap_or_else(|| "open".to_owned());
    let (head, base) = (rest.request.param("head"), rest.request.param("base"));
    let mut keys = store.issues_of(repo, |issue| {
        let Some(pull) = &issue.pull else { return false };
        let head_fits = |head: &String| head.rsplit(':').next() == Some(pull.head.as_str());
        (state == "all" || (state == "open") == issue.is_open())
            && head.as_ref().is_none_or(head_fits)
            && base.as_ref().is_none_or(|base| *base == pull.base)
    });
    keys.retain(|key| rest.can_see(store, Node::Issue(*key)));
    match rest.request.param("sort").as_deref() {
        None | Some("created") => {}
        Some("updated") => keys.sort_by_key(|key| store.issues.get(*key).ok().map(|issue| issue.updated_at)),
        Some(other) => return Err(Refusal::not_modelled(format!("`sort={other}` of pull requests"))),
    }
    if rest.request.param("direction").as_deref() != Some("asc") {
        keys.reverse();
    }
    Ok(keys)
}

/// In a list, a pull request does not have the fields that GitHub computes.
pub(super) fn json(rest: &Rest<'_>, store: &Store, key: Key<Issue>, whole: bool) -> Result<Json> {
    let urls = &rest.request.urls;
    let row = store.issues.get(key)?;
    let pull = store.pull(key)?;
    let mut json = issues::shared_json(store, urls, key)?;
    let api = urls.repo_api(store, row.repo);
    let owner = store.repos.get(row.repo)?.owner;
    // There are no forks: both branches are in one repository.
    let repo = repos::json(store, urls, row.repo, store.permission(rest.actor, row.repo))?;
    let user = accounts::json(store, urls, owner)?;
    let end = |name: &str, oid: &str| {
        let label = format!("{}:{name}", store.login(owner));
        json!({ "ref": name, "label": label, "sha": oid, "user": user, "repo": repo })
    };
    json["url"] = format!("{api}/pulls/{}", row.number).into();
    json["diff_url"] = format!("{}.diff", urls.issue(store, key)).into();
    json["issue_url"] = format!("{api}/issues/{}", row.number).into();
    json["draft"] = pull.draft.into();
    json["base"] = end(&pull.base, &pull.base_oid);
    json["head"] = end(&pull.head, pull.head_commit().map_or("", |commit| store.oid(commit)));
    json["requested_reviewers"] = accounts::list_json(store, urls, &pull.requested_reviewers)?;
    // There are no teams, and no write requests an automatic merge.
    json["requested_teams"] = json!([]);
    json["auto_merge"] = Json::Null;
    json["merged_at"] = pull.merge.as_ref().map(|merge| merge.at.to_string()).into();
    json["merge_commit_sha"] = pull.merge.as_ref().map(|merge| store.oid(merge.commit).to_owned()).into();
    if whole {
        add_computed(rest, store, key, &mut json)?;
    }
    Ok(json)
}

fn add_computed(rest: &Rest<'_>, store: &Store, key: Key<Issue>, json: &mut Json) -> Result<()> {
    let row = store.issues.get(key)?;
    let pull = store.pull(key)?;
    let files = pull.files();
    json["merged"] = row.is_merged().into();
    json["mergeable"] = match pull.mergeable {
        _ if row.is_merged() => Json::Null,
        Mergeable::Clean => true.into(),
        Mergeable::Conflicting => false.into(),
        Mergeable::Unknown => Json::Null,
    };
    json["mergeable_state"] = store.merge_state(key)?.to_lowercase().into();
    json["merged_by"] = accounts::optional_json(store, &rest.request.urls, pull.merge.as_ref().map(|merge| merge.by))?;
    json["comments"] = row.comments.len().into();
    json["commits"] = pull.commits.len().into();
    json["additions"] = files.iter().map(|file| file.additions).sum::<usize>().into();
    json["deletions"] = files.iter().map(|file| file.deletions).sum::<usize>().into();
    json["changed_files"] = files.len().into();
    json["maintainer_can_modify"] = pull.maintainer_can_modify.into();
    Ok(())
}

pub(super) fn write(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>, parts: &[&str]) -> Result<Done> {
    match (rest.request.method.as_str(), parts) {
        ("PATCH", ["pulls", number]) => update(rest, store, repo, number),
        ("PUT", ["pulls", number, "merge"]) => merge(rest, store, repo, number),
        _ => Err(rest.not_modelled()),
    }
}

fn update(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>, number: &str) -> Result<Done> {
    let key = pull(rest, store, repo, number)?;
    let author = store.issues.get(key)?.author;
    store.permit_author(rest.actor, repo, author, Permission::Write)?;
    issues::change_text(rest, store, key)?;
    if let Some(can) = rest.body["maintainer_can_modify"].as_bool() {
        store.pull_mut(key)?.maintainer_can_modify = can;
    }
    if let Some(base) = rest.text("base") {
        base.clone_into(&mut store.pull_mut(key)?.base);
    }
    match rest.text("state") {
        Some("closed") => store.close_issue(key, "COMPLETED", None)?,
        Some("open") => store.reopen_issue(key)?,
        _ => {}
    }
    let output = Output::Json(200, json(rest, store, key, true)?);
    Ok(Done { output, route: "PATCH /repos/{owner}/{repo}/pulls/{pull_number}", subject: Some(Node::Issue(key)) })
}

fn merge(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>, number: &str) -> Result<Done> {
    let key = pull(rest, store, repo, number)?;
    store.permit(rest.actor, repo, Permission::Write)?;
    let by = rest.actor.account.ok_or_else(|| Refusal::forbidden("Requires authentication"))?;
    let method = rest.text("merge_method").unwrap_or("merge");
    let options = MergeOptions {
        by,
        method: MergeMethod::parse(method).ok_or_else(|| Refusal::unprocessable("Invalid merge_method"))?,
        expected_head: rest.text("sha"),
        headline: rest.text("commit_title"),
        body: rest.text("commit_message"),
    };
    let commit = store.merge_pull(key, &options)?;
    let json = json!({ "sha": store.oid(commit), "merged": true, "message": "Pull Request successfully merged" });
    let route = "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge";
    Ok(Done { output: Output::Json(200, json), route, subject: Some(Node::Issue(key)) })
}
