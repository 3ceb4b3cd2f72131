//! `ghx capabilities`: what can be run.

mod explain;
mod list;

use ghx::envelope::ErrorBody;
use serde::Serialize;

use self::explain::Explanation;
use crate::args::{Capabilities, Format};
use crate::environment::Environment;
use crate::output::Summary;
use crate::{Exit, Refusal};

pub(crate) fn capabilities(command: &Capabilities, environment: &mut Environment<'_>) -> Exit {
    match command {
        Capabilities::List { domain, format } => match list::listed(domain.as_deref()) {
            Ok(domains) if format.is_json() => print(&list::entries(&domains), format, Exit::Success, environment),
            Ok(domains) => print_text(&list::text(&domains, environment.streams), environment),
            Err(refusal) => refuse(&refusal, format, environment),
        },
        Capabilities::Explain { id, format } => match explained(id) {
            Ok(explanation) if format.is_json() => print(&explanation, format, Exit::Success, environment),
            Ok(explanation) => print_text(&explanation.to_string(), environment),
            Err(refusal) => refuse(&refusal, format, environment),
        },
    }
}

fn explained(id: &str) -> Result<Explanation, Refusal> {
    let entry = ghx::capability::find(ghx::ALL, id)
        .map_err(|error| Refusal::from(error).help("`ghx capabilities list` shows all capabilities"))?;
    Ok(Explanation::new(entry.card))
}

fn print(value: &impl Serialize, format: &Format, exit: Exit, environment: &mut Environment<'_>) -> Exit {
    let summary = Summary { has_data: exit == Exit::Success, ..Summary::none() };
    format.output.format().print(value, exit, &summary, environment)
}

fn print_text(text: &str, environment: &mut Environment<'_>) -> Exit {
    environment.print_result(text, Exit::Success, &Summary::none())
}

/// Prints an error, as JSON as well if JSON is asked for.
fn refuse(refusal: &Refusal, format: &Format, environment: &mut Environment<'_>) -> Exit {
    #[derive(Serialize)]
    struct Refused {
        error: ErrorBody,
    }
    let refused = Refused { error: ErrorBody::from(&refusal.error) };
    let exit = if format.is_json() { print(&refused, format, Exit::Usage, environment) } else { Exit::Usage };
    environment.refusal(refusal);
    exit
}
