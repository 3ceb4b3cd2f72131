//! A catalogue without corruptions, compiled: what mutants are compared with.

use std::collections::BTreeSet;
use std::sync::Arc;

use ghx_codegen::{
    Bound, Catalog,
    problem::{Code, Problems},
    source::Sources,
};

use super::{corpus::Catalogue, equivalent, judge::warnings};
use crate::error::{Error, Result};

/// A compiled catalogue without corruptions.
pub(crate) struct Base {
    /// Its content, without places.
    pub(crate) meaning: String,
    /// Its warnings: file, code and message; none if warnings do not count.
    pub(crate) warnings: Option<BTreeSet<(String, Code, String)>>,
    /// The code of each card.
    pub(crate) cards: Vec<Rendered>,
}

/// The Rust code of one card, as in a user's crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rendered {
    /// The card's id.
    pub(crate) id: String,
    /// The code.
    pub(crate) code: String,
}

impl Base {
    /// Compiles a catalogue.
    pub(crate) fn of(catalogue: &Catalogue, lints: bool) -> Result<Self> {
        let (files, schema) = (catalogue.files.clone(), Arc::clone(&catalogue.schema));
        let bound = Catalog::load_with(files, schema, Sources::default(), Problems::default()).bind();
        let bound = bound.map_err(|_| Error::invalid("the catalogue", "it does not compile"))?;
        let cards = rendered(&bound).map_err(|error| Error::invalid("the catalogue", error))?;
        Ok(Base { meaning: equivalent::meaning(bound.model()), warnings: lints.then(|| warnings(&bound)), cards })
    }
}

/// The code of each card of a catalogue.
pub(crate) fn rendered(catalog: &Catalog<Bound>) -> std::result::Result<Vec<Rendered>, String> {
    let cards = catalog.model().cards.iter().enumerate();
    let code = |(index, bound): (usize, &ghx_codegen::model::BoundCard)| {
        let tokens = catalog.emit_card(index).map_err(|error| error.to_string())?;
        Ok(Rendered { id: bound.card.id.value.clone(), code: tokens.to_string() })
    };
    cards.map(code).collect()
}
