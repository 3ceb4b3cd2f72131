//! Outputs come from GitHub and may grow: they cannot be written by hand.
use ghx::capabilities::PrThreadsResolveOutput;

fn main() {
    let _ = PrThreadsResolveOutput { id: ghx::NodeId::new("PRRT_1"), is_resolved: true };
}
