//! Random faults.

use ghx_sandbox::{Fault, FaultRule, GatewayBody, On, Spelling, When};

use super::random::Random;

pub(super) fn rule(chance: &mut Random) -> FaultRule {
    let on = chance.pick(&[On::Any, On::Query, On::Mutation, On::Mutation]);
    let mut rule = FaultRule::new(fault(chance)).on(on).skip(u32::from(chance.one_in(3)));
    if chance.one_in(3) {
        rule = rule.root(chance.below(4));
    }
    if chance.one_in(10) { rule.always() } else { rule.times(chance.pick(&[1, 1, 1, 2, 3])) }
}

fn fault(chance: &mut Random) -> Fault {
    let when = chance.pick(&[When::Before, When::After]);
    match chance.below(17) {
        0 => primary(chance),
        1 => secondary(chance),
        2 => Fault::TooQuickly,
        3 => Fault::field_error(chance.pick(&["FORBIDDEN", "UNPROCESSABLE", "NOT_FOUND", "SOMETHING_NEW"]), "No"),
        4 | 5 => Fault::Gateway {
            status: chance.pick(&[502, 504]),
            body: chance.pick(&[GatewayBody::Html, GatewayBody::Json]),
            when,
        },
        6 => status(chance, when),
        7 => Fault::Truncated,
        8 | 9 => Fault::Drop { when },
        10 => Fault::Unexplained { keeps_data: chance.one_in(2) },
        11 => Fault::BelowPayload,
        12 => Fault::SilentNull { when },
        13 => Fault::ResourceLimits { after: chance.below(3) },
        14 => Fault::InsufficientScopes { scope: "project".to_owned() },
        15 => chance.pick(&[Fault::ExpiredToken, Fault::SamlFailure, Fault::ValidationTimeout]),
        _ => Fault::ReadDelay { millis: chance.pick(&[1, 20]) },
    }
}

/// GitHub refuses with 4xx before it executes anything; after a 5xx the outcome is unknown.
fn status(chance: &mut Random, when: When) -> Fault {
    let status = chance.pick(&[401, 403, 404, 429, 500, 503]);
    let when = if status < 500 { When::Before } else { when };
    Fault::Status { status, body: serde_json::Value::Null, when }
}

fn primary(chance: &mut Random) -> Fault {
    let spelling = chance.pick(&[Spelling::Classic, Spelling::Newer]);
    Fault::PrimaryLimit { spelling, remaining: chance.pick(&[0, 4]), reset_in: chance.pick(&[0, 1, 3600]) }
}

fn secondary(chance: &mut Random) -> Fault {
    Fault::SecondaryLimit {
        status: chance.pick(&[200, 403, 429]),
        retry_after: chance.pick(&[None, Some(1), Some(600)]),
    }
}
