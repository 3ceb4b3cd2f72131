//! The engine on the sandbox, over real HTTP.

mod answers;
mod braces;
mod calls;
pub(crate) mod clock;
mod crowd;
mod decoding;
mod documents;
mod early;
mod faults;
mod honesty;
mod hosts;
mod json;
mod large;
mod lookups;
mod matrix;
mod numbered;
mod preflight;
mod renames;
mod replay;
mod schema;
pub(crate) mod table;
mod ways;
pub(crate) mod world;

fn is_send<T: Send>(_: &T) {}

#[test]
fn futures_can_be_spawned() {
    let client = ghx::Client::builder().token("t").build().unwrap();
    let repo: ghx::Repo = "acme/widgets".parse().unwrap();
    let chain = ghx::Chain::new().step(ghx::issue::view(repo.issue(1)));
    is_send(&chain.run(&client));
    is_send(&ghx::chain::send(ghx::issue::view(repo.issue(1)), &client));
}
