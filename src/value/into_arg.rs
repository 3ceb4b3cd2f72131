//! What may be passed where an input is wanted.

use std::borrow::Cow;

use super::{Arg, IsA, Kind, NodeId, Ref, Text};

/// What may be passed where a `T` is wanted: a `T`, something that surely becomes one, or a reference to one.
///
/// Our own trait instead of `Into`, so that a mistake is explained in one line.
#[diagnostic::on_unimplemented(
    message = "expected `{T}` or a reference to one, found `{Self}`",
    label = "not `{T}`, and no reference to one"
)]
pub trait IntoArg<T> {
    /// The input that it means.
    fn into_arg(self) -> Arg<T>;
}

/// A type that is passed as itself: numbers, booleans, and the enums and objects of the cards.
pub trait Plain {}

impl Plain for u64 {}
impl Plain for i64 {}
impl Plain for bool {}

/// Lets a generated enum or object, and lists of it, be passed as inputs.
#[doc(hidden)]
#[macro_export]
macro_rules! __plain_arg {
    ($type:ty) => {
        impl $crate::value::Plain for $type {}
    };
}

impl<T> IntoArg<T> for Arg<T> {
    fn into_arg(self) -> Arg<T> {
        self
    }
}

macro_rules! values {
    ($([$($bounds:tt)*] $from:ty => $to:ty, $value:ident => $arg:expr;)*) => {$(
        impl<$($bounds)*> IntoArg<$to> for $from {
            fn into_arg(self) -> Arg<$to> {
                let $value = self;
                Arg::Value($arg)
            }
        }
    )*};
}

values! {
    [T: Plain] T => T, value => value;
    [T: Plain] Vec<T> => Vec<T>, list => list;
    [T: Plain, const N: usize] [T; N] => Vec<T>, list => list.into();

    [] String => String, text => text;
    [] &str => String, text => text.to_owned();
    [] &String => String, text => text.clone();
    [] Cow<'_, str> => String, text => text.into_owned();

    [S: Into<String>] Vec<S> => Vec<String>, list => list.into_iter().map(Into::into).collect();
    [S: Into<String>, const N: usize] [S; N] => Vec<String>, list => list.into_iter().map(Into::into).collect();
    [S: AsRef<str>] &[S] => Vec<String>, list => owned(list);
    [S: AsRef<str>] &Vec<S> => Vec<String>, list => owned(list);
    [S: AsRef<str>, const N: usize] &[S; N] => Vec<String>, list => owned(list);

    [B: Kind, A: IsA<B>] NodeId<A> => NodeId<B>, id => id.widen();
    [B: Kind, A: IsA<B>] &NodeId<A> => NodeId<B>, id => id.clone().widen();
    [B: Kind, A: IsA<B>] Vec<NodeId<A>> => Vec<NodeId<B>>, ids => ids.into_iter().map(NodeId::widen).collect();
    [B: Kind, A: IsA<B>, const N: usize] [NodeId<A>; N] => Vec<NodeId<B>>, ids => ids.into_iter().map(NodeId::widen).collect();
}

macro_rules! references {
    ($([$($bounds:tt)*] $from:ty => $to:ty;)*) => {$(
        impl<$($bounds)*> IntoArg<$to> for Ref<$from> {
            fn into_arg(self) -> Arg<$to> {
                Arg::Ref(self.retype())
            }
        }
    )*};
}

references! {
    [T: Plain] T => T;
    [T: Plain] Vec<T> => Vec<T>;
    [] String => String;
    [] Vec<String> => Vec<String>;
    [B: Kind, A: IsA<B>] NodeId<A> => NodeId<B>;
    [B: Kind, A: IsA<B>] Vec<NodeId<A>> => Vec<NodeId<B>>;
}

impl IntoArg<String> for Text {
    fn into_arg(self) -> Arg<String> {
        self.into()
    }
}

fn owned<S: AsRef<str>>(list: &[S]) -> Vec<String> {
    list.iter().map(|item| item.as_ref().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(arg: impl IntoArg<String>) -> Arg<String> {
        arg.into_arg()
    }

    fn number(arg: impl IntoArg<u64>) -> Arg<u64> {
        arg.into_arg()
    }

    fn names(arg: impl IntoArg<Vec<String>>) -> Arg<Vec<String>> {
        arg.into_arg()
    }

    #[test]
    fn a_literal_number_needs_no_suffix() {
        assert_eq!(number(42), Arg::Value(42));
    }

    #[test]
    fn strings_are_taken_as_they_are() {
        for given in ["${{ github.sha }}", "{{0.id}}", "{\"$ref\": \"0.id\"}"] {
            assert_eq!(text(given), Arg::Value(given.to_owned()));
            assert_eq!(text(Text::new().push(given)), Arg::Value(given.to_owned()));
        }
        let owned = String::from("a");
        assert_eq!(text(Cow::Borrowed("a")), text(&owned));
        assert_eq!(text(&owned), Arg::Value(owned));
    }

    #[test]
    fn lists_come_in_every_shape() {
        let expected = Arg::Value(vec!["bug".to_owned()]);
        let owned = vec!["bug".to_owned()];
        assert_eq!(names(["bug"]), expected);
        assert_eq!(names(vec!["bug"]), expected);
        let by_reference: &[&str; 1] = &["bug"];
        assert_eq!(names(by_reference), expected);
        assert_eq!(names(&owned), expected);
        assert_eq!(names(owned.as_slice()), expected);
        assert_eq!(names(owned), expected);
    }
}
