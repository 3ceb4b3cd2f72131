//! Requests that no card describes: [`Client::graphql`](crate::Client::graphql).

mod document;
mod graphql;
