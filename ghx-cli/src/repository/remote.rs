//! Reading the URL of a git remote.

use ghx::Repo;
use ghx::client::Host;

/// Host and repository of a URL; `None` for a directory, or for a URL that is not that of a GitHub repository.
pub(super) fn parse(url: &str) -> Option<(Host, Repo)> {
    let (authority, path) = split(url)?;
    let name = authority.rsplit('@').next()?;
    // `ssh.github.com` serves SSH on port 443, for networks with a firewall.
    let name = name.strip_prefix("ssh.").or_else(|| name.strip_prefix("www.")).unwrap_or(name);
    let host: Host = name.parse().ok()?;
    // Other subdomains, such as that of gists, are not repositories.
    if !host.to_string().eq_ignore_ascii_case(name) {
        return None;
    }
    let mut segments = path.trim_matches('/').split('/');
    let (owner, name) = (segments.next()?, segments.next()?);
    let repo = Repo::new(owner, name.strip_suffix(".git").unwrap_or(name)).ok()?;
    segments.next().is_none().then_some((host, repo))
}

/// User and host, and path: of `https://HOST/PATH`, `ssh://USER@HOST:PORT/PATH` or `USER@HOST:PATH`.
fn split(url: &str) -> Option<(&str, &str)> {
    let Some((scheme, rest)) = url.split_once("://") else {
        let (authority, path) = url.split_once(':')?;
        return (!authority.contains('/')).then_some((authority, path));
    };
    let (authority, path) = rest.split_once('/')?;
    match scheme.to_ascii_lowercase().as_str() {
        "http" | "https" => Some((authority, path)),
        // This is the port of SSH, not of the API.
        "ssh" | "git" | "git+ssh" | "git+https" => Some((without_port(authority), path)),
        _ => None,
    }
}

fn without_port(authority: &str) -> &str {
    authority.rsplit_once(':').map_or(authority, |(host, _)| host)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parsed(url: &str) -> Option<String> {
        parse(url).map(|(host, repo)| format!("{host} {repo}"))
    }

    #[test]
    fn every_form_of_a_url_is_read() {
        for url in [
            "https://github.com/acme/widgets",
            "https://github.com/acme/widgets.git",
            "https://github.com/acme/widgets.git/",
            "https://octocat:secret@GitHub.com/acme/widgets.git",
            "http://www.github.com/acme/widgets",
            "git://github.com/acme/widgets.git",
            "ssh://git@github.com/acme/widgets.git",
            "ssh://git@ssh.github.com:443/acme/widgets.git",
            "git+ssh://git@github.com/acme/widgets.git",
            "git@github.com:acme/widgets.git",
            "github.com:acme/widgets",
            "git@github.com:/acme/widgets.git",
        ] {
            assert_eq!(parsed(url).as_deref(), Some("github.com acme/widgets"), "{url}");
        }
        assert_eq!(parsed("https://ghe.example.com:8443/a/b").as_deref(), Some("ghe.example.com:8443 a/b"));
        assert_eq!(parsed("ssh://git@ghe.example.com:2222/a/b").as_deref(), Some("ghe.example.com a/b"));
        assert_eq!(parsed("git@acme.ghe.com:a/b").as_deref(), Some("acme.ghe.com a/b"));
    }

    #[test]
    fn other_urls_are_ignored() {
        for url in [
            "",
            "/srv/git/widgets.git",
            "../widgets",
            "file:///srv/git/acme/widgets",
            "https://github.com/acme",
            "https://github.com/acme/widgets/issues",
            "https://gist.github.com/octocat/abc",
            "git@gist.github.com:abc.git",
            "https://github.com/acme/wid gets",
            "./a:b/c",
        ] {
            assert_eq!(parsed(url), None, "{url}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(url in any::<String>()) {
            let _ = parse(&url);
        }
    }
}
