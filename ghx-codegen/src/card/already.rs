//! `already`: how GitHub rejects a write with nothing to do, and how to confirm that.

use super::{
    graphql::{self, OperationRef},
    output::{self, OutputEntries},
    reader::{Located, Reader, text},
};
use crate::{
    problem::{Code, Problem, Problems},
    source::Span,
    yaml::Node,
};

/// The block as written.
#[derive(Clone, Debug)]
pub struct AlreadySpec {
    /// Parts of GitHub's message.
    pub messages: Vec<Located<String>>,
    /// The query that looks.
    pub operation: OperationRef,
    /// Where output paths start.
    pub root: Option<Located<String>>,
    /// Where each output comes from.
    pub output: OutputEntries,
    /// Output → variable of the mutation that it must equal.
    pub holds: Vec<(Located<String>, Located<String>)>,
    /// The place of the block's key.
    pub span: Span,
    /// The place of `output`.
    pub output_span: Span,
}

pub(super) const KEYS: &[&str] = &["messages", "operationName", "documentPath", "root", "output", "holds"];

pub(super) fn parse(
    span: Span,
    node: &Node,
    document: &Located<String>,
    problems: &mut Problems,
) -> Option<AlreadySpec> {
    let reader = Reader::open(node, "`already`", KEYS, problems)?;
    let messages = reader.required("messages", problems).is_some();
    let list = reader.list("messages", problems).iter();
    let list: Vec<Located<String>> = list.filter_map(|node| text(node, "messages", problems)).collect();
    if messages && reader.list("messages", problems).is_empty() {
        problems.push(
            Problem::error(Code::WrongValue, reader.key_span("messages"), "`messages` is empty")
                .label("empty")
                .help("add part of GitHub's message"),
        );
    }
    let operation = graphql::operation(&reader, document, problems);
    let root = reader.optional_text("root", problems);
    let output = reader.optional("output").map(|node| output::entries(node, problems)).unwrap_or_default();
    let has_holds = reader.required("holds", problems).is_some();
    let holds = reader.text_map("holds", problems);
    let output_span = reader.key_span("output");
    let is_whole = messages && has_holds;
    let operation = operation?;
    is_whole.then_some(AlreadySpec { messages: list, operation, root, output, holds, span, output_span })
}
