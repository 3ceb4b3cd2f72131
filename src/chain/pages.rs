//! Lists, page by page.
//!
//! ```no_run
//! # async fn bot(gh: ghx::Client, repo: ghx::Repo) -> Result<(), ghx::Error> {
//! use ghx::issue;
//!
//! let mut pages = issue::list(&repo).first(100).pages(&gh);
//! while let Some(page) = pages.try_next().await? {
//!     for issue in page.items {
//!         println!("{} {}", issue.number, issue.title);
//!     }
//! }
//! # Ok(())
//! # }
//! ```

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;

use crate::capability::Capability;
use crate::client::Client;
use crate::client::transport::BoxFuture;
use crate::{Error, Result};

/// A capability that gives a list page by page.
pub trait Listing: Capability {
    /// One element of the list.
    type Item: Clone + fmt::Debug + Send + Sync + 'static;

    /// The same list from the page after `output` on; `None` after the last.
    fn next_page(&self, output: &Self::Output) -> Option<Self>;

    /// The elements of a page.
    fn into_items(output: Self::Output) -> Vec<Self::Item>;

    /// All pages from this one on, each asked for when it is wanted.
    fn pages(self, client: &Client) -> Pages<Self> {
        Pages { client: client.clone(), next: Some(self), asking: None }
    }

    /// All elements from this page on. Nothing is left out: as many pages are asked for as there are.
    fn all_items(self, client: &Client) -> impl Future<Output = Result<Vec<Self::Item>>> + Send {
        let mut pages = self.pages(client);
        async move {
            let mut items = Vec::new();
            while let Some(page) = pages.try_next().await? {
                items.extend(Self::into_items(page));
            }
            Ok(items)
        }
    }
}

/// The pages of a list: a [`Stream`], and without the traits of streams [`try_next`](Pages::try_next).
///
/// After an error there are no more pages.
#[must_use = "pages are not asked for until they are wanted"]
pub struct Pages<C: Listing> {
    client: Client,
    next: Option<C>,
    asking: Option<BoxFuture<'static, Result<Page<C>>>>,
}

/// A page, and the list from the next one on.
type Page<C> = (<C as Capability>::Output, Option<C>);

impl<C: Listing> Pages<C> {
    /// The next page; `None` after the last.
    pub async fn try_next(&mut self) -> Result<Option<C::Output>> {
        std::future::poll_fn(|cx| Pin::new(&mut *self).poll_next(cx)).await.transpose()
    }
}

async fn ask<C: Listing>(list: C, client: Client) -> Result<Page<C>> {
    let output = super::send(list.clone(), &client).await?;
    let next = list.next_page(&output);
    if next.as_ref().is_some_and(|next| next.to_json() == list.to_json()) {
        let message = "GitHub's next page starts where this one starts: the list would never end";
        return Err(Error::server(message).for_capability(C::CARD.id));
    }
    Ok((output, next))
}

impl<C: Listing> Stream for Pages<C> {
    type Item = Result<C::Output>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.asking.is_none() {
            let Some(list) = self.next.take() else {
                return Poll::Ready(None);
            };
            let client = self.client.clone();
            self.asking = Some(Box::pin(ask(list, client)));
        }
        let Some(asking) = &mut self.asking else {
            return Poll::Ready(None);
        };
        let answer = ready!(asking.as_mut().poll(cx));
        self.asking = None;
        Poll::Ready(Some(answer.map(|(output, next)| {
            self.next = next;
            output
        })))
    }
}

// What is pinned is behind a box; the rest can move.
impl<C: Listing> Unpin for Pages<C> {}

impl<C: Listing> fmt::Debug for Pages<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages").field("next", &self.next).finish_non_exhaustive()
    }
}
