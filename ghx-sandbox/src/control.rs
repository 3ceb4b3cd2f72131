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

use serde_json::json;

use crate::{
    engine::Engine,
    faults::FaultRule,
    http::{Call, Reply},
};

pub(crate) fn answer(engine: &Engine, call: &Call, rest: &str) -> Reply {
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
        _ => Reply::error(404, "the control endpoint has requests, writes, record and faults"),
    }
}
