//! From an `Authorization` header to an actor.

use std::collections::HashMap;

use crate::{
    seed::{Seed, TokenSeed, all_scopes},
    state::{Actor, Store},
};

/// The tokens of a sandbox.
#[derive(Debug)]
pub(crate) struct Tokens {
    known: HashMap<String, TokenSeed>,
    /// The login that unknown tokens act for; `None` refuses them.
    default_login: Option<String>,
}

/// Who sent a request.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// Empty if no token was sent.
    pub(crate) token: String,
    pub(crate) login: Option<String>,
    pub(crate) actor: Actor,
}

/// The token is unknown or expired.
#[derive(Debug)]
pub(crate) struct BadCredentials;

impl Tokens {
    pub(crate) fn new(seed: &Seed, strict: bool) -> Self {
        let known = seed.tokens.iter().map(|token| (token.token.clone(), token.clone())).collect();
        Self { known, default_login: (!strict).then(|| seed.viewer.clone()) }
    }

    pub(crate) fn caller(&self, authorization: Option<&str>, store: &Store) -> Result<Caller, BadCredentials> {
        let Some(token) = authorization.and_then(bearer) else {
            let actor = Actor { account: None, read_only: true, scopes: Vec::new() };
            return Ok(Caller { token: String::new(), login: None, actor });
        };
        let (login, scopes, read_only) = match (self.known.get(token), &self.default_login) {
            (Some(known), _) if known.expired => return Err(BadCredentials),
            (Some(known), _) => (known.login.clone(), known.scopes.clone(), known.read_only),
            (None, Some(viewer)) => (viewer.clone(), all_scopes(), false),
            (None, None) => return Err(BadCredentials),
        };
        let actor = Actor { account: store.account(&login), read_only, scopes };
        Ok(Caller { token: token.to_owned(), login: Some(login), actor })
    }
}

/// The token of `Bearer …` or `token …`.
fn bearer(header: &str) -> Option<&str> {
    let (scheme, token) = header.split_once(' ')?;
    let is_known = scheme.eq_ignore_ascii_case("bearer") || scheme.eq_ignore_ascii_case("token");
    (is_known && !token.trim().is_empty()).then(|| token.trim())
}
