//! Serves a sandbox until it is stopped, to try things by hand: `cargo run -p ghx-sandbox --example serve -- --help`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it prints the address")]

use std::process::ExitCode;

use ghx_sandbox::{FaultRule, RequestLimits, Sandbox, SandboxBuilder, Seed};

const HELP: &str = "\
Serve GitHub in memory on a loopback port, until the process is stopped.

Usage: serve [--port PORT] [--seed FILE] [--fault RULE]... [--limits LIMITS] [--strict-tokens]

  --port PORT       listen on this port instead of a free one
  --seed FILE       start with this YAML file instead of the standard seed
  --fault RULE      arm a fault: its name, such as too_quickly, or JSON, such as
                    '{\"fault\": \"gateway\", \"status\": 502, \"when\": \"after\", \"on\": \"mutation\", \"times\": 2}'
  --limits LIMITS   set limits, as JSON: '{\"slowdown\": 3, \"creations_per_minute\": 80}'
  --strict-tokens   refuse tokens that the seed does not list
  --help            print this help

While it runs, GET /_sandbox/requests and /_sandbox/writes show what happened, and POST /_sandbox/faults arms more faults.
";

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match serve().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn serve() -> Result<()> {
    let Some(builder) = configured(std::env::args().skip(1))? else {
        print!("{HELP}");
        return Ok(());
    };
    let sandbox = builder.start().await?;
    let url = sandbox.base_url();
    println!("REST     {url}");
    println!("GraphQL  {}", sandbox.graphql_url());
    println!();
    println!("To use the real gh with it:");
    println!("  GH_HOST=github.localhost GH_TOKEN=any http_proxy={url} gh issue list -R acme/widgets");
    std::future::pending::<()>().await;
    Ok(())
}

/// The sandbox for these arguments; `None` for `--help`.
fn configured(mut arguments: impl Iterator<Item = String>) -> Result<Option<SandboxBuilder>> {
    let mut builder = Sandbox::builder();
    while let Some(flag) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{flag} needs a value; see --help"));
        builder = match flag.as_str() {
            "--port" => builder.port(value()?.parse()?),
            "--seed" => builder.seed(Seed::load(value()?)?),
            "--fault" => builder.fault(value()?.parse::<FaultRule>().map_err(|error| format!("--fault: {error}"))?),
            "--limits" => {
                let limits: RequestLimits =
                    serde_json::from_str(&value()?).map_err(|error| format!("--limits: {error}"))?;
                builder.request_limits(limits)
            }
            "--strict-tokens" => builder.strict_tokens(),
            "--help" | "-h" => return Ok(None),
            _ => return Err(format!("unknown argument {flag}; see --help").into()),
        };
    }
    Ok(Some(builder))
}
