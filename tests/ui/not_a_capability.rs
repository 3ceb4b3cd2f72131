//! A chain holds capabilities.
use ghx::Chain;

fn main() {
    let _ = Chain::new().step("issue.labels.add");
}
