//! Absent, null and a value are three things.

/// An input where GitHub tells *absent*, *null* and *a value* apart: leave it, clear it, set it.
///
/// ```
/// use ghx::value::Nullable;
///
/// let untouched: Nullable<u64> = Nullable::default();
/// assert_eq!(untouched, Nullable::Absent);
/// assert_eq!(Nullable::<u64>::from(None), Nullable::Null);
/// assert_eq!(Nullable::from(3), Nullable::Value(3));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Nullable<T> {
    /// Not sent.
    #[default]
    Absent,
    /// Sent as null.
    Null,
    /// Sent.
    Value(T),
}

impl<T> Nullable<T> {
    /// The value, if there is one.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// Whether nothing is sent.
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Whether null is sent.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }
}

impl<T> From<T> for Nullable<T> {
    fn from(value: T) -> Self {
        Self::Value(value)
    }
}

impl<T> From<Option<T>> for Nullable<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::Value)
    }
}
