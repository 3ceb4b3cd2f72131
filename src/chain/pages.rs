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

    /// The same list, starting with the page after `output`; `None` after the last.
    fn next_page(&self, output: &Self::Output) -> Option<Self>;

    /// The elements of a page.
    fn into_items(output: Self::Output) -> Vec<Self::Item>;

    /// All pages from this one on. Each is requested when it is polled.
    fn pages(self, client: &Client) -> Pages<Self> {
        Pages { client: client.clone(), next: Some(self), pending: None }
    }

    /// All elements from this page on. Every page is requested, however many there are.
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

/// The pages of a list, as a [`Stream`]. [`try_next`](Pages::try_next) works without the traits of a stream crate.
///
/// After an error there are no more pages.
#[must_use = "pages are not requested until they are polled"]
pub struct Pages<C: Listing> {
    client: Client,
    next: Option<C>,
    pending: Option<BoxFuture<'static, Result<Page<C>>>>,
}

/// A page, and the list from the next one on.
type Page<C> = (<C as Capability>::Output, Option<C>);

impl<C: Listing> Pages<C> {
    /// The next page; `None` after the last.
    pub async fn try_next(&mut self) -> Result<Option<C::Output>> {
        std::future::poll_fn(|cx| Pin::new(&mut *self).poll_next(cx)).await.transpose()
    }
}

async fn fetch<C: Listing>(list: C, client: Client) -> Result<Page<C>> {
    let output = super::send(list.clone(), &client).await?;
    let next = list.next_page(&output);
    if next.as_ref().is_some_and(|next| next.to_json() == list.to_json()) {
        let message = "the next page starts where this one starts, so the list would never end";
        return Err(Error::server(message).for_capability(C::CARD.id));
    }
    Ok((output, next))
}

impl<C: Listing> Stream for Pages<C> {
    type Item = Result<C::Output>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.pending.is_none() {
            let Some(list) = self.next.take() else {
                return Poll::Ready(None);
            };
            let client = self.client.clone();
            self.pending = Some(Box::pin(fetch(list, client)));
        }
        let Some(pending) = &mut self.pending else {
            return Poll::Ready(None);
        };
        let page = ready!(pending.as_mut().poll(cx));
        self.pending = None;
        Poll::Ready(Some(page.map(|(output, next)| {
            self.next = next;
            output
        })))
    }
}

// The future is boxed, so nothing here is pinned structurally.
impl<C: Listing> Unpin for Pages<C> {}

impl<C: Listing> fmt::Debug for Pages<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages").field("next", &self.next).finish_non_exhaustive()
    }
}
