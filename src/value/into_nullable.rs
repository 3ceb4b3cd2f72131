//! What may be passed where an input may also be null.

use super::{Arg, IntoArg, Kind, NodeId, Nullable};

/// What may be passed where an input may also be null: what [`IntoArg`] takes, `None` for null, and [`Nullable`].
#[diagnostic::on_unimplemented(
    message = "expected `{T}`, an output of an earlier step, or an `Option` of them, found `{Self}`",
    label = "neither `{T}`, nor an output of an earlier step, nor an `Option`",
    note = "an enum is in the module of its domain: `ghx::pr::PrReviewsSubmitEvent::Approve`"
)]
pub trait IntoNullable<T> {
    /// The input that it means.
    fn into_nullable(self) -> Nullable<Arg<T>>;
}

macro_rules! nullable {
    ($([$($bounds:tt)*] $type:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($bounds)* V: IntoArg<$type>> IntoNullable<$type> for V {
            fn into_nullable(self) -> Nullable<Arg<$type>> {
                Nullable::Value(self.into_arg())
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($bounds)* V: IntoArg<$type>> IntoNullable<$type> for Option<V> {
            fn into_nullable(self) -> Nullable<Arg<$type>> {
                self.map_or(Nullable::Null, |value| Nullable::Value(value.into_arg()))
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($bounds)* V: IntoArg<$type>> IntoNullable<$type> for Nullable<V> {
            fn into_nullable(self) -> Nullable<Arg<$type>> {
                match self {
                    Nullable::Absent => Nullable::Absent,
                    Nullable::Null => Nullable::Null,
                    Nullable::Value(value) => Nullable::Value(value.into_arg()),
                }
            }
        }
    )*};
}

// One impl per type and not one for all: a crate downstream might make an `Option` of its own type an input.
nullable! {
    [] String;
    [] u64;
    [] i64;
    [] f64;
    [] bool;
    [] serde_json::Value;
    [] std::collections::BTreeMap<String, String>;
    [] Vec<String>;
    [K: Kind,] NodeId<K>;
}

/// Lets a generated enum or object be passed where null may be passed too.
#[doc(hidden)]
#[macro_export]
macro_rules! __nullable_arg {
    ($type:ident) => {
        #[automatically_derived]
        impl $crate::__codegen::IntoNullable<$type> for $type {
            fn into_nullable(self) -> $crate::__codegen::Nullable<$crate::__codegen::Arg<$type>> {
                $crate::__codegen::Nullable::Value($crate::__codegen::Arg::Value(self))
            }
        }

        #[automatically_derived]
        impl $crate::__codegen::IntoNullable<$type> for ::std::option::Option<$type> {
            fn into_nullable(self) -> $crate::__codegen::Nullable<$crate::__codegen::Arg<$type>> {
                self.map($crate::__codegen::Arg::Value).into()
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_null_and_a_value_stay_three_things() {
        fn nullable(value: impl IntoNullable<String>) -> Nullable<Arg<String>> {
            value.into_nullable()
        }
        let value = Nullable::Value(Arg::Value("x".to_owned()));
        assert_eq!(nullable("x"), value);
        assert_eq!(nullable(Some("x")), value);
        assert_eq!(nullable(None::<String>), Nullable::Null);
        assert_eq!(nullable(Nullable::<String>::Absent), Nullable::Absent);
    }
}
