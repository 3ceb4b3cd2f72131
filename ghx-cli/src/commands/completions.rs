//! `ghx completions`: what a shell completes.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::Exit;
use crate::account::Account;
use crate::args::Cli;
use crate::world::World;

pub(crate) fn completions(shell: Shell, world: &mut World<'_>) -> Exit {
    // Into memory first: the generators panic where they cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "ghx", &mut script);
    world.deliver(&String::from_utf8_lossy(&script), Exit::Success, &Account::none())
}
