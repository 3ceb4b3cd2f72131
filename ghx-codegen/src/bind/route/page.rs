//! Paging.

use super::{super::paging, Context, Response};
use crate::{
    bind::shape::Shape,
    card::{CliPageSpec, Located, PageInputs, RestPageSpec, Type},
    model::{BoundCliPage, BoundOutput, BoundRestPage, OutputSource},
    problem::{Code, Problem},
    schema::Described,
    source::Span,
};

/// The list that callers page through with inputs.
#[derive(Clone, Debug)]
pub(super) struct Paged {
    /// The call; `None` for the last one.
    call: Option<String>,
    keys: Vec<String>,
    span: Span,
}

pub(super) fn rest<'a>(
    context: &mut Context<'a>,
    page: &RestPageSpec,
    response: &Response<'a>,
    id: &str,
) -> Option<BoundRestPage> {
    if let Some(inputs) = &page.inputs {
        check_inputs(context, inputs, paging::MOST);
    }
    let Response::Json(response) = response else { return None };
    let (keys, list) = match &page.list {
        None => (Vec::new(), response.clone()),
        Some(path) => {
            let (keys, list, _) = plain(context, response, path)?;
            (keys, list)
        }
    };
    if !list.is("array") {
        let at = page.list.as_ref().map_or(page.span, |path| path.span);
        let help = "name the list in the response with `list:`";
        context.refuse(Code::ListMismatch, at, "paging needs a list, and this is not one", &list.describe(), help);
        return None;
    }
    if page.inputs.is_some() {
        let paged = Paged { call: Some(id.to_owned()), keys: keys.clone(), span: page.span };
        if let Some(first) = context.page.replace(paged) {
            context.problems.push(
                Problem::error(Code::PageInfo, page.span, "two calls are paged by inputs")
                    .label("the second")
                    .related(first.span, "the first")
                    .help("read all pages of one of them: drop its `size` and `cursor`"),
            );
        }
    }
    let inputs = page.inputs.as_ref().map(|inputs| (inputs.size.value.clone(), inputs.cursor.value.clone()));
    Some(BoundRestPage { list: keys, inputs })
}

pub(super) fn cli<'a>(
    context: &mut Context<'a>,
    page: &CliPageSpec,
    most: Option<i64>,
    response: &Response<'a>,
) -> Option<BoundCliPage> {
    check_inputs(context, &page.inputs, most.map_or(paging::MOST, |most| most.min(paging::MOST)));
    let Response::Json(response) = response else { return None };
    let Some(element) = response.items().filter(|_| response.is("array")) else {
        let message = "paging needs a list, and the command does not print one";
        context.refuse(Code::ListMismatch, page.span, message, &response.describe(), "drop `page`");
        return None;
    };
    context.page = Some(Paged { call: None, keys: Vec::new(), span: page.span });
    let key = key(context, page, &element.never_null())?;
    Some(BoundCliPage {
        flag: page.flag.value.clone(),
        size: page.inputs.size.value.clone(),
        cursor: page.inputs.cursor.value.clone(),
        key,
    })
}

fn key<'a>(context: &mut Context<'a>, page: &CliPageSpec, element: &Described<'a>) -> Option<Vec<String>> {
    let (keys, value, nullable) = plain(context, element, &page.key)?;
    let tells = !nullable && (value.format() == Some("id") || value.is("integer"));
    if !tells {
        let message = format!("`{}` does not identify the elements", page.key.value);
        let help = "name an id or a number that each element has";
        context.refuse(Code::PageInfo, page.key.span, message, &value.describe(), help);
    }
    tells.then_some(keys)
}

/// The value at a path: its keys, what is there, and whether it may be null.
fn plain<'s>(
    context: &mut Context<'s>,
    start: &Described<'s>,
    path: &Located<String>,
) -> Option<(Vec<String>, Described<'s>, bool)> {
    let found = context.read(|reading| reading.plain(&Shape::json(start.clone()), path))?;
    let keys = found.path.plain_keys();
    let Shape::Json { described, .. } = found.shape else { return None };
    Some((keys, described, found.nullable))
}

/// The size is bounded, and the cursor is text that may be left out.
fn check_inputs(context: &mut Context<'_>, inputs: &PageInputs, most: i64) {
    if let Some(size) = context.sent_input(&inputs.size) {
        if matches!(size.schema.ty, Type::Integer { .. }) && !size.may_be_unset() && !size.schema.nullable {
            if let Some(problem) = paging::unbounded(&size, most) {
                context.problems.push(problem);
            }
        } else {
            let message = format!("`{}` is not a page size", inputs.size.value);
            let help = "name an integer input that is required or has a default";
            context.incomplete = true;
            context.refuse(Code::PageInfo, inputs.size.span, message, &size.schema.ty.describe(), help);
        }
    }
    if let Some(cursor) = context.sent_input(&inputs.cursor)
        && !(matches!(cursor.schema.ty, Type::String { .. }) && cursor.may_be_unset())
    {
        let message = format!("`{}` is not a cursor", inputs.cursor.value);
        let help = "name a string input that may be left out";
        context.incomplete = true;
        context.refuse(Code::PageInfo, inputs.cursor.span, message, &cursor.schema.ty.describe(), help);
    }
}

/// The list that callers page through is an output, and so is the page information.
pub(super) fn check(context: &mut Context<'_>, at: Span, output: Option<&[BoundOutput]>) {
    let (Some(paged), Some(output)) = (context.page.clone(), output) else { return };
    if !output.iter().any(|output| matches!(output.source, OutputSource::Page)) {
        let help = "add the output `pageInfo: { page: true }`";
        context.refuse(
            Code::PageInfo,
            paged.span,
            "callers cannot tell whether there is a next page",
            "no `page: true`",
            help,
        );
    }
    let last = context.calls.last().map(|call| call.id.clone());
    let is_list = |output: &BoundOutput| {
        let call = match &output.source {
            OutputSource::Call(call) => Some(call.clone()),
            _ => paged.call.as_ref().and(last.clone()),
        };
        let (keys, element) = output.path.keys();
        element.is_some() && call == paged.call && keys == paged.keys
    };
    if !output.iter().any(is_list) {
        let help = "add an output for the list that is paged";
        context.refuse(Code::PageInfo, at, "no output uses the list that is paged", "not in this output", help);
    }
}
