//! Serves a sandbox until it is stopped, for trying things by hand:
//!
//! ```sh
//! cargo run -p ghx-sandbox --example serve -- 8080 &
//! GH_HOST=github.localhost GH_TOKEN=x http_proxy=http://127.0.0.1:8080 gh issue list -R acme/widgets
//! ```

use ghx_sandbox::Sandbox;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port = std::env::args().nth(1).map_or(Ok(0), |port| port.parse())?;
    let sandbox = Sandbox::builder().port(port).start().await?;
    #[expect(clippy::print_stdout, reason = "the address is what the user wants to know")]
    {
        println!("{}", sandbox.base_url());
    }
    std::future::pending::<()>().await;
    Ok(())
}
