//! The control endpoint: what code does through [`Sandbox`](crate::Sandbox), over HTTP below `/_sandbox/`.
//!
//! | request | what |
//! |---|---|
//! | `GET /_sandbox/requests` | every request so far |
//! | `GET /_sandbox/writes` | every write that was executed |
//! | `DELETE /_sandbox/record` | forget both |
//! | `GET /_sandbox/faults` | the faults that are armed |
//! | `POST /_sandbox/faults` | arm one: a [`FaultRule`](crate::FaultRule) as JSON |
//! | `DELETE /_sandbox/faults` | disarm all |
//! | `GET /_sandbox/limits` | the limits of nodes, seconds and pace |
//! | `PUT /_sandbox/limits` | enforce others: [`RequestLimits`](crate::RequestLimits) as JSON |
//! | `POST /_sandbox/clock` | let time pass: `{"advance_millis": 60000}` |

use std::time::Duration;

use serde::Deserialize;
use serde_json::json;

use super::Engine;
use crate::{
    faults::FaultRule,
    http::{Call, Reply},
    limits::RequestLimits,
};

pub(super) fn respond(engine: &Engine, call: &Call, rest: &str) -> Reply {
    match (call.method.as_str(), rest) {
        ("GET", "requests") => Reply::json(200, &json!(engine.record().requests)),
        ("GET", "writes") => Reply::json(200, &json!(engine.record().writes)),
        ("DELETE", "record") => {
            engine.record().clear();
            Reply::no_content()
        }
        ("GET", "faults") => Reply::json(200, &json!(engine.faults().rules())),
        ("POST", "faults") => match call.body.parse::<FaultRule>() {
            Ok(rule) => {
                engine.faults().arm(rule);
                Reply::no_content()
            }
            Err(error) => Reply::error(422, &format!("this is not a fault: {error}")),
        },
        ("DELETE", "faults") => {
            engine.faults().clear();
            Reply::no_content()
        }
        ("GET", "limits") => Reply::json(200, &json!(*engine.request_limits())),
        ("PUT", "limits") => match serde_json::from_str::<RequestLimits>(&call.body) {
            Ok(limits) => {
                *engine.request_limits() = limits;
                Reply::no_content()
            }
            Err(error) => Reply::error(422, &format!("these are not limits: {error}")),
        },
        ("POST", "clock") => match serde_json::from_str::<Advance>(&call.body) {
            Ok(Advance { advance_millis }) => {
                engine.advance(Duration::from_millis(advance_millis));
                Reply::no_content()
            }
            Err(error) => Reply::error(422, &format!("the clock takes `advance_millis`: {error}")),
        },
        _ => Reply::error(404, "the control endpoint has requests, writes, record, faults, limits and clock"),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Advance {
    advance_millis: u64,
}
