//! Pages with `Link`, and answers that have not changed.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Value as Json, json};

use super::Answer;
use crate::{
    http::{Call, Reply},
    state::Refusal,
};

/// Turns an answer into a reply: cuts the page, adds `Link` and `ETag`, says 304 where the client has it already.
pub(super) fn reply(call: &Call, answer: Answer) -> Reply {
    let reply = match answer {
        Answer::Json(status, body) => Reply::json(status, &body),
        Answer::List(page) => with_link(Reply::json(200, &Json::Array(page.items)), page.link),
        Answer::Wrapped(name, page) => {
            with_link(Reply::json(200, &json!({ "total_count": page.total, name: page.items })), page.link)
        }
        Answer::Text(content_type, text) => Reply::text(200, content_type, text),
        Answer::Ready(reply) => return reply,
        Answer::Empty(status) => Reply::empty(status),
    };
    if call.is_read() && reply.status == 200 { conditional(call, reply) } else { reply }
}

fn with_link(reply: Reply, link: Option<String>) -> Reply {
    match link {
        Some(link) => reply.with("link", link),
        None => reply,
    }
}

fn conditional(call: &Call, reply: Reply) -> Reply {
    let mut hasher = DefaultHasher::new();
    reply.body.hash(&mut hasher);
    let etag = format!("W/\"{:016x}\"", hasher.finish());
    let has_it = call.header("if-none-match").is_some_and(|known| known.split(',').any(|known| same(known, &etag)));
    let reply = if has_it { Reply { status: 304, body: String::new(), ..reply } } else { reply };
    reply.with("etag", etag).with("cache-control", "private, max-age=60, s-maxage=60")
}

/// Weak comparison: the prefix `W/` makes no difference.
fn same(known: &str, etag: &str) -> bool {
    known.trim().trim_start_matches("W/") == etag.trim_start_matches("W/")
}

/// A page of a list.
#[derive(Debug)]
pub(crate) struct Page {
    items: Vec<Json>,
    /// How many items all pages have together.
    total: usize,
    link: Option<String>,
}

impl Page {
    pub(super) fn cut<T>(
        call: &Call,
        all: Vec<T>,
        render: impl FnMut(T) -> Result<Json, Refusal>,
    ) -> Result<Self, Refusal> {
        let number = |name, default: usize| call.param(name).and_then(|text| text.parse().ok()).unwrap_or(default);
        let per_page = number("per_page", 30).clamp(1, 100);
        let page = number("page", 1).max(1);
        let total = all.len();
        let wanted = all.into_iter().skip((page - 1).saturating_mul(per_page)).take(per_page);
        let items = wanted.map(render).collect::<Result<_, _>>()?;
        Ok(Self { items, total, link: links(call, page, total.div_ceil(per_page).max(1)) })
    }
}

fn links(call: &Call, page: usize, last: usize) -> Option<String> {
    if last == 1 && page == 1 {
        return None;
    }
    let link = |to: usize, rel| format!("<{}>; rel=\"{rel}\"", url_of(call, to));
    let mut links = Vec::new();
    if page > 1 {
        links.push(link(page - 1, "prev"));
    }
    if page < last {
        links.push(link(page + 1, "next"));
        links.push(link(last, "last"));
    }
    if page > 1 {
        links.push(link(1, "first"));
    }
    Some(links.join(", "))
}

fn url_of(call: &Call, page: usize) -> String {
    let others = call.query.split('&').filter(|pair| !pair.is_empty() && !pair.starts_with("page="));
    let query: Vec<String> = others.map(str::to_owned).chain([format!("page={page}")]).collect();
    format!("{}{}?{}", call.urls.api, call.path, query.join("&"))
}
