//! `ghx man`: the manual pages.

use std::io;
use std::path::Path;

use clap::CommandFactory;
use clap_mangen::Man;

use crate::Exit;
use crate::args::Cli;
use crate::environment::Environment;
use crate::output::Summary;

pub(crate) fn man(directory: Option<&Path>, environment: &mut Environment<'_>) -> Exit {
    let written = match directory {
        Some(directory) => {
            let directory = environment.directory.join(directory);
            std::fs::create_dir_all(&directory)
                .and_then(|()| clap_mangen::generate_to(Cli::command(), &directory))
                .map(|()| String::new())
        }
        None => page(),
    };
    match written {
        Ok(text) => environment.print_result(&text, Exit::Success, &Summary::none()),
        Err(error) => {
            environment.error(&format!("cannot write the manual pages: {error}"), None);
            Exit::Failed
        }
    }
}

fn page() -> io::Result<String> {
    let mut text = Vec::new();
    Man::new(Cli::command()).render(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
