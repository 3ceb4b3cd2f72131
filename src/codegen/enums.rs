//! What enums get in addition to their variants.

use crate::Error;
use crate::display::suggest::did_you_mean;

/// The value of a closed enum, or an error that suggests the nearest one.
pub fn parse_closed_enum<T: Copy>(values: &[T], name: fn(T) -> &'static str, given: &str) -> Result<T, Error> {
    let same = values.iter().find(|value| name(**value) == given);
    same.copied().ok_or_else(|| {
        let names: Vec<&str> = values.iter().map(|value| name(*value)).collect();
        let message = format!("`{given}` is not one of `{}`", names.join("`, `"));
        Error::validation(match did_you_mean(given, names) {
            Some(hint) => format!("{message} ({hint})"),
            None => message,
        })
    })
}

/// Implements, for an enum that is open to later values, everything that follows from `as_str` and `From<&str>`.
#[doc(hidden)]
#[macro_export]
macro_rules! __open_enum {
    ($type:ident) => {
        #[automatically_derived]
        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        #[automatically_derived]
        impl ::std::str::FromStr for $type {
            type Err = ::std::convert::Infallible;

            fn from_str(value: &str) -> ::std::result::Result<Self, Self::Err> {
                ::std::result::Result::Ok(Self::from(value))
            }
        }

        #[automatically_derived]
        impl $crate::__codegen::serde::Serialize for $type {
            fn serialize<S: $crate::__codegen::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        #[automatically_derived]
        impl<'de> $crate::__codegen::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::__codegen::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                let value =
                    <::std::string::String as $crate::__codegen::serde::Deserialize>::deserialize(deserializer)?;
                ::std::result::Result::Ok(Self::from(value.as_str()))
            }
        }

        #[automatically_derived]
        impl $crate::__codegen::InText for $type {}
    };
}

/// Implements, for an enum that a card lists, everything that follows from `ALL` and `as_str`.
#[doc(hidden)]
#[macro_export]
macro_rules! __closed_enum {
    ($type:ident) => {
        #[automatically_derived]
        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        #[automatically_derived]
        impl ::std::str::FromStr for $type {
            type Err = $crate::__codegen::Error;

            fn from_str(value: &str) -> ::std::result::Result<Self, Self::Err> {
                $crate::__codegen::parse_closed_enum(Self::ALL, Self::as_str, value)
            }
        }

        #[automatically_derived]
        impl $crate::__codegen::InputValue for $type {
            fn to_input(&self) -> $crate::__codegen::Value {
                $crate::__codegen::Value::from(self.as_str())
            }

            fn from_input(value: &$crate::__codegen::Value) -> ::std::result::Result<Self, $crate::__codegen::Error> {
                let value = <::std::string::String as $crate::__codegen::InputValue>::from_input(value)?;
                value.parse()
            }
        }

        #[automatically_derived]
        impl $crate::__codegen::Plain for $type {}
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_value_is_refused_with_the_nearest() {
        let error = parse_closed_enum(&["open", "closed"], |name| name, "opne").unwrap_err();
        assert_eq!(error.message(), "`opne` is not one of `open`, `closed` (did you mean `open`?)");
    }
}
