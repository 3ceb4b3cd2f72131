//! Macros for what is the same in every card, so that generated code has it in one line.

/// A text with variables: `parts!["node(id: ", id, ")"]`.
#[doc(hidden)]
#[macro_export]
macro_rules! __parts {
    ($($part:tt),* $(,)?) => { &[$($crate::__parts!(@ $part)),*] };
    (@ $text:literal) => { $crate::__codegen::Part::Text($text) };
    (@ $name:ident) => { $crate::__codegen::Part::Var(stringify!($name)) };
}

/// The path of a REST call: `url!["/repos/", owner, "/", name]`. What is no input is written in parentheses.
#[doc(hidden)]
#[macro_export]
macro_rules! __url {
    ($($part:tt),* $(,)?) => { &[$($crate::__url!(@ $part)),*] };
    (@ $text:literal) => { $crate::__codegen::Segment::Text($text) };
    (@ $name:ident) => { $crate::__codegen::Segment::input(stringify!($name)) };
    (@ ($source:expr)) => { $crate::__codegen::Segment::Value($source) };
}

/// The variables of an operation: `variables![id: "ID!"]`.
#[doc(hidden)]
#[macro_export]
macro_rules! __variables {
    ($($name:ident: $ty:literal),* $(,)?) => { &[$($crate::__codegen::Variable::new(stringify!($name), $ty)),*] };
}

/// The marker of an operation whose types and pieces are in a module.
#[doc(hidden)]
#[macro_export]
macro_rules! __document {
    ($name:ident in $module:ident) => {
        pub struct $name;

        #[automatically_derived]
        impl $crate::__codegen::Document for $name {
            type Variables = $module::Variables;
            type Data = $module::ResponseData;
            const OPERATION: &'static $crate::__codegen::Operation = $module::OPERATION;
        }
    };
}

/// What a value of several kinds is asked: `as_issue(&self)` for each kind with data, and `kind(&self)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __by_kind {
    ($name:ident: $($kind:ident($ty:ty) $method:ident),+; $($other:ident),*) => {
        impl $name {
            $(
                pub fn $method(&self) -> ::std::option::Option<&$ty> {
                    if let Self::$kind(value) = self { ::std::option::Option::Some(value) } else { ::std::option::Option::None }
                }
            )+

            /// The kind that it has; empty for one that is not selected.
            #[allow(dead_code)]
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$kind(_) => stringify!($kind),)+
                    $(Self::$other => stringify!($other),)*
                    Self::Unknown => "",
                }
            }
        }
    };
}

/// Markers of kinds of node, and the interfaces that each implements.
#[doc(hidden)]
#[macro_export]
macro_rules! __kinds {
    ($what:literal: $($kind:ident $(: $($interface:ident)+)?;)*) => {
        $(
            #[doc = concat!(" ", $what, " `", stringify!($kind), "`. Ids: `NodeId<", stringify!($kind), ">`.")]
            #[derive(Debug)]
            pub enum $kind {}

            #[automatically_derived]
            impl $crate::value::Kind for $kind {
                const NAME: &'static str = stringify!($kind);
            }

            $($(
                #[automatically_derived]
                impl $crate::value::IsA<$interface> for $kind {}
            )+)?
        )*
    };
}

/// How a capability is printed, and how it runs alone.
#[doc(hidden)]
#[macro_export]
macro_rules! __sendable {
    ($name:ident -> $output:ident) => {
        #[automatically_derived]
        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(&$crate::__codegen::one_line(self))
            }
        }

        // Inherent, so that a bot needs no trait in scope.
        impl $name {
            /// Runs it alone: what a chain of this one step would do.
            pub async fn send(self, client: &$crate::Client) -> $crate::Result<$output> {
                $crate::__codegen::send(self, client).await
            }
        }
    };
}

/// `Listing`, and its methods without the trait in scope.
#[doc(hidden)]
#[macro_export]
macro_rules! __listing {
    ($name:ident -> $output:ident of $item:ty) => {
        #[automatically_derived]
        impl $crate::Listing for $name {
            type Item = $item;

            fn next_page(&self, output: &$output) -> ::std::option::Option<Self> {
                let cursor = output.page_info.end_cursor.as_ref().filter(|_| output.page_info.has_next_page)?;
                ::std::option::Option::Some(self.clone().after(cursor.as_str()))
            }

            fn into_items(output: $output) -> ::std::vec::Vec<$item> {
                output.items
            }
        }

        impl $name {
            /// All pages from this one on. Each is requested when it is polled.
            pub fn pages(self, client: &$crate::Client) -> $crate::pages::Pages<Self> {
                $crate::Listing::pages(self, client)
            }

            /// All elements from this page on, in as many calls as there are pages.
            pub async fn all_items(self, client: &$crate::Client) -> $crate::Result<::std::vec::Vec<$item>> {
                $crate::Listing::all_items(self, client).await
            }
        }
    };
}

/// The struct that hands the outputs of a step to later steps.
#[doc(hidden)]
#[macro_export]
macro_rules! __step_outputs {
    (struct $name:ident of $step:ident -> $output:ident {}) => {
        #[doc = concat!(" What [`", stringify!($step), "`] returns, as inputs of later steps of the same chain.")]
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        #[automatically_derived]
        impl ::std::convert::From<$crate::value::StepId> for $name {
            fn from(_: $crate::value::StepId) -> Self {
                Self
            }
        }
    };
    (struct $name:ident of $step:ident -> $output:ident { $($field:ident $(= $json:literal)?: $ty:ty),+ $(,)? }) => {
        #[doc = concat!(" What [`", stringify!($step), "`] returns, as inputs of later steps of the same chain.")]
        #[derive(Clone, Copy, Debug)]
        pub struct $name($crate::value::StepId);

        impl $name {
            $(
                #[doc = concat!(" [`", stringify!($field), "`](", stringify!($output), "::", stringify!($field), ") of this step.")]
                #[must_use]
                pub fn $field(&self) -> $crate::value::StepOutput<$ty> {
                    $crate::value::StepOutput::new(self.0, $crate::__step_outputs!(@ $field $($json)?))
                }
            )+
        }

        #[automatically_derived]
        impl ::std::convert::From<$crate::value::StepId> for $name {
            fn from(step: $crate::value::StepId) -> Self {
                Self(step)
            }
        }
    };
    (@ $field:ident $json:literal) => { $json };
    (@ $field:ident) => { stringify!($field) };
}

/// The setters of inputs that may be absent: `body(value)`, and `maybe_body(option)` where null cannot be sent.
#[doc(hidden)]
#[macro_export]
macro_rules! __setters {
    (impl $name:ident { $($setters:tt)+ }) => { impl $name { $crate::__setters! { @ $($setters)+ } } };
    (@) => {};
    (@ $(#[$doc:meta])* $field:ident: optional<$maybe:ident, $ty:ty>, $($rest:tt)*) => {
        $(#[$doc])*
        pub fn $field(mut self, $field: impl $crate::value::IntoArg<$ty>) -> Self {
            self.$field = ::std::option::Option::Some($field.into_arg());
            self
        }

        #[doc = concat!(" The same as [`", stringify!($field), "`](Self::", stringify!($field), "); `None` is not sent.")]
        pub fn $maybe(mut self, $field: ::std::option::Option<impl $crate::value::IntoArg<$ty>>) -> Self {
            self.$field = $field.map($crate::value::IntoArg::into_arg);
            self
        }

        $crate::__setters! { @ $($rest)* }
    };
    (@ $(#[$doc:meta])* $field:ident: nullable<$ty:ty>, $($rest:tt)*) => {
        $(#[$doc])*
        pub fn $field(mut self, $field: impl $crate::value::IntoNullable<$ty>) -> Self {
            self.$field = $field.into_nullable();
            self
        }

        $crate::__setters! { @ $($rest)* }
    };
}

/// `write` and `from_json` of a capability, from one list of its inputs.
#[doc(hidden)]
#[macro_export]
macro_rules! __inputs {
    ($($how:ident $name:ident $(in $main:ident)? = $json:expr),* $(,)?) => {
        #[allow(unused_variables)]
        fn write(&self, writer: &mut $crate::__codegen::InputWriter) {
            $(writer.$how($json, &self.$name);)*
        }

        fn from_json(
            input: &$crate::__codegen::Map<::std::string::String, $crate::__codegen::Value>,
        ) -> $crate::Result<Self> {
            #[allow(unused_variables)]
            let reader = $crate::__codegen::InputReader::new(Self::CARD, input)?;
            $(let $name = $crate::__inputs!(@ $how reader $json $(, $main)?);)*
            ::std::result::Result::Ok(Self { $($name),* })
        }
    };
    (@ related $reader:ident $json:expr, $main:ident) => { $reader.related($json, &$main)? };
    (@ subject $reader:ident $json:expr) => { $reader.subject($json)? };
    (@ repo $reader:ident $json:expr) => { $reader.repo($json)? };
    (@ put $reader:ident $json:expr) => { $reader.get($json)? };
    (@ put_opt $reader:ident $json:expr) => { $reader.get_opt($json)? };
    (@ put_nullable $reader:ident $json:expr) => { $reader.get_nullable($json)? };
}
