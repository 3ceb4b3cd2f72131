//! One capability alone.

use super::Chain;
use crate::Error;
use crate::capability::Capability;
use crate::client::Client;

/// Runs one capability: what a chain of this one step would do, with every route of its card.
///
/// Every capability has a method `send` that calls this. The function is for generic code.
///
/// ```no_run
/// # async fn bot(gh: ghx::Client, repo: ghx::Repo) -> Result<(), ghx::Error> {
/// use ghx::issue;
///
/// let issue = issue::view(repo.issue(42)).send(&gh).await?;
/// println!("{}: {}", issue.number, issue.title);
/// # Ok(())
/// # }
/// ```
pub async fn send<C: Capability>(capability: C, client: &Client) -> Result<C::Output, Error> {
    let (result,) = Chain::new().step(capability).run(client).await.map_err(only_step)?.results();
    result
}

/// The error of a chain of one step is that of the step.
fn only_step(error: Error) -> Error {
    match error.steps() {
        [only] => only.error.clone(),
        _ => error,
    }
}
