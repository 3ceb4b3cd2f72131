//! Pages with `Link`, and conditional requests with `ETag`.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Value as Json, json};

use super::Output;
use crate::{
    http::{Request, Response},
    state::Refusal,
};

/// Turns an output into a response: adds `Link` and `ETag`, and responds with 304 if the client has it already.
pub(super) fn response(request: &Request, output: Output) -> Response {
    let response = match output {
        Output::Json(status, body) => Response::json(status, &body),
        Output::List(page) => with_link(Response::json(200, &Json::Array(page.items)), page.link),
        Output::Wrapped(name, page) => {
            with_link(Response::json(200, &json!({ "total_count": page.total, name: page.items })), page.link)
        }
        Output::Text(content_type, text) => Response::text(200, content_type, text),
        Output::Ready(response) => return response,
        Output::Empty(status) => Response::empty(status),
    };
    if request.is_read() && response.status == 200 { conditional(request, response) } else { response }
}

fn with_link(response: Response, link: Option<String>) -> Response {
    match link {
        Some(link) => response.with("link", link),
        None => response,
    }
}

fn conditional(request: &Request, response: Response) -> Response {
    let mut hasher = DefaultHasher::new();
    response.body.hash(&mut hasher);
    let etag = format!("W/\"{:016x}\"", hasher.finish());
    let has_it = request.header("if-none-match").is_some_and(|known| known.split(',').any(|known| same(known, &etag)));
    let response = if has_it { Response { status: 304, body: String::new(), ..response } } else { response };
    response.with("etag", etag).with("cache-control", "private, max-age=60, s-maxage=60")
}

/// Weak comparison: ignores the prefix `W/`.
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
        request: &Request,
        all: Vec<T>,
        render: impl FnMut(T) -> Result<Json, Refusal>,
    ) -> Result<Self, Refusal> {
        let number = |name, default: usize| request.param(name).and_then(|text| text.parse().ok()).unwrap_or(default);
        let per_page = number("per_page", 30).clamp(1, 100);
        let page = number("page", 1).max(1);
        let total = all.len();
        let wanted = all.into_iter().skip((page - 1).saturating_mul(per_page)).take(per_page);
        let items = wanted.map(render).collect::<Result<_, _>>()?;
        Ok(Self { items, total, link: links(request, page, total.div_ceil(per_page).max(1)) })
    }
}

fn links(request: &Request, page: usize, last: usize) -> Option<String> {
    if last == 1 && page == 1 {
        return None;
    }
    let link = |to: usize, rel| format!("<{}>; rel=\"{rel}\"", url_of(request, to));
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

fn url_of(request: &Request, page: usize) -> String {
    let others = request.query.split('&').filter(|pair| !pair.is_empty() && !pair.starts_with("page="));
    let query: Vec<String> = others.map(str::to_owned).chain([format!("page={page}")]).collect();
    format!("{}{}?{}", request.urls.api, request.path, query.join("&"))
}
