//! Bytes that a call sends instead of JSON.

use super::{Context, sent};
use crate::{
    bind::value::{Accepts, Target},
    card::{Endpoint, Method, Type, UploadSpec, ValueKind, ValueSpec},
    model::{BoundUpload, ByteForm, Source},
    problem::Code,
    schema::{Described, RestOperation},
};
use serde_json::{Value as Json, json};
use std::sync::LazyLock;

/// What any text fits.
static TEXT: LazyLock<Json> = LazyLock::new(|| json!({ "type": "string" }));

/// The bytes and their media type.
#[allow(clippy::option_option, reason = "outside: was it bound; inside: does the card have it")]
pub(super) fn bind(
    context: &mut Context<'_>,
    endpoint: &Endpoint,
    operation: &RestOperation<'_>,
) -> Option<Option<BoundUpload>> {
    let Some(upload) = &endpoint.upload else { return Some(None) };
    let writes = [Method::Post, Method::Put].contains(&endpoint.method.value);
    if !writes || !operation.takes_bytes() {
        let message = format!("`{}` does not take bytes", endpoint.operation());
        context.refuse(Code::RestRoute, upload.span, message, "not accepted", "send JSON with `body`");
    } else if !endpoint.body.is_empty() {
        let message = "`bytes` cannot be used with `body`";
        context.refuse(Code::UnknownKey, upload.span, message, "not JSON", "drop one of them");
    }
    let bytes = bytes(context, upload);
    let media = sent::bind(context, &text("the media type", true), &upload.media);
    Some(Some(BoundUpload { bytes: bytes?, media: media? }))
}

/// The address that bytes are sent to, from an earlier response.
#[allow(clippy::option_option, reason = "outside: was it bound; inside: does the card have it")]
pub(super) fn host(context: &mut Context<'_>, endpoint: &Endpoint) -> Option<Option<Source>> {
    let Some(host) = &endpoint.host else { return Some(None) };
    if endpoint.upload.is_none() || !matches!(host.kind, ValueKind::Found { .. }) {
        let message = "`host` is the address of an upload, from the response of an earlier call";
        let help = "write `host: { from: release, path: upload_url }` next to `bytes`";
        context.refuse(Code::WrongValue, host.span, message, "not allowed here", help);
        return None;
    }
    sent::bind(context, &text("the address", true), host).map(Some)
}

/// The inputs that give the bytes, each in its form.
fn bytes(context: &mut Context<'_>, upload: &UploadSpec) -> Option<Vec<(ByteForm, Source)>> {
    let values = match &upload.bytes.kind {
        ValueKind::First(values) => values.as_slice(),
        _ => std::slice::from_ref(&upload.bytes),
    };
    let required = values.len() == 1;
    let bound: Vec<_> = values.iter().map(|value| one(context, value, required)).collect();
    bound.into_iter().collect()
}

fn one(context: &mut Context<'_>, value: &ValueSpec, required: bool) -> Option<(ByteForm, Source)> {
    let plain = match &value.kind {
        ValueKind::Encode(text) => text,
        _ => value,
    };
    let ValueKind::Input { input, map: None, default: None } = &plain.kind else {
        let message = "bytes come from inputs";
        let help = "name an input, or several: `{ first: [file, base64, { encode: text }] }`";
        context.refuse(Code::FromInput, value.span, message, "not an input", help);
        return None;
    };
    let property = context.input(input)?;
    let format = match &property.schema.ty {
        Type::String { format, .. } => format.as_ref().map(|format| format.value.as_str()),
        _ => None,
    };
    let form = match format {
        _ if matches!(value.kind, ValueKind::Encode(_)) => ByteForm::Text,
        Some("base64") => ByteForm::Base64,
        Some("path") => ByteForm::File,
        _ => ByteForm::Text,
    };
    sent::bind(context, &text("the bytes", required), plain).map(|source| (form, source))
}

fn text(what: &str, required: bool) -> Target<'static> {
    let accepts = Accepts::Json(Described::new(&TEXT, &TEXT));
    Target { what: what.to_owned(), name: String::new(), accepts, required, variable: None }
}
