//! Text with the outputs of earlier steps in it.

use std::fmt;

use super::{Kind, NodeId, OutputRef, StepOutput};

/// Text with the outputs of earlier steps in it.
///
/// Only references become values; a plain string in it is never interpreted, whatever it looks like. The macro
/// [`text!`](crate::text) writes the same in one line.
///
/// ```
/// use ghx::value::Text;
///
/// let text = Text::new().push_str("built from ${{ github.sha }} by ").push("mona");
/// assert_eq!(text.to_string(), "built from ${{ github.sha }} by mona");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[must_use = "text is a value: pass it to a capability"]
pub struct Text {
    pieces: Vec<Piece>,
}

/// A part of a [`Text`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Piece {
    /// As it is.
    Plain(String),
    /// What an earlier step gives.
    Output(OutputRef),
}

/// A type whose references may stand inside text.
#[diagnostic::on_unimplemented(
    message = "a reference to `{Self}` cannot stand inside text",
    note = "text takes references to strings, numbers, booleans, enums and node ids"
)]
pub trait InText {}

impl InText for String {}
impl InText for u64 {}
impl InText for i64 {}
impl InText for f64 {}
impl InText for bool {}
impl<K: Kind> InText for NodeId<K> {}

/// What a [`Text`] can be made of.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a part of a text",
    note = "text takes strings, numbers, and references to earlier steps"
)]
pub trait IntoPiece {
    /// The part.
    fn into_piece(self) -> Piece;
}

impl Text {
    /// Text with nothing in it.
    pub fn new() -> Self {
        Self::default()
    }

    /// The text, followed by a reference or a plain value.
    pub fn push(mut self, piece: impl IntoPiece) -> Self {
        self.pieces.push(piece.into_piece());
        self
    }

    /// The text, followed by this string as it is.
    pub fn push_str(self, plain: &str) -> Self {
        self.push(plain)
    }

    /// Its parts, in order.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The string, if nothing in it is a reference.
    pub(crate) fn into_plain(self) -> Result<String, Self> {
        let is_plain = |piece: &Piece| matches!(piece, Piece::Plain(_));
        if self.pieces.iter().all(is_plain) { Ok(self.to_string()) } else { Err(self) }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces.iter().try_for_each(|piece| match piece {
            Piece::Plain(plain) => f.write_str(plain),
            Piece::Output(reference) => reference.fmt(f),
        })
    }
}

impl<T: InText> IntoPiece for StepOutput<T> {
    fn into_piece(self) -> Piece {
        Piece::Output(self.erase())
    }
}

impl<K: Kind> IntoPiece for &NodeId<K> {
    fn into_piece(self) -> Piece {
        Piece::Plain(self.to_string())
    }
}

macro_rules! plain {
    ($($type:ty),*) => {$(
        impl IntoPiece for $type {
            fn into_piece(self) -> Piece {
                Piece::Plain(self.to_string())
            }
        }
    )*};
}

plain!(&str, String, &String, u32, u64, usize, i32, i64, bool);

impl IntoPiece for Piece {
    fn into_piece(self) -> Piece {
        self
    }
}
