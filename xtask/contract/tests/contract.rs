//! The program that `cargo xtask mutants` builds with generated cases. Without cases it does nothing.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "a program of the tests")]

#[path = "../../../ghx-sandbox/tests/it/gh/binary.rs"]
mod gh;

mod cases {
    include!(concat!(env!("OUT_DIR"), "/cases.rs"));
}

fn main() {
    if cases::CASES.is_empty() {
        return;
    }
    for verdict in ghx_contract::run(cases::CASES, &gh::gh()) {
        println!("{}", serde_json::to_string(&verdict).unwrap());
    }
}
