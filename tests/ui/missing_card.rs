//! A card that is not there.
ghx::capability!("cards/acme.nothing.yaml");

fn main() {}
