//! `ghx man`: the manual pages.

use std::io;
use std::path::Path;

use clap::CommandFactory;
use clap_mangen::Man;

use crate::Exit;
use crate::account::Account;
use crate::args::Cli;
use crate::world::World;

pub(crate) fn man(folder: Option<&Path>, world: &mut World<'_>) -> Exit {
    let made = match folder {
        Some(folder) => {
            let folder = world.directory.join(folder);
            std::fs::create_dir_all(&folder)
                .and_then(|()| clap_mangen::generate_to(Cli::command(), &folder))
                .map(|()| String::new())
        }
        None => page(),
    };
    match made {
        Ok(text) => world.deliver(&text, Exit::Success, &Account::none()),
        Err(error) => {
            world.complain(&format!("cannot write the manual pages: {error}"), None);
            Exit::Failed
        }
    }
}

fn page() -> io::Result<String> {
    let mut text = Vec::new();
    Man::new(Cli::command()).render(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
