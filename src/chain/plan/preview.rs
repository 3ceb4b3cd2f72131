//! A run without sending: the same steps, the same documents, placeholders for what is not known.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::placeholder::Placeholders;
use super::unbatched::planned;
use super::{PlannedBeside, PlannedLookup, PlannedRequest, PlannedStep, Wave};
use crate::Error;
use crate::capability::describe;
use crate::capability::lookup::Lookups;
use crate::card::Weight;
use crate::card::operation::{Operation, OperationKind, Request};
use crate::client::route::RoutePolicy;
use crate::engine::graphql::batch::{Batch, Item, QueryLimits, WriteCost, mutation, queries, split_writes};
use crate::engine::{Bound, Node, is_beside, waves as waves_of};

/// The waves of a chain.
pub(super) fn waves(nodes: &[Node], limit: usize, routes: RoutePolicy) -> Vec<Wave> {
    let preview = Preview { nodes, limit, routes, placeholders: Placeholders::new(nodes) };
    let mut ids = HashSet::new();
    waves_of(nodes).iter().map(|steps| preview.wave(steps, &mut ids)).collect()
}

struct Preview<'n> {
    nodes: &'n [Node],
    limit: usize,
    routes: RoutePolicy,
    placeholders: Placeholders,
}

/// What a step will ask and send, as far as it is known.
#[derive(Default)]
struct Wish {
    /// With whether each asks for the id of a thing.
    lookups: Vec<(Request, bool)>,
    request: Option<Request>,
}

impl Preview<'_> {
    /// One wave. `ids` are the ids that earlier ones have asked for: found once, they are known.
    fn wave(&self, steps: &[usize], ids: &mut HashSet<Asked>) -> Wave {
        let (beside, batched): (Vec<usize>, Vec<usize>) = steps.iter().partition(|step| self.is_beside(**step));
        let wishes: Vec<(usize, Wish)> = batched.iter().map(|step| (*step, self.wish(*step))).collect();
        let lookups = merged(&wishes, ids);
        let is_read = |request: &&Request| request.operation.kind == OperationKind::Query;
        let reads = wishes.iter().filter_map(|(step, wish)| Some((wish.request.as_ref().filter(is_read)?, *step)));
        let first = |steps: &Vec<usize>| steps.first().copied().unwrap_or_default();
        let questions = lookups.iter().map(|(request, steps)| (*request, first(steps))).chain(reads);
        let questions: Vec<Item<'_>> = questions
            .map(|(request, name)| Item { name, operation: request.operation, variables: &request.variables })
            .collect();
        let queries = queries(&questions, true, QueryLimits::new(self.limit));
        Wave {
            steps: steps.iter().map(|step| self.step(*step)).collect(),
            lookups: lookups.iter().map(|(request, steps)| self.lookup(request, steps)).collect(),
            queries: queries.iter().map(|(_, batch)| self.request(batch)).collect(),
            mutations: self.mutations(&wishes),
            beside: beside.iter().map(|step| self.beside(*step)).collect(),
        }
    }

    fn is_beside(&self, step: usize) -> bool {
        self.bind(step).is_ok_and(|bound| is_beside(bound.step(), self.routes))
    }

    fn bind(&self, step: usize) -> Result<Bound<'_>, Error> {
        self.nodes[step].bind_values(&|target| self.placeholders.get(target))
    }

    fn beside(&self, step: usize) -> PlannedBeside {
        let node = &self.nodes[step];
        let input = self.bind(step).map_or_else(|_| node.input(), |bound| bound.step().to_json());
        planned(step, node.card, &input, self.routes, &|value| self.placeholders.show_value(value))
    }

    fn wish(&self, step: usize) -> Wish {
        let Ok(bound) = self.bind(step) else {
            return Wish::default();
        };
        let mut lookups = Lookups::new();
        let request = bound.step().request(&mut lookups).unwrap_or_default();
        let asked = lookups.pending().map(|(key, operation, variables)| {
            (Request { operation, variables: variables.clone() }, lookups.is_id(key))
        });
        Wish { lookups: asked.collect(), request }
    }

    /// The mutations. Their text does not depend on what lookups will answer.
    fn mutations(&self, wishes: &[(usize, Wish)]) -> Vec<PlannedRequest> {
        let nothing = Map::new();
        let items: Vec<Item<'_>> = wishes
            .iter()
            .filter_map(|(step, wish)| {
                let variables = wish.request.as_ref().map_or(&nothing, |request| &request.variables);
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
        PlannedStep { index, capability: node.card.id, writes: node.writes(), line, after }
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

/// A lookup by its document and variables.
type Asked = (&'static str, String);

/// Each distinct lookup with the steps that need it, without the ids that are known by now.
fn merged<'w>(wishes: &'w [(usize, Wish)], ids: &mut HashSet<Asked>) -> Vec<(&'w Request, Vec<usize>)> {
    let mut merged: Vec<(&Request, Vec<usize>)> = Vec::new();
    let mut known = HashMap::new();
    let before = ids.clone();
    for (step, wish) in wishes {
        for (lookup, is_id) in &wish.lookups {
            let key = (lookup.operation.document, Value::Object(lookup.variables.clone()).to_string());
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
