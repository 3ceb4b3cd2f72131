//! The setters of descriptors, which generated code calls in `const` context.

/// Writes a setter per line: `set` for a value, `some` for an `Option`, `flag` for a boolean that becomes true.
macro_rules! const_setters {
    () => {};
    (set $name:ident: $type:ty; $($rest:tt)*) => {
        #[doc = concat!("The same with this `", stringify!($name), "`.")]
        #[must_use]
        pub const fn $name(mut self, $name: $type) -> Self {
            self.$name = $name;
            self
        }
        $crate::card::const_setters!($($rest)*);
    };
    (some $name:ident: $type:ty; $($rest:tt)*) => {
        #[doc = concat!("The same with this `", stringify!($name), "`.")]
        #[must_use]
        pub const fn $name(mut self, $name: $type) -> Self {
            self.$name = Some($name);
            self
        }
        $crate::card::const_setters!($($rest)*);
    };
    (flag $name:ident; $($rest:tt)*) => {
        #[doc = concat!("The same, with `", stringify!($name), "` set.")]
        #[must_use]
        pub const fn $name(mut self) -> Self {
            self.$name = true;
            self
        }
        $crate::card::const_setters!($($rest)*);
    };
}

pub(crate) use const_setters;
