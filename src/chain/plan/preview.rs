//! A run that sends nothing: the same steps and documents, with placeholders for unknown values.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::placeholder::Placeholders;
use super::unbatched::planned;
use super::{PlannedLookup, PlannedRequest, PlannedStep, UnbatchedStep, Wave};
use crate::Error;
use crate::capability::describe;
use crate::capability::lookup::Lookups;
use crate::card::Weight;
use crate::card::operation::{Operation, OperationKind, Request};
use crate::client::route::RoutePolicy;
use crate::engine::graphql::batch::{Batch, Item, QueryLimits, WriteCost, mutation, queries, split_writes};
use crate::engine::{BoundStep, StepNode, is_unbatched, waves as waves_of};

/// The waves of a chain.
pub(super) fn waves(nodes: &[StepNode], limit: usize, routes: RoutePolicy) -> Vec<Wave> {
    let preview = Preview { nodes, limit, routes, placeholders: Placeholders::new(nodes) };
    let mut ids = HashSet::new();
    waves_of(nodes).iter().map(|steps| preview.wave(steps, &mut ids)).collect()
}

struct Preview<'n> {
    nodes: &'n [StepNode],
    limit: usize,
    routes: RoutePolicy,
    placeholders: Placeholders,
}

/// The lookups and the request of a step, as far as they are known.
#[derive(Default)]
struct StepRequests {
    /// And whether each one is a lookup of an id.
    lookups: Vec<(Request, bool)>,
    request: Option<Request>,
}

impl Preview<'_> {
    /// One wave. `ids` are the lookups of ids in earlier waves, which are not sent again.
    fn wave(&self, steps: &[usize], ids: &mut HashSet<LookupText>) -> Wave {
        let (unbatched, batched): (Vec<usize>, Vec<usize>) = steps.iter().partition(|step| self.is_unbatched(**step));
        let requests: Vec<(usize, StepRequests)> =
            batched.iter().map(|step| (*step, self.requests_of(*step))).collect();
        let lookups = merged(&requests, ids);
        let is_read = |request: &&Request| request.operation.kind == OperationKind::Query;
        let reads = requests.iter().filter_map(|(step, own)| Some((own.request.as_ref().filter(is_read)?, *step)));
        let first = |steps: &Vec<usize>| steps.first().copied().unwrap_or_default();
        let items = lookups.iter().map(|(request, steps)| (*request, first(steps))).chain(reads);
        let items: Vec<Item<'_>> = items
            .map(|(request, name)| Item { name, operation: request.operation, variables: &request.variables })
            .collect();
        let queries = queries(&items, true, QueryLimits::new(self.limit));
        Wave {
            steps: steps.iter().map(|step| self.step(*step)).collect(),
            lookups: lookups.iter().map(|(request, steps)| self.lookup(request, steps)).collect(),
            queries: queries.iter().map(|(_, batch)| self.request(batch)).collect(),
            mutations: self.mutations(&requests),
            unbatched: unbatched.iter().map(|step| self.unbatched(*step)).collect(),
        }
    }

    fn is_unbatched(&self, step: usize) -> bool {
        self.bind(step).is_ok_and(|bound| is_unbatched(bound.step(), self.routes))
    }

    fn bind(&self, step: usize) -> Result<BoundStep<'_>, Error> {
        self.nodes[step].bind_values(&|target| self.placeholders.get(target))
    }

    fn unbatched(&self, step: usize) -> UnbatchedStep {
        let node = &self.nodes[step];
        let input = self.bind(step).map_or_else(|_| node.input(), |bound| bound.step().to_json());
        planned(step, node.card, &input, self.routes, &|value| self.placeholders.show_value(value))
    }

    fn requests_of(&self, step: usize) -> StepRequests {
        let Ok(bound) = self.bind(step) else {
            return StepRequests::default();
        };
        let mut lookups = Lookups::new();
        let request = bound.step().request(&mut lookups).unwrap_or_default();
        let pending = lookups.pending().map(|(key, operation, variables)| {
            (Request { operation, variables: variables.clone(), kept: Map::default() }, lookups.is_id(key))
        });
        StepRequests { lookups: pending.collect(), request }
    }

    /// The mutations. Their text does not depend on the lookups.
    fn mutations(&self, requests: &[(usize, StepRequests)]) -> Vec<PlannedRequest> {
        let nothing = Map::new();
        let items: Vec<Item<'_>> = requests
            .iter()
            .filter_map(|(step, own)| {
                let variables = own.request.as_ref().map_or(&nothing, |request| &request.variables);
                Some(Item { name: *step, operation: self.mutation_of(*step)?, variables })
            })
            .collect();
        let costs: Vec<WriteCost> = items.iter().map(|item| self.cost(item)).collect();
        let requests = split_writes(&costs, self.limit).into_iter();
        let creates = |items: &[Item<'_>]| items.iter().filter(|item| self.nodes[item.name].card.creates).count();
        requests
            .map(|range| PlannedRequest {
                creates: creates(&items[range.clone()]),
                ..self.request(&mutation(&items[range]))
            })
            .collect()
    }

    fn cost(&self, item: &Item<'_>) -> WriteCost {
        let is_heavy = self.nodes[item.name].card.weight == Weight::Heavy;
        WriteCost { roots: item.operation.roots.len(), is_heavy }
    }

    fn mutation_of(&self, step: usize) -> Option<&'static Operation> {
        let operation = *self.nodes[step].card.operations.first()?;
        (operation.kind == OperationKind::Mutation).then_some(operation)
    }

    fn step(&self, index: usize) -> PlannedStep {
        let node = &self.nodes[index];
        let mut after: Vec<usize> = node.needs().collect();
        after.sort_unstable();
        after.dedup();
        let line = describe(node.card, &node.input());
        PlannedStep { index, id: node.id.clone(), capability: node.card.id, writes: node.writes(), line, after }
    }

    fn lookup(&self, request: &Request, steps: &[usize]) -> PlannedLookup {
        let variables = self.placeholders.show(&request.variables);
        PlannedLookup { operation: request.operation.name, variables, steps: steps.to_vec() }
    }

    fn request(&self, batch: &Batch<'_>) -> PlannedRequest {
        let shown = batch.variables.iter().map(|(name, value)| (name.clone(), self.placeholders.show_value(value)));
        PlannedRequest {
            document: batch.document.clone(),
            variables: shown.collect(),
            root_fields: batch.roots.len(),
            creates: 0,
        }
    }
}

/// A lookup by its operation and variables.
type LookupText = (&'static Operation, String);

/// Each distinct lookup with the steps that need it, without the ids that are known by now.
fn merged<'w>(requests: &'w [(usize, StepRequests)], ids: &mut HashSet<LookupText>) -> Vec<(&'w Request, Vec<usize>)> {
    let mut merged: Vec<(&Request, Vec<usize>)> = Vec::new();
    let mut known = HashMap::new();
    let before = ids.clone();
    for (step, own) in requests {
        for (lookup, is_id) in &own.lookups {
            let key = (lookup.operation, Value::Object(lookup.variables.clone()).to_string());
            if before.contains(&key) {
                continue;
            }
            if *is_id {
                ids.insert(key.clone());
            }
            let at = *known.entry(key).or_insert_with(|| {
                merged.push((lookup, Vec::new()));
                merged.len() - 1
            });
            merged[at].1.push(*step);
        }
    }
    merged
}
