//! Lists of `gh`, page by page. `gh` has no cursors, so a page is the end of a list that is read from its beginning.

use serde_json::{Value, json};

use super::command::CommandRunner;
use crate::Error;
use crate::card::route::{CliPage, Condition, Take};
use crate::engine::routes::call_results::{at, without_each};
use crate::engine::routes::cursor::{CliCursor, cursor_of, size_of};
use crate::engine::routes::inputs::Inputs;
use crate::engine::routes::values::Scope;
use crate::error::Phase;

/// How often a list is read, longer each time, before the page is returned as it is.
const MAX_ROUNDS: usize = 6;
/// A list is read again with twice this many elements more. The number doubles each time.
const EXTENSION: usize = 100;

/// A list of a command.
pub(super) struct List<'a> {
    pub(super) runner: &'a CommandRunner<'a>,
    pub(super) page: CliPage,
    pub(super) inputs: Inputs<'a>,
}

impl List<'_> {
    /// The page that the inputs select, and its `pageInfo`.
    pub(super) async fn read(&self) -> Result<(Value, Option<Value>), Error> {
        let wanted = size_of(&self.inputs, self.page.size);
        let cursor = cursor_of(&self.inputs, self.page.cursor).map(|text| CliCursor::decode(self.page.cursor, text));
        let cursor = cursor.transpose()?;
        // One more than wanted shows whether there is a next page.
        let mut limit = cursor.as_ref().map_or(0, |cursor| cursor.seen).saturating_add(wanted).saturating_add(1);
        for round in 1.. {
            let list = elements(self.runner.call(Some(limit)).await?)?;
            let is_cut = list.len() >= limit;
            let is_last = !is_cut || round == MAX_ROUNDS;
            let start = match &cursor {
                None => Some(0),
                Some(cursor) => self.start(&list, cursor, is_last),
            };
            let page = start.map(|start| self.cut(&list, start, wanted));
            if let Some(page) = page.filter(|page| page.more || is_last) {
                return Ok(self.result(page, list.last().filter(|_| is_cut), list.len()));
            }
            limit = limit.saturating_add(EXTENSION << round);
        }
        Err(Error::unknown("a list was not read"))
    }

    /// Where the page begins: after the last element of the previous page, or at its former position if it is gone.
    fn start(&self, list: &[Value], cursor: &CliCursor, is_last: bool) -> Option<usize> {
        let place = list.iter().position(|element| *at(element, self.page.key) == cursor.key);
        match place {
            Some(place) => Some(place + 1),
            // New elements may have moved it beyond the end of this read.
            None if !is_last => None,
            None => Some(cursor.seen.min(list.len())),
        }
    }

    fn cut(&self, list: &[Value], start: usize, wanted: usize) -> Page {
        let (keep, scope) = (self.keep(), Scope::before(self.inputs));
        let mut page = Page { items: Vec::new(), end: None, more: false };
        for (place, element) in list.iter().enumerate().skip(start) {
            if !keep.iter().all(|condition| condition.holds(element, &scope)) {
                continue;
            }
            if page.items.len() == wanted {
                page.more = true;
                break;
            }
            page.items.push(element.clone());
            page.end = Some(CliCursor { key: at(element, self.page.key).clone(), seen: place + 1 });
        }
        page
    }

    /// The page and its `pageInfo`. `rest` is the last element of a list that may continue after it. The next page begins
    /// there, unless the end of this page is known.
    fn result(&self, page: Page, rest: Option<&Value>, seen: usize) -> (Value, Option<Value>) {
        let more = page.more || rest.is_some();
        let end = match rest.filter(|_| !page.more) {
            Some(last) => Some(CliCursor { key: at(last, self.page.key).clone(), seen }),
            None => page.end,
        };
        let info = json!({ "hasNextPage": more, "endCursor": end.map(|end| end.encode()) });
        (Value::Array(page.items), Some(info))
    }

    /// The conditions on the elements of the list.
    fn keep(&self) -> &'static [Condition] {
        let keep = self.runner.command.output.iter().find_map(|field| match &field.take {
            Take::List { at, keep, .. } if without_each(at.keys).is_empty() => Some(*keep),
            _ => None,
        });
        keep.unwrap_or_default()
    }
}

fn elements(value: Value) -> Result<Vec<Value>, Error> {
    match value {
        Value::Array(list) => Ok(list),
        _ => Err(Error::server("the output of `gh` is not a list").in_phase(Phase::Refused)),
    }
}

/// The elements of a page.
struct Page {
    items: Vec<Value>,
    /// The position after the last of them.
    end: Option<CliCursor>,
    /// Whether another one follows.
    more: bool,
}
