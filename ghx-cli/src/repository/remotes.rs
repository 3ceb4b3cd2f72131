//! The git remotes of a directory, in the order that `gh` uses.

use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

use ghx::{Client, Repo};

use super::{Repository, remote};

/// The repository of the directory on the client's host: the one that `gh repo set-default` chose, else that of the remote
/// `upstream`, `github`, `origin` or any other, in this order. The error says why there is none.
pub(super) fn repository(client: &Client, directory: &Path) -> Result<Repository, String> {
    let host = client.web_hosts().first().map_or("this host", String::as_str);
    let none = || format!("this directory has no git remote on {host}");
    let listed = git(directory, &["remote", "-v"])?;
    let mut on_host = remotes(&listed);
    on_host.retain(|(_, url)| remote::parse(url).is_some_and(|(host, _)| client.has_web_host(&host.to_string())));
    on_host.sort_by_key(|(name, _)| rank(name));
    let Some((first, _)) = on_host.first() else {
        return Err(none());
    };
    // If nothing was chosen, git fails without a message.
    let resolved = git(directory, &["config", "--get-regexp", r"^remote\..*\.gh-resolved$"]).unwrap_or_default();
    let resolved = choices(&resolved);
    let chosen = on_host.iter().find_map(|(name, url)| {
        let (_, value) = resolved.iter().find(|(remote, _)| remote == name)?;
        let chosen = if *value == "base" { repo(url)? } else { value.parse().ok()? };
        chosen.host().is_none_or(|host| client.has_web_host(host)).then_some((*name, chosen))
    });
    let found = chosen.or_else(|| Some((*first, repo(on_host.first()?.1)?)));
    let (remote, repo) = found.ok_or_else(none)?;
    Ok(Repository { owner: repo.owner().to_owned(), name: repo.name().to_owned(), remote: remote.to_owned() })
}

fn repo(url: &str) -> Option<Repo> {
    remote::parse(url).map(|(_, repo)| repo)
}

fn rank(name: &str) -> usize {
    ["upstream", "github", "origin"].iter().position(|known| *known == name.to_lowercase()).unwrap_or(3)
}

/// Name and fetch URL of each remote, from lines such as `origin\thttps://… (fetch)`.
fn remotes(listed: &str) -> Vec<(&str, &str)> {
    listed.lines().filter_map(fetched).collect()
}

fn fetched(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.split_once('\t')?;
    let (url, _) = rest.rsplit_once(" (fetch)")?;
    Some((name, url))
}

/// Remote and value of each choice, from lines such as `remote.origin.gh-resolved base`.
fn choices(listed: &str) -> Vec<(&str, &str)> {
    listed.lines().filter_map(|line| line.strip_prefix("remote.")?.split_once(".gh-resolved ")).collect()
}

fn git(directory: &Path, arguments: &[&str]) -> Result<String, String> {
    let output =
        Command::new("git").args(arguments).current_dir(directory).output().map_err(|error| match error.kind() {
            ErrorKind::NotFound => "git is not installed, so the repository of this directory is unknown".to_owned(),
            _ => format!("cannot run git: {error}"),
        })?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let reason = said.lines().next().unwrap_or_default().trim_start_matches("fatal: ").to_owned();
        return Err(format!("git reports: {reason}"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_of_git_is_read() {
        let listed = "origin\tgit@github.com:me/widgets.git (fetch)\norigin\tgit@github.com:me/widgets.git (push)\n\
            up.stream\thttps://github.com/acme/widgets (fetch) [blob:none]\nbroken\n";
        let expected = [("origin", "git@github.com:me/widgets.git"), ("up.stream", "https://github.com/acme/widgets")];
        assert_eq!(remotes(listed), expected);
        assert_eq!(choices("remote.up.stream.gh-resolved base\nremote.x.url y\n"), [("up.stream", "base")]);
    }
}
