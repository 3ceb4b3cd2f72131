//! The schema, read once for all calls in a crate.

use ghx_codegen::{Catalog, Files, Loaded, Refused, problem::Problems, schema::Schema, source::Sources};
use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};

/// The schema that was read last, and from where. A language server runs for long, and ghx may be built again meanwhile.
static LAST: Mutex<Option<Cached>> = Mutex::new(None);

struct Cached {
    digest: Option<(PathBuf, Option<SystemTime>)>,
    schema: Arc<Schema>,
    /// The files that it was read from.
    sources: Sources,
}

/// The card, with the schema of an earlier call if it is the same.
pub(crate) fn loaded(files: Files) -> Result<Catalog<Loaded>, Box<Refused>> {
    let digest = files.digest.clone().map(|path| {
        let changed = std::fs::metadata(&path).and_then(|file| file.modified()).ok();
        (path, changed)
    });
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let cached = match last.take().filter(|cached| cached.digest == digest) {
        Some(cached) => cached,
        None => read(&files, digest)?,
    };
    let (schema, sources) = (cached.schema.clone(), cached.sources.clone());
    *last = Some(cached);
    Ok(Catalog::load_with(files, schema, sources, Problems::default()))
}

fn read(files: &Files, digest: Option<(PathBuf, Option<SystemTime>)>) -> Result<Cached, Box<Refused>> {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    match Schema::load(files, &mut sources, &mut problems) {
        Some(schema) => Ok(Cached { digest, schema: Arc::new(schema), sources }),
        None => Err(Box::new(Refused { sources, problems: problems.sorted() })),
    }
}
