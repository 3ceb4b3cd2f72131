//! The id of an issue does not fit where a pull request is wanted.
use ghx::{NodeId, node, pr};

fn main() {
    let issue: NodeId<node::Issue> = NodeId::new("I_kwDOAcme0042");
    let _ = pr::merge(issue);
}
