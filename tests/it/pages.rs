//! Lists page by page, on the sandbox.

use futures_util::StreamExt;
use ghx::{Repo, issue, repo};

use crate::engine::harness::{Harness, widgets};

fn many_labels() -> Repo {
    "acme/many-labels".parse().unwrap()
}

#[tokio::test]
async fn pages_are_requested_one_by_one() {
    let harness = Harness::start().await;
    let mut pages = repo::labels::list(many_labels()).first(100).pages(&harness.gh);
    assert_eq!(harness.calls(), 0, "nothing is sent before a page is wanted");
    let mut sizes = Vec::new();
    let mut names = std::collections::BTreeSet::new();
    while let Some(page) = pages.try_next().await.unwrap() {
        sizes.push(page.items.len());
        names.extend(page.items.into_iter().map(|label| label.name));
    }
    assert_eq!((sizes, names.len(), harness.calls()), (vec![100, 100, 50], 250, 3));
}

#[tokio::test]
async fn pages_are_a_stream() {
    let harness = Harness::start().await;
    let pages = issue::list(widgets()).first(3).pages(&harness.gh);
    let sizes: Vec<usize> = pages.map(|page| page.unwrap().items.len()).collect().await;
    assert_eq!(sizes, [3, 3, 1]);
}

#[tokio::test]
async fn all_items_are_all_pages_together() {
    let harness = Harness::start().await;
    let labels = repo::labels::list(many_labels()).first(90).all_items(&harness.gh).await.unwrap();
    assert_eq!((labels.len(), harness.calls()), (250, 3));
}

#[tokio::test]
async fn an_error_ends_the_pages() {
    let harness = Harness::start().await;
    let mut pages = issue::list("acme/nowhere".parse::<Repo>().unwrap()).pages(&harness.gh);
    let error = pages.try_next().await.unwrap_err();
    assert_eq!(error.code(), ghx::ErrorCode::NotFound);
    assert!(error.message().contains("acme/nowhere"), "{error}");
    assert!(pages.try_next().await.unwrap().is_none());
}
