//! `cargo xtask bench-build`: cold debug build and number of crates of a small bot, with ghx and with octocrab.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::error::{Error, Result};
use crate::{process, workspace};

/// No options.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

struct Bot {
    name: &'static str,
    dependency: String,
    code: &'static str,
}

const ON_GHX: &str = r#"use ghx::{Client, Repo, issue};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ghx::Result<()> {
    let gh = Client::from_env()?;
    let repo: Repo = "acme/widgets".parse()?;
    let labels = issue::labels::add(repo.issue(42), ["bug"]).send(&gh).await?.labels;
    println!("{labels:?}");
    Ok(())
}
"#;

const ON_OCTOCRAB: &str = r#"#[tokio::main(flavor = "current_thread")]
async fn main() -> octocrab::Result<()> {
    let token = std::env::var("GITHUB_TOKEN").unwrap_or_default();
    let octocrab = octocrab::Octocrab::builder().personal_token(token).build()?;
    let labels = octocrab.issues("acme", "widgets").add_labels(42, &["bug".to_owned()]).await?;
    println!("{:?}", labels.iter().map(|label| &label.name).collect::<Vec<_>>());
    Ok(())
}
"#;

/// Runs the command.
pub(crate) fn run(_: &Args) -> Result<()> {
    let root = workspace::root();
    let bots = [
        Bot {
            name: "bot-on-ghx",
            dependency: format!("ghx = {{ path = {:?} }}", root.display().to_string()),
            code: ON_GHX,
        },
        Bot { name: "bot-on-octocrab", dependency: "octocrab = \"0.54\"".to_owned(), code: ON_OCTOCRAB },
    ];
    let folder = tempfile::tempdir().map_err(Error::io("make", Path::new("a temporary folder")))?;
    let mut measured = Vec::new();
    for bot in &bots {
        let home = bot.write(folder.path())?;
        cargo(&home, &["fetch", "--quiet"])?;
        let crates = crates(&home)?;
        let start = Instant::now();
        cargo(&home, &["build", "--quiet", "--offline"])?;
        measured.push((bot.name, start.elapsed(), crates));
    }
    table(&measured);
    Ok(())
}

fn table(measured: &[(&str, Duration, usize)]) {
    println!("| bot | cold debug build | crates |\n|---|---|---|");
    for (name, time, crates) in measured {
        println!("| {name} | {:.1} s | {crates} |", time.as_secs_f64());
    }
    if let [(_, ghx, ghx_crates), (_, octocrab, octocrab_crates)] = measured {
        let ratio = ghx.as_secs_f64() / octocrab.as_secs_f64();
        println!("\nghx / octocrab: {ratio:.2}x of the time (budget 1x), {ghx_crates} to {octocrab_crates} crates");
    }
}

impl Bot {
    fn write(&self, folder: &Path) -> Result<std::path::PathBuf> {
        let home = folder.join(self.name);
        let manifest = format!(
            "[workspace]\n\n[package]\nname = \"{}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n{}\n\
             tokio = {{ version = \"1\", features = [\"macros\", \"rt\", \"net\", \"time\"] }}\n",
            self.name, self.dependency
        );
        let source = home.join("src");
        std::fs::create_dir_all(&source).map_err(Error::io("make", &source))?;
        for (path, text) in [(home.join("Cargo.toml"), manifest.as_str()), (source.join("main.rs"), self.code)] {
            std::fs::write(&path, text).map_err(Error::io("write", &path))?;
        }
        Ok(home)
    }
}

/// The number of compiled crates, including build dependencies.
fn crates(home: &Path) -> Result<usize> {
    let tree = cargo(home, &["tree", "--edges", "normal,build", "--prefix", "none", "--no-dedupe", "--offline"])?;
    let names: std::collections::BTreeSet<&str> =
        tree.lines().map(|line| line.trim_end_matches(" (*)").trim_end_matches(" (proc-macro)")).collect();
    Ok(names.len())
}

fn cargo(home: &Path, args: &[&str]) -> Result<String> {
    // A separate target folder, so that the build is cold.
    let mut cargo = Command::new("cargo");
    cargo.args(args).current_dir(home).env("CARGO_TARGET_DIR", home.join("target"));
    process::output(&mut cargo, "install Rust")
}
