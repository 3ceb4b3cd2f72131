//! Many concurrent clients on one sandbox, and a check that the state matches their responses. A benchmark runs it longer, a
//! test shorter.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use ghx_sandbox::Sandbox;
use serde_json::{Value, json};

const COMMENT: &str = "mutation($id: ID!, $text: String!) { addComment(input: { subjectId: $id, body: $text }) { \
                       commentEdge { node { id } } } }";
const CREATE: &str = "mutation($id: ID!, $text: String!) { createIssue(input: { repositoryId: $id, title: $text }) { \
                      issue { id number } } }";
const READ: &str = "query($n: Int!) { repository(owner: \"acme\", name: \"widgets\") { issue(number: $n) { id title \
                    labels(first: 10) { nodes { name } } comments(last: 1) { totalCount nodes { body } } } } }";

/// The repository that all write to.
const REPO: &str = "acme/widgets";
/// Its open issues, which get the comments.
const NUMBERS: [u32; 7] = [1, 2, 3, 6, 40, 41, 42];
/// The last number in the seed.
const LAST: u32 = 42;

/// How many clients there are, and when each of them stops.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    pub(crate) clients: usize,
    pub(crate) rounds: usize,
    pub(crate) time: Duration,
}

/// What the clients received.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) latencies: Vec<Duration>,
    /// The id and the text of each write that was acknowledged.
    comments: Vec<(String, String)>,
    issues: Vec<(String, String, u32)>,
    failures: Vec<String>,
}

/// Runs the clients until each has stopped.
pub(crate) async fn run(sandbox: &Sandbox, load: Load) -> Seen {
    let end = Instant::now() + load.time;
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..load.clients {
        let client = Client::new(sandbox, number);
        tasks.spawn(async move { client.work(load.rounds, end).await });
    }
    let mut all = Seen::default();
    for seen in tasks.join_all().await {
        all.latencies.extend(seen.latencies);
        all.comments.extend(seen.comments);
        all.issues.extend(seen.issues);
        all.failures.extend(seen.failures);
    }
    all.latencies.sort_unstable();
    all
}

struct Client {
    http: reqwest::Client,
    url: String,
    number: usize,
    /// The node ids of the repository and of its issues.
    repo: String,
    issues: Vec<String>,
}

impl Client {
    fn new(sandbox: &Sandbox, number: usize) -> Self {
        let issues = NUMBERS.iter().filter_map(|number| Some(sandbox.issue(REPO, *number)?.id)).collect();
        let repo = sandbox.repository_id(REPO).unwrap_or_default();
        let http = http_client().build().unwrap_or_default();
        Self { http, url: sandbox.base_url(), number, repo, issues }
    }

    async fn work(&self, rounds: usize, end: Instant) -> Seen {
        let mut seen = Seen::default();
        for round in 0..rounds {
            if Instant::now() >= end {
                break;
            }
            let start = Instant::now();
            let outcome = self.step(round, &mut seen).await;
            seen.latencies.push(start.elapsed());
            if let Err(why) = outcome {
                seen.failures.push(why);
            }
        }
        seen
    }

    /// Two writes and three reads in turn.
    async fn step(&self, round: usize, seen: &mut Seen) -> Result<(), String> {
        let place = (self.number + round) % NUMBERS.len();
        let text = format!("{}-{round}", self.number);
        match round % 5 {
            0 => {
                let id = self.issues.get(place).cloned().unwrap_or_default();
                let data = self.graphql(COMMENT, json!({ "id": id, "text": text })).await?;
                seen.comments.push((string(&data["addComment"]["commentEdge"]["node"]["id"])?, text));
            }
            2 => {
                let data = self.graphql(CREATE, json!({ "id": self.repo, "text": text })).await?;
                let issue = &data["createIssue"]["issue"];
                let number = issue["number"].as_u64().and_then(|number| u32::try_from(number).ok());
                seen.issues.push((string(&issue["id"])?, text, number.ok_or("an issue without a number")?));
            }
            1 => drop(self.graphql(READ, json!({ "n": NUMBERS.get(place) })).await?),
            3 => drop(self.get(&format!("/repos/{REPO}/issues/{}", NUMBERS[place])).await?),
            _ => drop(self.get("/repos/acme/many-labels/labels?per_page=30&page=4").await?),
        }
        Ok(())
    }

    async fn graphql(&self, query: &str, variables: Value) -> Result<Value, String> {
        let body = json!({ "query": query, "variables": variables }).to_string();
        let answer = self.send(self.http.post(format!("{}/graphql", self.url)).body(body)).await?;
        match answer.get("errors") {
            None => Ok(answer["data"].clone()),
            Some(errors) => Err(errors.to_string()),
        }
    }

    async fn get(&self, path: &str) -> Result<Value, String> {
        self.send(self.http.get(format!("{}{path}", self.url))).await
    }

    async fn send(&self, request: reqwest::RequestBuilder) -> Result<Value, String> {
        let answer = request.header("authorization", "Bearer x").send().await.map_err(|error| error.to_string())?;
        let status = answer.status();
        let text = answer.text().await.map_err(|error| error.to_string())?;
        if !status.is_success() {
            return Err(format!("{status}: {text}"));
        }
        serde_json::from_str(&text).map_err(|error| error.to_string())
    }
}

fn string(value: &Value) -> Result<String, String> {
    value.as_str().map(str::to_owned).ok_or_else(|| format!("{value} is not a string"))
}

impl Seen {
    pub(crate) fn writes(&self) -> usize {
        self.comments.len() + self.issues.len()
    }

    /// A percentile of the latencies.
    pub(crate) fn percentile(&self, percent: usize) -> Duration {
        let at = (self.latencies.len() * percent / 100).min(self.latencies.len().saturating_sub(1));
        self.latencies.get(at).copied().unwrap_or_default()
    }

    /// Compares the responses with the record and the state: every write is there once, and numbers have
    /// neither gaps nor duplicates.
    pub(crate) fn check(&self, sandbox: &Sandbox, comments_before: usize) -> Result<(), String> {
        if let Some(first) = self.failures.first() {
            return Err(format!("{} requests failed, the first with {first}", self.failures.len()));
        }
        let acknowledged: Vec<&String> =
            self.comments.iter().map(|(id, _)| id).chain(self.issues.iter().map(|(id, ..)| id)).collect();
        let mut recorded: Vec<String> = sandbox.writes().into_iter().filter_map(|write| write.subject).collect();
        recorded.sort_unstable();
        same("acknowledged and recorded writes", acknowledged.into_iter().cloned().collect(), recorded)?;

        let all = sandbox.issues(REPO);
        let acknowledged = self.issues.iter().map(|(id, title, number)| format!("{number} {id} {title}")).collect();
        let made = all.iter().filter(|issue| issue.number > LAST);
        let made: Vec<String> = made.map(|issue| format!("{} {} {}", issue.number, issue.id, issue.title)).collect();
        same("acknowledged and stored issues", acknowledged, made)?;

        let numbers: BTreeSet<u32> = self.issues.iter().map(|(.., number)| *number).collect();
        let expected: BTreeSet<u32> = (LAST + 1..).take(self.issues.len()).collect();
        if numbers != expected {
            return Err("numbers have gaps or doubles".to_owned());
        }
        let acknowledged = self.comments.iter().map(|(id, text)| format!("{id} {text}")).collect();
        let stored = all.iter().flat_map(|issue| &issue.comments);
        let stored: Vec<String> = stored.map(|comment| format!("{} {}", comment.id, comment.body)).collect();
        if stored.len() != self.comments.len() + comments_before {
            return Err(format!(
                "{} comments were acknowledged, {} were stored",
                self.comments.len(),
                stored.len() - comments_before
            ));
        }
        let acknowledged: Vec<String> = acknowledged;
        let stored: BTreeSet<String> = stored.into_iter().collect();
        acknowledged
            .iter()
            .find(|comment| !stored.contains(*comment))
            .map_or(Ok(()), |lost| Err(format!("lost: {lost}")))
    }
}

/// How many comments there are before the clients start.
pub(crate) fn comments(sandbox: &Sandbox) -> usize {
    sandbox.issues(REPO).iter().map(|issue| issue.comments.len()).sum()
}

/// Whether two lists have the same items, equally often.
fn same(what: &str, mut acknowledged: Vec<String>, mut stored: Vec<String>) -> Result<(), String> {
    acknowledged.sort_unstable();
    stored.sort_unstable();
    if acknowledged == stored {
        Ok(())
    } else {
        Err(format!("{what} differ: {} and {}", acknowledged.len(), stored.len()))
    }
}

/// A client without a proxy. If another crate enables reqwest without a TLS provider, as ghx does, reqwest
/// still requires one, even for plain HTTP.
pub(crate) fn http_client() -> reqwest::ClientBuilder {
    // An error means that there is one already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder().no_proxy()
}
