//! The id of a capability. Any text is accepted here, since the library explains an unknown id better than clap; the
//! possible values are for shell completion.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

#[derive(Clone, Debug)]
pub(super) struct CapabilityId;

impl TypedValueParser for CapabilityId {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(ghx::ALL.iter().map(|entry| PossibleValue::new(entry.card.id))))
    }
}
