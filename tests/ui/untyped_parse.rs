//! `.parse()?` does not say into what: several types address an issue. Pass the text itself, or name the type.
use ghx::issue;

fn view() -> ghx::Result<()> {
    let _ = issue::view("acme/widgets#42".parse()?);
    Ok(())
}

fn main() {}
