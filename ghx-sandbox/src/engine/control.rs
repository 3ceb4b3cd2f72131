//! The control endpoint: the API of [`Sandbox`](crate::Sandbox) over HTTP, below `/_sandbox/`.
//!
//! | request | what |
//! |---|---|
//! | `GET /_sandbox/requests` | every request so far |
//! | `GET /_sandbox/writes` | every write that was executed |
//! | `DELETE /_sandbox/record` | clear both |
//! | `GET /_sandbox/faults` | the faults that are armed |
//! | `POST /_sandbox/faults` | arm one: a [`FaultRule`](crate::FaultRule) as JSON |
//! | `DELETE /_sandbox/faults` | disarm all |
//! | `GET /_sandbox/limits` | the limits of nodes, seconds and pace |
//! | `PUT /_sandbox/limits` | set the limits: [`RequestLimits`](crate::RequestLimits) as JSON |
//! | `POST /_sandbox/clock` | advance the clock: `{"advance_millis": 60000}` |

use std::time::Duration;

use serde::Deserialize;
use serde_json::json;

use super::Engine;
use crate::{
    faults::FaultRule,
    http::{Request, Response},
    limits::RequestLimits,
};

pub(super) fn respond(engine: &Engine, request: &Request, rest: &str) -> Response {
    match (request.method.as_str(), rest) {
        ("GET", "requests") => Response::json(200, &json!(engine.record().requests)),
        ("GET", "writes") => Response::json(200, &json!(engine.record().writes)),
        ("DELETE", "record") => {
            engine.record().clear();
            Response::no_content()
        }
        ("GET", "faults") => Response::json(200, &json!(engine.faults().rules())),
        ("POST", "faults") => match request.body.parse::<FaultRule>() {
            Ok(rule) => {
                engine.faults().arm(rule);
                Response::no_content()
            }
            Err(error) => Response::error(422, &format!("not a valid fault rule: {error}")),
        },
        ("DELETE", "faults") => {
            engine.faults().clear();
            Response::no_content()
        }
        ("GET", "limits") => Response::json(200, &json!(*engine.request_limits())),
        ("PUT", "limits") => match serde_json::from_str::<RequestLimits>(&request.body) {
            Ok(limits) => {
                *engine.request_limits() = limits;
                Response::no_content()
            }
            Err(error) => Response::error(422, &format!("not valid limits: {error}")),
        },
        ("POST", "clock") => match serde_json::from_str::<Advance>(&request.body) {
            Ok(Advance { advance_millis }) => {
                engine.advance(Duration::from_millis(advance_millis));
                Response::no_content()
            }
            Err(error) => {
                Response::error(422, &format!("not a valid clock change, expected `advance_millis`: {error}"))
            }
        },
        _ => {
            Response::error(404, "unknown control endpoint; expected requests, writes, record, faults, limits or clock")
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Advance {
    advance_millis: u64,
}
