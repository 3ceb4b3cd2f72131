//! A GraphQL document without a card.

use bytes::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::document::is_query;
use crate::Error;
use crate::client::Client;
use crate::engine::send::Cancel;
use crate::engine::send::{Sender, WriteLoad};
use crate::error::Phase;
use crate::response::{Data, GraphqlError, Response};
use crate::response::{Evidence, Limit, Verdict, as_reported, from_graphql, nothing_ran};

impl Client {
    /// Sends a GraphQL document of your own and decodes its `data`.
    ///
    /// Rate limits are waited out as for capabilities. Nothing is split or sent twice. Any error in the response is returned
    /// as an error, even if there is data as well.
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
        let load = (!is_query(document)).then_some(WriteLoad { creates: 1, units: 0 });
        let response =
            Sender::new(self, Cancel::never()).send_graphql(&body, load, |verdict| read(verdict, load.is_some())).await;
        let data = response.and_then(|data| data).map_err(|error| as_reported(error, load.is_some()));
        let result = data.and_then(|data| {
            serde_json::from_str(data.get()).map_err(|error| {
                let phase = if load.is_some() { Phase::Applied } else { Phase::Refused };
                Error::server(format!("the response cannot be decoded: {error}")).in_phase(phase).with_source(error)
            })
        });
        result.map_err(|error| error.map_texts(&|text: &str| self.redact(text)))
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
        let is_refused = !writes || proves_that_nothing_ran(&response);
        let phase = if is_refused { Phase::Refused } else { Phase::MayBeApplied };
        return Err(from_graphql(error).in_phase(phase).with_request_id(response.request_id));
    }
    let fields = match response.data {
        Data::Fields(fields) => serde_json::value::to_raw_value(&fields),
        Data::Absent | Data::Null => serde_json::value::to_raw_value(&()),
    };
    fields.map_err(|error| Error::server("the response cannot be read").with_source(error))
}

/// Whether every root field is null and has a known refusal of its own.
fn proves_that_nothing_ran(response: &Response<'_>) -> bool {
    let Data::Fields(fields) = &response.data else { return false };
    let is_refusal = |error: &GraphqlError| nothing_ran(Evidence::Field(error));
    fields.iter().all(|(key, value)| {
        let mut own = response.errors.iter().filter(|error| error.path == [key.as_ref()]);
        value.get() == "null" && own.next().is_some_and(is_refusal) && own.all(is_refusal)
    })
}
