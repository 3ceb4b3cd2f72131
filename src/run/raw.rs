//! A document of the user's own: the way out where there is no card.

use bytes::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::Cancel;
use super::courier::Courier;
use crate::Error;
use crate::client::Client;
use crate::error::Phase;
use crate::failure::{Limit, Verdict, from_field};
use crate::response::{Data, Depth, GraphqlError};

impl Client {
    /// Sends a GraphQL document of your own and decodes its `data`.
    ///
    /// Rate limits are waited out as for capabilities; nothing is split or sent twice. Any error in the answer is an
    /// error here, also beside data.
    ///
    /// ```no_run
    /// # async fn bot(gh: ghx::Client) -> Result<(), ghx::Error> {
    /// let data: serde_json::Value = gh.graphql("query($n: Int!) { viewer { repositories(first: $n) { totalCount } } }",
    ///     serde_json::json!({"n": 1})).await?;
    /// println!("{}", data["viewer"]["repositories"]["totalCount"]);
    /// # Ok(())
    /// # }
    /// ```
    pub async fn graphql<T: DeserializeOwned>(&self, document: &str, variables: impl Serialize) -> Result<T, Error> {
        let body = body(document, &variables)?;
        // Only a document that surely writes nothing is treated as harmless.
        let is_query = document.trim_start().starts_with(['{', '#']) || document.trim_start().starts_with("query");
        let data = Courier::new(self, Cancel::never()).deliver(&body, |verdict| read(verdict, !is_query)).await;
        let data = data.and_then(|data| data).map_err(|error| if is_query { unchanged(error) } else { error })?;
        serde_json::from_str(data.get()).map_err(|error| misfit(error, is_query))
    }
}

fn body(document: &str, variables: &impl Serialize) -> Result<Bytes, Error> {
    #[derive(Serialize)]
    struct Body<'a, V> {
        query: &'a str,
        variables: &'a V,
    }
    let bytes = serde_json::to_vec(&Body { query: document, variables })
        .map_err(|error| Error::validation("the variables cannot be written as JSON").with_source(error))?;
    Ok(Bytes::from(bytes))
}

fn read(verdict: Verdict<'_>, writes: bool) -> Result<Box<RawValue>, Error> {
    let response = match verdict {
        Verdict::Answered(response) => response,
        Verdict::Refused { error, .. } | Verdict::Limited(Limit { error, .. }) => return Err(error),
        Verdict::Broken(broken) => return Err(broken.error),
    };
    if let Some(error) = response.errors.first() {
        return Err(field_error(error, writes));
    }
    let fields = match response.data {
        Data::Fields(fields) => serde_json::value::to_raw_value(&fields),
        Data::Absent | Data::Null => serde_json::value::to_raw_value(&()),
    };
    fields.map_err(|error| Error::server("the answer cannot be read").with_source(error))
}

fn field_error(error: &GraphqlError, writes: bool) -> Error {
    let depth = if error.path.len() > 1 { Depth::Below } else { Depth::Field };
    from_field(error, depth, writes)
}

fn unchanged(error: Error) -> Error {
    if error.phase() == Phase::NotSent { error } else { error.in_phase(Phase::Refused) }
}

fn misfit(error: serde_json::Error, is_query: bool) -> Error {
    let phase = if is_query { Phase::Refused } else { Phase::Applied };
    Error::server(format!("the answer does not fit: {error}")).in_phase(phase).with_source(error)
}
