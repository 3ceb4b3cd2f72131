//! How the data of a seed is declared.

/// A public struct that is read from YAML. `required` fields must be given; `optional` ones have a default, that of their
/// type or that of the named function.
macro_rules! seed_struct {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident {
            required { $($(#[$required_attribute:meta])* $required:ident: $required_type:ty,)* }
            optional { $($(#[$optional_attribute:meta])* $optional:ident: $optional_type:ty $(= $default:literal)?,)* }
        }
    ) => {
        $(#[$attribute])*
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$required_attribute])* pub $required: $required_type,)*
            $($(#[$optional_attribute])* #[serde(default $(= $default)?)] pub $optional: $optional_type,)*
        }
    };
}
