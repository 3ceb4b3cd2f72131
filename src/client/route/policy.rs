//! The policy that restricts routes.

use crate::Error;
use crate::card::{Card, RouteKind};

/// The routes that may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RoutePolicy {
    /// Those of the card, in its order. The steps of a chain are batched over GraphQL; steps that cannot be batched run
    /// outside the batch.
    #[default]
    Card,
    /// Only this route.
    Only(RouteKind),
}

impl RoutePolicy {
    /// GraphQL only: a chain with a step that has no GraphQL route is refused before anything is sent.
    pub const fn graphql_only() -> Self {
        Self::Only(RouteKind::Graphql)
    }

    pub(crate) fn allows(self, route: RouteKind) -> bool {
        match self {
            Self::Card => true,
            Self::Only(only) => only == route,
        }
    }

    /// Refuses a step of a chain if its card has none of the allowed routes.
    pub(crate) fn check(self, card: &Card) -> Result<(), Error> {
        match self {
            Self::Only(RouteKind::Graphql) if !card.routes().any(|route| self.allows(route)) => {
                let message = format!("capability '{}' has no GraphQL route and cannot be chained", card.id);
                Err(Error::adapter_unsupported(message).for_capability(card.id))
            }
            _ => self.check_alone(card),
        }
    }

    /// Refuses a card that has none of the allowed routes.
    pub(crate) fn check_alone(self, card: &Card) -> Result<(), Error> {
        let only = match self {
            Self::Only(only) if !card.routes().any(|route| route == only) => only,
            _ => return Ok(()),
        };
        let message = format!("capability '{}' has no `{only}` route, only {}", card.id, names(card));
        Err(Error::adapter_unsupported(message).for_capability(card.id))
    }
}

fn names(card: &Card) -> String {
    let names: Vec<String> = card.routes().map(|route| format!("`{route}`")).collect();
    names.join(", ")
}
