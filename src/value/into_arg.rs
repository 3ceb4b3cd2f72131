//! What may be passed where an input is expected.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{Arg, IsA, Kind, NodeId, StepOutput, Text};

/// What may be passed where a `T` is expected: a `T`, something that always converts to one, or an output of an earlier step.
///
/// A `u64` may be any unsigned integer. A literal needs no suffix; Rust takes it for an `i32`, so that one above
/// 2,147,483,647 is written `3_000_000_000_u64`, and a negative number is refused before anything is sent.
///
/// Our own trait instead of `Into`, so that a mistake is explained in one line.
#[diagnostic::on_unimplemented(
    message = "expected `{T}` or an output of an earlier step, found `{Self}`",
    label = "neither `{T}` nor an output of an earlier step",
    note = "an enum is in the module of its domain: `ghx::pr::PrReviewsSubmitEvent::Approve`"
)]
pub trait IntoArg<T> {
    /// The input that it means.
    fn into_arg(self) -> Arg<T>;
}

/// A type that is passed as itself: numbers, booleans, and the enums and objects of the cards.
pub trait Plain {}

impl Plain for u64 {}
impl Plain for i64 {}
impl Plain for f64 {}
impl Plain for bool {}
impl Plain for serde_json::Value {}
impl<V> Plain for BTreeMap<String, V> {}

/// Lets a generated enum or object, and lists of it, be passed as inputs.
#[doc(hidden)]
#[macro_export]
macro_rules! __plain_arg {
    ($type:ty) => {
        impl $crate::value::Plain for $type {}
    };
}

#[diagnostic::do_not_recommend]
impl<T> IntoArg<T> for Arg<T> {
    fn into_arg(self) -> Arg<T> {
        self
    }
}

macro_rules! values {
    ($([$($bounds:tt)*] $from:ty => $to:ty, $value:ident => $arg:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
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

    [] u8 => u64, number => number.into();
    [] u16 => u64, number => number.into();
    [] u32 => u64, number => number.into();
    // Never more than 64 bits on any platform that Rust supports.
    [] usize => u64, number => u64::try_from(number).unwrap_or(u64::MAX);

    [] i32 => f64, number => number.into();
    [] u32 => f64, number => number.into();
    [] f32 => f64, number => number.into();

    [K: Into<String>, V: Into<String>, const N: usize] [(K, V); N] => BTreeMap<String, String>,
        entries => entries.into_iter().map(|(key, value)| (key.into(), value.into())).collect();

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

// The two that a compile error shows, without the macro around them.
#[diagnostic::do_not_recommend]
impl IntoArg<String> for &str {
    fn into_arg(self) -> Arg<String> {
        Arg::Value(self.to_owned())
    }
}

#[diagnostic::do_not_recommend]
impl IntoArg<String> for String {
    fn into_arg(self) -> Arg<String> {
        Arg::Value(self)
    }
}

macro_rules! outputs {
    ($([$($bounds:tt)*] $from:ty => $to:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($bounds)*> IntoArg<$to> for StepOutput<$from> {
            fn into_arg(self) -> Arg<$to> {
                Arg::Output(self.retype())
            }
        }
    )*};
}

outputs! {
    [T: Plain] T => T;
    [T: Plain] Vec<T> => Vec<T>;
    [] String => String;
    [] Vec<String> => Vec<String>;
    [B: Kind, A: IsA<B>] NodeId<A> => NodeId<B>;
    [B: Kind, A: IsA<B>] Vec<NodeId<A>> => Vec<NodeId<B>>;
}

/// What Rust takes an integer literal for.
#[diagnostic::do_not_recommend]
impl IntoArg<u64> for i32 {
    fn into_arg(self) -> Arg<u64> {
        u64::try_from(self).map_or(Arg::Negative(self.into()), Arg::Value)
    }
}

#[diagnostic::do_not_recommend]
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
        assert_eq!(number(3_000_000_000_u64), Arg::Value(3_000_000_000));
    }

    #[test]
    fn every_unsigned_integer_is_accepted() {
        assert_eq!(number(7_u8), Arg::Value(7));
        assert_eq!(number(7_u16), Arg::Value(7));
        assert_eq!(number(7_u32), Arg::Value(7));
        assert_eq!(number(7_usize), Arg::Value(7));
    }

    #[test]
    fn numbers_maps_and_json_are_passed_as_they_are() {
        fn float(arg: impl IntoArg<f64>) -> Arg<f64> {
            arg.into_arg()
        }
        fn entries(arg: impl IntoArg<BTreeMap<String, String>>) -> Arg<BTreeMap<String, String>> {
            arg.into_arg()
        }
        assert_eq!([float(2), float(2.0), float(2_u32), float(2.0_f32)], [const { Arg::Value(2.0) }; 4]);
        let expected = BTreeMap::from([("a".to_owned(), "b".to_owned())]);
        assert_eq!(entries([("a", "b")]), entries(expected));
        let json = serde_json::json!({"any": [1, null]});
        assert_eq!(IntoArg::<serde_json::Value>::into_arg(json.clone()), Arg::Value(json));
    }

    #[test]
    fn a_negative_number_has_no_value() {
        let error = number(-7).get().copied().unwrap_err();
        assert_eq!((error.code(), error.message()), (crate::ErrorCode::Validation, "-7 is negative"));
    }

    #[test]
    fn strings_are_never_interpreted() {
        for given in ["${{ github.sha }}", "{{0.id}}", "{\"$ref\": \"0.id\"}"] {
            assert_eq!(text(given), Arg::Value(given.to_owned()));
            assert_eq!(text(Text::new().push(given)), Arg::Value(given.to_owned()));
        }
        let owned = String::from("a");
        assert_eq!(text(Cow::Borrowed("a")), text(&owned));
        assert_eq!(text(&owned), Arg::Value(owned));
    }

    #[test]
    fn lists_may_be_arrays_vectors_or_slices() {
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
