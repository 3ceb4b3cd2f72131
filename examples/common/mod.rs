//! Where an example runs: on GitHub if it has an argument, on a sandbox otherwise.

use std::error::Error;

use ghx::Client;
use ghx_sandbox::Sandbox;

/// A client, and what the example works on.
pub(crate) struct Target {
    pub(crate) gh: Client,
    pub(crate) name: String,
    /// The sandbox stops when it is dropped.
    _sandbox: Option<Sandbox>,
}

/// The first argument is the name, such as `OWNER/NAME`, and the client uses your token, like `gh`. Without an argument the
/// client uses a sandbox, where `name` exists: no token is needed, and nothing leaves the machine.
pub(crate) async fn connect(name: &str) -> Result<Target, Box<dyn Error>> {
    if let Some(name) = std::env::args().nth(1) {
        return Ok(Target { gh: Client::from_env()?, name, _sandbox: None });
    }
    let sandbox = Sandbox::start().await?;
    let gh = Client::builder().graphql_url(&sandbox.graphql_url()).token(Sandbox::TOKEN).build()?;
    Ok(Target { gh, name: name.to_owned(), _sandbox: Some(sandbox) })
}
