//! The `ghx` command; everything is in the library of this crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    ghx_cli::main()
}
