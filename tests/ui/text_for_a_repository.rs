//! A repository is a `Repo`, which text is parsed into.
use ghx::issue;

fn main() {
    let _ = issue::create("acme/widgets", "Crash on start");
}
