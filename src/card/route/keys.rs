//! Places in a response.

/// The way to a place in JSON, step by step. No steps: the value itself.
///
/// | step | |
/// |---|---|
/// | `name` | the member of that name; null if there is none |
/// | `name!` | the same; null there is an error |
/// | `name?` | the same; an element of the list around it in which it is null is dropped |
/// | `[0]` | the element at that position; null if there is none |
/// | `[]` | every element of a list; the place is then a list, and a second `[]` makes no list of lists |
/// | `{}` | every value of an object whose members are entries of a map, as `[]` for a list |
/// | `$key` | the key of the entry, below `{}` |
pub type Keys = &'static [&'static str];

/// A place in a response.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Path {
    /// The call whose response it is; `None` for the last call, and for paths inside an element or object.
    ///
    /// If the call was made for each element of a list, it is the response for the element that is being read.
    pub call: Option<&'static str>,
    /// The steps, from the root of the response, of the element or of the object. None: that itself.
    pub keys: Keys,
}

impl Path {
    /// A place in the response to the last call, in the element or in the object.
    #[must_use]
    pub const fn new(keys: Keys) -> Self {
        Self { call: None, keys }
    }

    /// A place in the response to this call.
    #[must_use]
    pub const fn of(call: &'static str, keys: Keys) -> Self {
        Self { call: Some(call), keys }
    }
}
