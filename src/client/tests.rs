//! The client as the engine uses it.
