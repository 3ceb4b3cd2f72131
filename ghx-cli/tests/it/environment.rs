//! Fault 19: hosts, endpoints and tokens come from the environment for every command, as `gh` reads it.

use ghx_sandbox::Sandbox;
use serde_json::json;

use crate::support::{GitHub, program};

const RUN: [&str; 4] = ["run", "repo.view", "--input", "repo: acme/widgets"];
const CHAIN: [&str; 3] = ["chain", "--steps", "[{\"task\":\"repo.view\",\"input\":{\"repo\":\"acme/widgets\"}}]"];

#[test]
fn both_commands_use_the_endpoint_variables() {
    let github = GitHub::start();
    for (number, arguments) in [&RUN[..], &CHAIN].iter().enumerate() {
        program(arguments).envs(github.variables()).run().expect(0);
        assert_eq!(github.requests(), number + 1);
    }
    let rest = github.sandbox.base_url();
    program(&RUN).env("GITHUB_API_URL", rest).env("GITHUB_TOKEN", Sandbox::TOKEN).run().expect(0);
    assert_eq!(github.requests(), 3);
}

#[test]
fn github_com_is_not_an_enterprise_server() {
    let github = GitHub::start();
    for host in ["github.com", "GitHub.com", "api.github.com"] {
        program(&RUN).envs(github.variables()).env("GH_HOST", host).run().expect(0);
    }
    assert_eq!(github.requests(), 3);
}

/// Fault 38: the token went through the proxy in clear text.
#[test]
fn a_local_github_is_used_without_a_proxy() {
    let (github, proxy) = (GitHub::start(), GitHub::start());
    let port = github.sandbox.base_url().rsplit(':').next().unwrap().to_owned();
    let host = format!("github.localhost:{port}");
    for arguments in [&RUN[..], &CHAIN] {
        let local = program(arguments).env("GH_HOST", &host).env("GH_TOKEN", "any");
        local.env("http_proxy", proxy.sandbox.base_url()).run().expect(0);
    }
    let flag = [&RUN[..], &["--host", &host]].concat();
    program(&flag).env("GH_TOKEN", "any").env("http_proxy", proxy.sandbox.base_url()).run().expect(0);
    assert_eq!((github.requests(), proxy.requests()), (3, 0));
}

#[test]
fn a_token_goes_only_to_its_own_host() {
    let github = GitHub::start();
    for arguments in [&RUN[..], &CHAIN] {
        // An Enterprise Server has its own token variables.
        let ended = program(arguments).env("GH_HOST", "ghe.example.com").env("GH_TOKEN", "any").run();
        assert!(ended.stderr.contains("GH_ENTERPRISE_TOKEN"), "{}", ended.stderr);
        ended.expect(4);
        // Host and endpoint contradict each other.
        let ended = program(arguments)
            .env("GH_HOST", "ghe.example.com")
            .env("GH_ENTERPRISE_TOKEN", "any")
            .env("GITHUB_GRAPHQL_URL", "https://api.github.com/graphql")
            .run();
        assert!(ended.stderr.contains("a token is only sent to its own host"), "{}", ended.stderr);
        ended.expect(2);
    }
    // With --host, the endpoint variables of another host are ignored.
    let arguments = [&RUN[..], &["--host", "ghe.example.com"]].concat();
    let result = program(&arguments).envs(github.variables()).run().expect(4);
    assert_eq!(result["error"]["code"], json!("AUTH"));
    assert_eq!(github.requests(), 0);
}
