//! Execution: apollo-compiler walks the document and calls these resolvers for one field at a time.

use std::{cell::RefCell, collections::BTreeSet};

use apollo_compiler::{
    resolvers::{FieldError, ObjectValue, ResolveInfo, ResolvedValue},
    response::{JsonMap, JsonValue},
};

use super::{
    connection::connection,
    field_faults::FieldFaults,
    read,
    value::{Args, Obj, Record, Resolved, Value, without_absent},
    write,
};
use crate::{
    faults::When,
    http::Urls,
    limits::Processing,
    state::{Actor, Key, Node, Refusal, Store},
};

/// The request that is executed.
pub(crate) struct RequestContext<'r> {
    pub(crate) actor: &'r Actor,
    pub(crate) urls: &'r Urls,
    pub(crate) variables: &'r JsonMap,
    pub(crate) rate: Vec<(&'static str, Value)>,
    /// Ids of new nodes that reads do not find yet.
    pub(crate) hidden: BTreeSet<String>,
    pub(crate) field_faults: FieldFaults<'r>,
    /// The executed writes, in order.
    pub(crate) writes: RefCell<Vec<ExecutedWrite>>,
    pub(crate) time: &'r Processing,
    /// Whether one more thing may be created in this minute.
    pub(crate) may_create: &'r dyn Fn() -> bool,
}

impl RequestContext<'_> {
    /// Whether a node is visible to the actor and not hidden by a fault.
    pub(crate) fn can_see(&self, store: &Store, node: Node) -> bool {
        let is_hidden = !self.hidden.is_empty() && self.hidden.contains(&node.id(store));
        !is_hidden && store.can_see(self.actor, node)
    }
}

/// A request that is being executed on the state.
pub(crate) struct Session<'s, 'r> {
    pub(crate) state: State<'s>,
    pub(crate) request: RequestContext<'r>,
}

/// The state: shared for a query, exclusive for a mutation.
pub(crate) enum State<'s> {
    Shared(&'s Store),
    Own(RefCell<&'s mut Store>),
}

/// A mutation field that was executed.
#[derive(Clone, Debug)]
pub(crate) struct ExecutedWrite {
    pub(crate) name: String,
    pub(crate) response_key: String,
    pub(crate) subject: Option<String>,
}

/// The field that is being resolved.
pub(crate) struct Context<'a> {
    pub(crate) store: &'a Store,
    pub(crate) request: &'a RequestContext<'a>,
    pub(crate) info: &'a ResolveInfo<'a>,
    pub(crate) args: Args<'a>,
}

impl<'a> Context<'a> {
    pub(crate) fn field(&self) -> &'a str {
        self.info.field_name()
    }

    /// The name of the type that the field returns.
    pub(crate) fn return_type(&self) -> String {
        self.info.field_definition().ty.inner_named_type().to_string()
    }

    /// The name of the type of a field of some type.
    pub(crate) fn field_type(&self, type_name: &str, field: &str) -> Option<String> {
        let definition = self.info.schema().type_field(type_name, field).ok()?;
        Some(definition.ty.inner_named_type().to_string())
    }

    /// The refusal for a field that the sandbox does not model.
    pub(crate) fn not_modelled(&self, type_name: &str) -> Resolved {
        Err(Refusal::not_modelled(format_args!("`{type_name}.{}`", self.field())))
    }

    /// Refuses arguments that are given and not listed here; those of paging are always allowed.
    pub(crate) fn only(&self, known: &[&str]) -> Result<(), Refusal> {
        let given = self.info.field_selections().iter().flat_map(|field| &field.arguments);
        let is_known = |name: &str| matches!(name, "first" | "last" | "after" | "before") || known.contains(&name);
        let unknown = given.filter(|argument| !is_known(&argument.name)).find(|argument| self.args.has(&argument.name));
        match unknown {
            Some(argument) => Err(Refusal::not_modelled(format_args!("`{}({}:)`", self.field(), argument.name))),
            None => Ok(()),
        }
    }

    /// The node of an id, if it is visible.
    pub(crate) fn seen(&self, id: &str) -> Result<Node, Refusal> {
        let node = Node::from_id(self.store, id)?;
        if self.can_see(node) { Ok(node) } else { Err(Refusal::unknown_id(id)) }
    }

    pub(crate) fn can_see(&self, node: Node) -> bool {
        self.request.can_see(self.store, node)
    }

    /// The visible nodes of some keys.
    pub(crate) fn visible<T>(&self, keys: Vec<Key<T>>, make: impl Fn(Key<T>) -> Node) -> Vec<Value> {
        keys.into_iter().map(make).filter(|node| self.can_see(*node)).map(Value::from).collect()
    }

    pub(crate) fn viewer(&self) -> Result<Key<crate::state::Account>, Refusal> {
        self.request.actor.account.ok_or_else(|| Refusal::forbidden("This endpoint requires you to be authenticated."))
    }
}

/// A GraphQL object as the executor sees it.
pub(crate) struct Object<'c, 's, 'r> {
    session: &'c Session<'s, 'r>,
    obj: Obj,
    type_name: String,
}

impl<'c, 's, 'r> Object<'c, 's, 'r> {
    pub(crate) fn new(session: &'c Session<'s, 'r>, obj: Obj) -> Self {
        let type_name = match &obj {
            Obj::Query | Obj::Relay => "Query".to_owned(),
            Obj::Mutation => "Mutation".to_owned(),
            Obj::Node(node) => {
                session.request.time.node();
                session.with(|store| node.type_name(store).to_owned())
            }
            Obj::Record(record) => record.type_name.clone(),
        };
        Self { session, obj, type_name }
    }

    fn resolve(&self, info: &ResolveInfo<'_>) -> Resolved {
        if self.session.request.time.is_over() {
            // The response is lost anyway.
            return Err(super::errors::something_went_wrong());
        }
        self.session.request.field_faults.refuse_nested(&self.type_name, info.field_name())?;
        match &self.obj {
            Obj::Mutation => self.session.mutate(info),
            Obj::Record(record) => self.session.record_field(record, info),
            Obj::Query => self.session.query(info),
            Obj::Relay => self.session.resolve_with(info, |ctx| read::query_field(&ctx)),
            Obj::Node(node) => self.session.resolve_with(info, |ctx| read::node_field(&ctx, *node)),
        }
    }
}

impl ObjectValue for Object<'_, '_, '_> {
    fn type_name(&self) -> &str {
        &self.type_name
    }

    fn resolve_field<'a>(&'a self, info: &'a ResolveInfo<'a>) -> Result<ResolvedValue<'a>, FieldError> {
        resolved(self.session, self.resolve(info).unwrap_or_else(Value::Refused))
    }
}

fn resolved<'a>(session: &'a Session<'_, '_>, value: Value) -> Result<ResolvedValue<'a>, FieldError> {
    Ok(match value {
        Value::Leaf(leaf) => ResolvedValue::Leaf(leaf),
        Value::Object(obj) => ResolvedValue::object(Object::new(session, obj)),
        Value::List(values) | Value::Page(values) => {
            ResolvedValue::list(values.into_iter().map(|value| item(session, value)))
        }
        Value::Refused(refusal) => return Err(FieldError { message: super::errors::encode(&refusal) }),
    })
}

fn item<'a>(session: &'a Session<'_, '_>, value: Value) -> ResolvedValue<'a> {
    resolved(session, value).unwrap_or_else(|error| ResolvedValue::object(RefusedItem(error.message)))
}

/// An item of a list that cannot be read. The executor nulls the whole list when an item is an error; an item of a
/// type that does not exist is null, with an error at its index, and the name of the type is in its message.
struct RefusedItem(String);

impl ObjectValue for RefusedItem {
    fn type_name(&self) -> &str {
        &self.0
    }

    fn resolve_field<'a>(&'a self, _: &'a ResolveInfo<'a>) -> Result<ResolvedValue<'a>, FieldError> {
        Err(FieldError { message: self.0.clone() })
    }
}

impl Session<'_, '_> {
    /// Reads the state.
    fn with<T>(&self, read: impl FnOnce(&Store) -> T) -> T {
        match &self.state {
            State::Shared(store) => read(store),
            State::Own(store) => read(&store.borrow()),
        }
    }

    fn resolve_with(&self, info: &ResolveInfo<'_>, answer: impl FnOnce(Context<'_>) -> Resolved) -> Resolved {
        let arguments = ids_as_text(info);
        let args = Args::new(arguments.as_ref().unwrap_or_else(|| info.arguments()));
        self.with(|store| answer(Context { store, request: &self.request, info, args }))
    }

    fn record_field(&self, record: &Record, info: &ResolveInfo<'_>) -> Resolved {
        let name = info.field_name();
        let Some((_, value)) = record.fields.iter().find(|(field, _)| *field == name) else {
            return Err(Refusal::not_modelled(format_args!("`{}.{name}`", record.type_name)));
        };
        match value {
            Value::Page(items) => self.resolve_with(info, |ctx| connection(&ctx, items.clone())),
            other => Ok(other.clone()),
        }
    }

    fn query(&self, info: &ResolveInfo<'_>) -> Resolved {
        let key = response_key(info);
        self.request.field_faults.refuse(info.field_name(), &key)?;
        if self.request.field_faults.silent_null(&key).is_some() {
            return Ok(Value::null());
        }
        self.resolve_with(info, |ctx| read::query_field(&ctx))
    }

    fn mutate(&self, info: &ResolveInfo<'_>) -> Resolved {
        let (name, key) = (info.field_name(), response_key(info));
        self.request.field_faults.refuse(name, &key)?;
        let silent_null = self.request.field_faults.silent_null(&key);
        if silent_null == Some(When::Before) {
            return Ok(Value::null());
        }
        if !self.request.time.mutation(name) {
            return Err(super::errors::something_went_wrong());
        }
        if write::creates(name) && !(self.request.may_create)() {
            return Err(Refusal::too_quickly());
        }
        let mut payload = self.run_mutation(info)?;
        let subject = payload.iter().find_map(|(_, value)| value.node());
        let subject = subject.map(|node| self.with(|store| node.id(store)));
        let write = ExecutedWrite { name: name.to_owned(), response_key: key.clone(), subject };
        self.request.writes.borrow_mut().push(write);
        if silent_null.is_some() {
            return Ok(Value::null());
        }
        if self.request.field_faults.below_payload(&key) {
            let objects = payload.iter_mut().map(|(_, value)| value).filter(|value| matches!(value, Value::Object(_)));
            objects.for_each(|object| *object = Value::Refused(super::errors::something_went_wrong()));
        }
        Ok(Value::record(info.field_definition().ty.inner_named_type().to_string(), payload))
    }

    fn run_mutation(&self, info: &ResolveInfo<'_>) -> Result<Vec<(&'static str, Value)>, Refusal> {
        let State::Own(store) = &self.state else {
            return Err(Refusal::not_modelled("a mutation inside a query"));
        };
        let mut input = info.arguments().get("input").cloned().unwrap_or(JsonValue::Null);
        let written = info.field_selections().first().and_then(|field| field.specified_argument_by_name("input"));
        if let Some(written) = written {
            without_absent(written, &mut input, self.request.variables);
        }
        let empty = JsonMap::new();
        let args = Args::new(input.as_object().unwrap_or(&empty));
        let mut store = store.borrow_mut();
        store.clock.advance(1);
        let mut payload =
            write::mutation(&mut write::Change { store: &mut store, request: &self.request, args }, info.field_name())?;
        payload.push(("clientMutationId", args.str("clientMutationId").into()));
        Ok(payload)
    }
}

/// The arguments with ids as text, if one was given as a number: GraphQL accepts both.
fn ids_as_text(info: &ResolveInfo<'_>) -> Option<JsonMap> {
    let is_number = |name: &str| info.arguments().get(name).is_some_and(JsonValue::is_number);
    let mut ids =
        info.field_definition().arguments.iter().filter(|definition| definition.ty.inner_named_type() == "ID");
    let id = ids.find(|definition| is_number(&definition.name))?;
    let mut arguments = info.arguments().clone();
    if let Some(value) = arguments.get_mut(id.name.as_str()) {
        *value = value.to_string().into();
    }
    Some(arguments)
}

/// The alias of the field or, without one, its name.
fn response_key(info: &ResolveInfo<'_>) -> String {
    info.field_selections()
        .first()
        .map_or_else(|| info.field_name().to_owned(), |field| field.response_key().to_string())
}
