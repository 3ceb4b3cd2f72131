//! `cargo xtask bench-build`: the cold debug build of a small bot with one feature of ghx, with all of ghx at 150 cards, and
//! with octocrab, side by side.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::error::{Error, Result};
use crate::{docs, multiply, process, workspace};

/// Options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Also write the table to docs/benchmarks.md.
    #[arg(long)]
    write: bool,
    /// Fail if a bot takes longer than its budget.
    #[arg(long)]
    check: bool,
}

struct Bot {
    name: &'static str,
    dependency: String,
    code: &'static str,
    /// The share of octocrab's time that it may take.
    budget: Option<f64>,
}

/// What building a bot took.
struct Measured<'b> {
    bot: &'b Bot,
    time: Duration,
    crates: usize,
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
pub(crate) fn run(args: &Args) -> Result<()> {
    let folder = tempfile::tempdir().map_err(Error::io("make", Path::new("a temporary folder")))?;
    let large = folder.path().join("ghx");
    multiply::workspace(&workspace::root(), &large, multiply::CARDS)?;
    let bots = bots(&large);
    let measured = bots.iter().map(|bot| bot.measure(folder.path())).collect::<Result<Vec<_>>>()?;
    let octocrab = measured.iter().find(|one| one.bot.budget.is_none()).map_or(Duration::ZERO, |one| one.time);
    let table = table(&measured, octocrab);
    println!("{table}");
    if args.write {
        docs::write_table("cargo xtask bench-build --write", &table)?;
    }
    let slow: Vec<&str> = measured.iter().filter(|one| one.is_over(octocrab)).map(|one| one.bot.name).collect();
    if args.check && !slow.is_empty() {
        return Err(Error::invalid("over budget", slow.join(", ")));
    }
    Ok(())
}

fn bots(large: &Path) -> [Bot; 3] {
    let root = workspace::root();
    let issue = format!(
        "ghx = {{ path = {:?}, default-features = false, features = [\"issue\"] }}",
        root.display().to_string()
    );
    let all = format!("ghx = {{ path = {:?} }}", large.display().to_string());
    let octocrab = "octocrab = \"0.54\"".to_owned();
    [
        Bot { name: "ghx-issue", dependency: issue, code: ON_GHX, budget: Some(0.65) },
        Bot { name: "ghx-all", dependency: all, code: ON_GHX, budget: Some(1.0) },
        Bot { name: "octocrab", dependency: octocrab, code: ON_OCTOCRAB, budget: None },
    ]
}

fn table(measured: &[Measured<'_>], octocrab: Duration) -> String {
    let mut table = "| bot | cold debug build | × octocrab | budget | crates |\n|---|---|---|---|---|\n".to_owned();
    for one in measured {
        let label = match one.bot.name {
            "ghx-issue" => "ghx, `issue` only".to_owned(),
            "ghx-all" => format!("ghx, all features, {} cards", multiply::CARDS),
            other => other.to_owned(),
        };
        let (time, ratio) = (one.time.as_secs_f64(), one.ratio(octocrab));
        let budget = one.bot.budget.map(|budget| format!("{budget:.2}")).unwrap_or_default();
        let _ = writeln!(table, "| {label} | {time:.1} s | {ratio:.2} | {budget} | {} |", one.crates);
    }
    table
}

impl Measured<'_> {
    fn ratio(&self, octocrab: Duration) -> f64 {
        self.time.as_secs_f64() / octocrab.as_secs_f64()
    }

    fn is_over(&self, octocrab: Duration) -> bool {
        self.bot.budget.is_some_and(|budget| self.ratio(octocrab) > budget)
    }
}

impl Bot {
    fn measure(&self, folder: &Path) -> Result<Measured<'_>> {
        let home = self.write(folder)?;
        cargo(&home, &["fetch", "--quiet"])?;
        let crates = crates(&home)?;
        let start = Instant::now();
        cargo(&home, &["build", "--quiet", "--offline"])?;
        Ok(Measured { bot: self, time: start.elapsed(), crates })
    }

    fn write(&self, folder: &Path) -> Result<std::path::PathBuf> {
        let home = folder.join(format!("bot-{}", self.name));
        let manifest = format!(
            "[workspace]\n\n[package]\nname = \"bot-{}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n{}\n\
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
