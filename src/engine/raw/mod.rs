//! Requests without a card: [`Client::graphql`](crate::Client::graphql) and [`Client::rest`](crate::Client::rest).

mod document;
mod graphql;
#[cfg(feature = "rest")]
mod rest;
