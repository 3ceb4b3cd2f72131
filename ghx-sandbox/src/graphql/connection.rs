//! Connections: `first`, `last`, `after`, `before`, cursors, edges and page info.

use super::{
    execute::Context,
    value::{Obj, Resolved, Value},
};
use crate::state::{Refusal, RefusalKind};

/// A page of a list, as the connection type that the field returns.
pub(crate) fn connection(ctx: &Context<'_>, items: Vec<Value>) -> Resolved {
    connection_with(ctx, items, Vec::new())
}

/// A page with extra fields next to `nodes` and `totalCount`.
pub(crate) fn connection_with(ctx: &Context<'_>, items: Vec<Value>, extra: Vec<(&'static str, Value)>) -> Resolved {
    let total = items.len();
    let (start, end) = window(ctx, &items)?;
    let page: Vec<Value> = items.into_iter().skip(start).take(end - start).collect();
    let cursors: Vec<String> = page.iter().zip(start..).map(|(item, at)| cursor(item, at)).collect();
    let type_name = ctx.return_type();
    let edge_type = ctx.field_type(&type_name, "edges").unwrap_or_default();
    let edges = page.iter().zip(&cursors).map(|(node, cursor)| {
        Value::record(edge_type.clone(), vec![("cursor", cursor.into()), ("node", node.clone())])
    });
    let page_info = Value::record(
        "PageInfo",
        vec![
            ("hasNextPage", (end < total).into()),
            ("hasPreviousPage", (start > 0).into()),
            ("startCursor", cursors.first().into()),
            ("endCursor", cursors.last().into()),
        ],
    );
    let mut fields =
        vec![("edges", Value::List(edges.collect())), ("pageInfo", page_info), ("totalCount", total.into())];
    fields.push(("nodes", Value::List(page)));
    fields.extend(extra);
    Ok(Value::record(type_name, fields))
}

/// The half-open range of a page.
fn window(ctx: &Context<'_>, items: &[Value]) -> Result<(usize, usize), Refusal> {
    let mut start = 0;
    let mut end = items.len();
    if let Some(after) = ctx.args.str("after").filter(|cursor| !cursor.is_empty()) {
        start = position(items, after)?.saturating_add(1).min(end);
    }
    if let Some(before) = ctx.args.str("before").filter(|cursor| !cursor.is_empty()) {
        end = position(items, before)?.clamp(start, end);
    }
    let count = |name| ctx.args.number(name).and_then(|count| usize::try_from(count).ok());
    match (count("first"), count("last")) {
        (Some(first), _) => end = end.min(start.saturating_add(first)),
        (None, Some(last)) => start = start.max(end.saturating_sub(last)),
        (None, None) => {}
    }
    Ok((start, end))
}

/// A cursor has the item and its position, in case the item is removed from the list.
fn cursor(item: &Value, at: usize) -> String {
    let item = identity(item).unwrap_or_default();
    format!("Y3Vyc29yOnYyOp{item:08x}{at:06x}")
}

fn identity(item: &Value) -> Option<u32> {
    match item {
        Value::Object(Obj::Node(node)) => Some(node.index()),
        _ => None,
    }
}

fn position(items: &[Value], cursor: &str) -> Result<usize, Refusal> {
    let invalid =
        || Refusal::new(RefusalKind::InvalidCursor, format!("`{cursor}` does not appear to be a valid cursor."));
    let digits = cursor.strip_prefix("Y3Vyc29yOnYyOp").filter(|digits| digits.is_ascii()).ok_or_else(invalid)?;
    let (item, at) = digits.split_at_checked(8).ok_or_else(invalid)?;
    let item = u32::from_str_radix(item, 16).map_err(|_| invalid())?;
    let at = usize::from_str_radix(at, 16).map_err(|_| invalid())?;
    let same = |value: &Value| identity(value) == Some(item);
    if items.get(at).is_some_and(same) {
        return Ok(at);
    }
    let moved = items.iter().position(same);
    Ok(moved.unwrap_or_else(|| at.saturating_sub(1)))
}
