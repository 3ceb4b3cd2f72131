//! Outputs that are parts of texts.

use serde_json::Value;

use super::{Here, OutputSource};
use crate::card::route::{Excerpt, Lines, Path, Source};
use crate::engine::routes::excerpt;
use crate::engine::routes::excerpt::{Part, plain};

impl OutputSource<'_> {
    pub(super) fn excerpt(&self, wanted: &Excerpt, here: Here<'_>) -> Result<Value, String> {
        let part = self.part(wanted, here)?;
        Ok(part.map_or(Value::Null, |part| part.text.into()))
    }

    pub(super) fn is_truncated(&self, wanted: &Excerpt, here: Here<'_>) -> Result<Value, String> {
        let part = self.part(wanted, here)?;
        Ok(part.is_some_and(|part| part.is_truncated).into())
    }

    /// How many lines there are, or the first of them. There are none without a text.
    pub(super) fn lines(&self, wanted: &Lines, here: Here<'_>) -> Result<Value, String> {
        let text = self.text(&wanted.of, true, here)?.unwrap_or_default();
        let text = plain(&text);
        let lines = text.lines().filter(|line| wanted.containing.is_none_or(|part| line.contains(part)));
        Ok(match wanted.first {
            Some(count) => lines.take(usize::try_from(count).unwrap_or(usize::MAX)).collect(),
            None => lines.count().into(),
        })
    }

    fn part(&self, wanted: &Excerpt, here: Here<'_>) -> Result<Option<excerpt::Excerpt>, String> {
        let Some(text) = self.text(&wanted.of, wanted.nullable, here)? else { return Ok(None) };
        let scope = self.scope();
        let number = |source: Option<Source>| -> Result<Option<usize>, String> {
            let number = source.map(|source| scope.value(&source)).transpose()?.flatten();
            Ok(number.and_then(|number| number.as_u64()).map(|number| usize::try_from(number).unwrap_or(usize::MAX)))
        };
        let grep = wanted.grep.map(|grep| scope.text(&grep)).transpose()?.flatten();
        let part = Part { grep, tail: number(wanted.tail)?, max: number(wanted.max)? };
        Ok(Some(part.of(&plain(&text))))
    }

    /// The text at a path; `None` for null.
    fn text(&self, of: &Path, nullable: bool, here: Here<'_>) -> Result<Option<String>, String> {
        let (places, location) = self.find(of, here)?;
        match places.into_value().into_owned() {
            Value::String(text) => Ok(Some(text)),
            Value::Null if nullable => Ok(None),
            other => Err(location.unexpected("text", &other)),
        }
    }
}
