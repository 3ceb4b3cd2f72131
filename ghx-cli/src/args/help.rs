//! The text after the help of each command: examples first, since most people read only those.

pub(super) const ABOUT: &str = "GitHub from the shell: typed capabilities, run alone or as chains in two HTTP calls.";

pub(super) const GHX: &str = "\
Examples:
  ghx run issue.view --input '{\"issue\":\"acme/widgets#42\"}'
  ghx chain --sandbox --steps @examples/triage.json
  ghx capabilities explain issue.labels.add

`ghx help run` explains a command, `ghx man | man -l -` shows the manual.

Uses the same token as `gh`: GH_TOKEN or GITHUB_TOKEN, or the one stored by `gh auth login`. --sandbox needs none.

Exit codes: 0 success, 1 failed, 2 usage or invalid input (nothing was sent), 3 partial, 4 authentication, 5 the result could not be printed (stderr says what was done), 130 interrupted (Ctrl-C, SIGTERM or SIGHUP).";

macro_rules! run_examples {
    () => {
        "\
Examples:
  ghx run issue.view --input '{\"issue\":\"acme/widgets#42\"}'
  ghx run issue.labels.add --input '{\"issueNumber\":42,\"labels\":[\"bug\"]}'    (in a clone)
  echo '{\"repo\":\"acme/widgets\"}' | ghx run repo.view --input -
  ghx run repo.view --sandbox --input 'repo: acme/widgets'
  ghx run issue.list --all --jq '.data.items[].title' --input 'repo: acme/widgets'
  ghx run issue.close --plan --input '{\"issue\":\"acme/widgets#42\"}'"
    };
}

macro_rules! chain_examples {
    () => {
        "\
Examples:
  ghx chain --sandbox --steps @examples/triage.json
  ghx chain --plan --steps @examples/triage.json
  ghx chain --plan=text --steps @examples/triage.json | less
  ghx chain --steps '[{\"task\":\"issue.close\",\"input\":{\"issue\":\"acme/widgets#42\"}},
                      {\"task\":\"repo.view\",\"input\":{\"repo\":\"acme/widgets\"}}]'
  generate-steps | ghx chain --steps -"
    };
}

macro_rules! jq {
    () => {
        "

--jq prints what a jq filter selects from the result: one value per line, strings as they are, everything else as JSON. It is checked before anything is sent, and applied to failed results as well. If it fails, the whole result is printed instead, and the exit code is 5 unless the run itself failed."
    };
}

macro_rules! clone {
    () => {
        "

In a clone, `owner` and `name` can be left out together: they come from the git remote that `gh` would use, if it is on the same GitHub host. `meta.repository` names it."
    };
}

macro_rules! environment {
    () => {
        "

Environment: GH_TOKEN, GITHUB_TOKEN, GH_ENTERPRISE_TOKEN, GITHUB_ENTERPRISE_TOKEN, GH_HOST, GITHUB_GRAPHQL_URL, GITHUB_API_URL, NO_COLOR, CLICOLOR_FORCE, and GHX_LOG (ghx=debug logs to stderr)."
    };
}

pub(super) const RUN: &str = run_examples!();

pub(super) const RUN_LONG: &str = concat!(
    run_examples!(),
    clone!(),
    "

Results go to stdout as JSON, even on failure: {\"ok\": …, \"data\": …, \"error\": …, \"meta\": …}; messages go to stderr. --plan prints a diagram on a terminal and JSON otherwise; --plan=text and --plan=json choose.

--all follows a list through every page, on the route of the first page. If a page fails, `data` has the pages before it.",
    jq!(),
    environment!(),
);

pub(super) const CHAIN: &str = chain_examples!();

pub(super) const CHAIN_LONG: &str = concat!(
    chain_examples!(),
    "

A step is {\"task\": ID, \"input\": {…}}. With \"id\": \"new\", other steps can use its output: \"{{new.id}}\" is the value with its type, \"{{old.labels[0]}}\" an element of a list, \"See {{new.url}}\" is text. An id consists of letters, digits, - and _. \\{{ writes the braces themselves, and with \"raw\": true no text of the step is interpreted. With \"after\": [\"new\"], a step runs after \"new\" and is skipped if \"new\" fails. Steps are a JSON or YAML list, or one JSON object per line.

Every step is checked before anything is sent. Results go to stdout as JSON, even on failure: {\"status\": …, \"results\": […], \"meta\": …}; messages go to stderr. --plan prints a diagram on a terminal and JSON otherwise; --plan=text and --plan=json choose.

Ctrl-C, SIGTERM and SIGHUP stop the chain: no more requests are sent, and the result says for each step whether it was done. A second Ctrl-C quits immediately.

If the result cannot be printed, stderr says what was done, and the exit code is 5. A closed pipe (`| head -1`) is not an error as long as nothing was written to GitHub.",
    jq!(),
    clone!(),
    environment!(),
);

pub(super) const LIST: &str = "\
Examples:
  ghx capabilities list
  ghx capabilities list --domain pr --json
  ghx capabilities list --jq '.[].capability_id'";

pub(super) const EXPLAIN: &str = "\
Examples:
  ghx capabilities explain issue.labels.add
  ghx capabilities explain pr.merge --json";

pub(super) const SANDBOX: &str = "\
Examples:
  ghx sandbox --port 8787
  ghx sandbox --fault '{\"fault\": \"slow\", \"millis\": 2000, \"on\": \"mutation\"}'

Use it with ghx:
  export GITHUB_GRAPHQL_URL=http://127.0.0.1:8787/graphql GITHUB_API_URL=http://127.0.0.1:8787 GH_TOKEN=any
  ghx run issue.list --input 'repo: acme/widgets'
Use it with gh:
  export GH_HOST=github.localhost GH_TOKEN=any http_proxy=http://127.0.0.1:8787
  gh issue list -R acme/widgets

While it runs, GET /_sandbox/requests and /_sandbox/writes show what it received, and POST /_sandbox/faults adds faults.";

pub(super) const COMPLETIONS: &str = "\
Examples:
  ghx completions bash > ~/.local/share/bash-completion/completions/ghx
  ghx completions zsh > ~/.zfunc/_ghx
  ghx completions fish > ~/.config/fish/completions/ghx.fish";

pub(super) const MAN: &str = "\
Examples:
  ghx man | man -l -
  ghx man --dir ~/.local/share/man/man1";
