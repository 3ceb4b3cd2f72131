//! The same work, four ways.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use futures_util::future::try_join_all;
use ghx::{Chain, Client, Repo, issue};
use octocrab::Octocrab;
use tokio::process::Command;

use crate::Outcome;

const COMMENT: &str = "Thank you for the report.";

pub(crate) enum Contender {
    Ghx,
    Octocrab,
    OctocrabParallel,
    Gh(Gh),
}

impl Contender {
    pub(crate) fn all(gh: Option<Gh>) -> Vec<Self> {
        let mut all = vec![Self::Ghx, Self::Octocrab, Self::OctocrabParallel];
        all.extend(gh.map(Self::Gh));
        all
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Ghx => "ghx chain",
            Self::Octocrab => "octocrab, call by call",
            Self::OctocrabParallel => "octocrab, in parallel",
            Self::Gh(_) => "gh, call by call",
        }
    }

    pub(crate) async fn run(&self, url: &str, numbers: &[u64]) -> Outcome<()> {
        match self {
            Self::Ghx => ghx(url, numbers).await,
            Self::Octocrab => {
                let octocrab = octocrab(url)?;
                for number in numbers {
                    triage(&octocrab, *number).await?;
                }
                Ok(())
            }
            Self::OctocrabParallel => {
                let octocrab = octocrab(url)?;
                try_join_all(numbers.iter().map(|number| triage(&octocrab, *number))).await?;
                Ok(())
            }
            Self::Gh(gh) => gh.run(url, numbers).await,
        }
    }
}

async fn ghx(url: &str, numbers: &[u64]) -> Outcome<()> {
    let gh = Client::builder().token("any").graphql_url(&format!("{url}/graphql")).build()?;
    let repo: Repo = "acme/many".parse()?;
    let mut chain = Chain::dynamic();
    for number in numbers {
        chain.push(issue::labels::add(repo.issue(*number), ["bug"]));
        chain.push(issue::comments::create(repo.issue(*number), COMMENT));
    }
    chain.run(&gh).await?.check()?;
    Ok(())
}

fn octocrab(url: &str) -> Outcome<Octocrab> {
    Ok(Octocrab::builder().base_uri(url)?.personal_token("any".to_owned()).build()?)
}

async fn triage(octocrab: &Octocrab, number: u64) -> Outcome<()> {
    let issues = octocrab.issues("acme", "many");
    issues.add_labels(number, &["bug".to_owned()]).await?;
    issues.create_comment(number, COMMENT).await?;
    Ok(())
}

/// A `gh` program with its own configuration.
pub(crate) struct Gh {
    path: PathBuf,
    home: PathBuf,
}

impl Gh {
    pub(crate) fn find() -> Option<Self> {
        let named = std::env::var_os("GHX_TEST_GH").map(PathBuf::from);
        let on_path = || std::env::split_paths(&std::env::var_os("PATH")?).map(|folder| folder.join("gh")).find(|path| path.is_file());
        let path = named.or_else(on_path)?;
        Some(Self { path, home: std::env::temp_dir().join(format!("ghx-compare-{}", std::process::id())) })
    }

    async fn run(&self, url: &str, numbers: &[u64]) -> Outcome<()> {
        for number in numbers {
            let number = number.to_string();
            self.call(url, &["issue", "edit", &number, "--add-label", "bug"]).await?;
            self.call(url, &["issue", "comment", &number, "--body", COMMENT]).await?;
        }
        Ok(())
    }

    async fn call(&self, url: &str, args: &[&str]) -> Outcome<()> {
        let home: &Path = &self.home;
        let output = Command::new(&self.path)
            .args(args)
            .args(["-R", "acme/many"])
            .env("HOME", home)
            .env("GH_CONFIG_DIR", home)
            .env("GH_HOST", "github.localhost")
            .env("GH_TOKEN", "any")
            .env("GH_PROMPT_DISABLED", "1")
            .env("GH_NO_UPDATE_NOTIFIER", "1")
            .env("http_proxy", url)
            .stdin(Stdio::null())
            .output()
            .await?;
        if output.status.success() {
            return Ok(());
        }
        Err(format!("gh {args:?}: {}", String::from_utf8_lossy(&output.stderr)).into())
    }
}
