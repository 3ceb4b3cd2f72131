//! A card of one's own with two faults: both are reported, at their places.
ghx::capability!("../../../../tests/ui/cards/acme.close.yaml");

fn main() {}
