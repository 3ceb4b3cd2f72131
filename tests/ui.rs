//! Mistakes that users make, each with the message they get. `TRYBUILD=overwrite cargo test --test ui` writes them anew.

#[test]
fn mistakes() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
