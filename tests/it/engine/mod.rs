//! The engine on the sandbox, over real HTTP.

mod assignees;
mod calls;
mod concurrency;
mod decoding;
mod documents;
mod faults;
pub(crate) mod harness;
mod hosts;
mod json;
mod large_inputs;
mod lookup_reuse;
mod lookups;
mod made_up_outputs;
mod matrix;
mod outcomes;
mod parents;
pub(crate) mod paused_clock;
mod pending_reviews;
mod preflight;
mod preflight_values;
mod regressions;
mod renames;
mod replay;
mod responses;
mod schema;
pub(crate) mod table;
mod templates;

fn is_send<T: Send>(_: &T) {}

#[test]
fn futures_can_be_spawned() {
    let client = ghx::Client::builder().token("t").build().unwrap();
    let repo: ghx::Repo = "acme/widgets".parse().unwrap();
    let chain = ghx::Chain::new().step(ghx::issue::view(repo.issue(1)));
    is_send(&chain.run(&client));
    is_send(&ghx::chain::send(ghx::issue::view(repo.issue(1)), &client));
}
