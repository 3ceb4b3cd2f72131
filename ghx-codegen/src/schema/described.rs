//! Values as an `OpenAPI` schema describes them: what a request or a response may contain at a place.

use serde_json::{Value as Json, json};
use std::{collections::BTreeSet, sync::LazyLock};

/// A value that a schema describes. It is one of the variants; a variant is everything that holds for it together.
#[derive(Clone, Debug)]
pub struct Described<'s> {
    root: &'s Json,
    variants: Vec<Vec<&'s Json>>,
    /// May it be null, or not be there at all?
    pub nullable: bool,
    null: bool,
    /// The members of an object that ghx makes itself.
    made: Vec<(&'static str, Described<'s>)>,
    /// Is it a list of such objects?
    list: bool,
}

impl<'s> Described<'s> {
    /// A list of objects with these members, which ghx makes itself.
    pub fn list_of(members: Vec<(&'static str, Described<'s>)>) -> Self {
        let root = members.first().map_or(&Json::Null, |(_, member)| member.root);
        Described { made: members, list: true, ..Described::nothing(root) }
    }

    fn nothing(root: &'s Json) -> Self {
        Described { root, variants: Vec::new(), nullable: false, null: false, made: Vec::new(), list: false }
    }

    /// What a schema describes; its references are resolved in `root`.
    pub fn new(root: &'s Json, schema: &'s Json) -> Self {
        Self::any(root, std::iter::once(schema))
    }

    /// What one of several schemas describes.
    pub fn any(root: &'s Json, schemas: impl Iterator<Item = &'s Json>) -> Self {
        let mut described = Described::nothing(root);
        for schema in schemas {
            let (variants, nullable) = variants(root, schema, 0);
            described.variants.extend(variants);
            described.nullable |= nullable;
            described.null |= nullable;
        }
        described
    }

    /// The same value, never null.
    #[must_use]
    pub fn never_null(mut self) -> Self {
        self.nullable = false;
        self
    }

    /// The same value, or null.
    #[must_use]
    pub fn or_null(mut self) -> Self {
        self.nullable = true;
        self
    }

    /// This value, or the other.
    #[must_use]
    pub fn or(mut self, other: Self) -> Self {
        self.variants.extend(other.variants);
        self.nullable |= other.nullable;
        self.null |= other.null;
        self
    }

    /// The same value, if it is there.
    #[must_use]
    pub fn if_there(mut self) -> Self {
        self.nullable = self.null;
        self
    }

    /// The member of an object. A member that is not required in every variant may be absent.
    pub fn member(&self, key: &str) -> Option<Described<'s>> {
        if let Some((_, member)) = self.made.iter().find(|(name, _)| *name == key).filter(|_| !self.list) {
            return Some(member.clone());
        }
        let mut found = Described::nothing(self.root);
        for variant in &self.variants {
            let Some(schema) = variant.iter().find_map(|part| part["properties"].get(key)) else {
                found.nullable = true;
                continue;
            };
            let (variants, nullable) = variants(self.root, schema, 0);
            found.variants.extend(variants);
            found.nullable |= nullable || !self::requires(variant, key);
            found.null |= nullable;
        }
        (!found.variants.is_empty()).then_some(found)
    }

    /// Must every variant have the member?
    pub fn requires(&self, key: &str) -> bool {
        self.made.iter().any(|(name, _)| *name == key) || self.variants.iter().all(|variant| requires(variant, key))
    }

    /// The names of all members.
    pub fn members(&self) -> BTreeSet<&'s str> {
        let objects = self.variants.iter().flatten().filter_map(|part| part["properties"].as_object());
        let made = self.made.iter().map(|(name, _)| *name);
        objects.flat_map(|members| members.keys().map(String::as_str)).chain(made).collect()
    }

    /// The values of an object that can have any keys.
    pub fn entries(&self) -> Option<Described<'s>> {
        static ANY: LazyLock<Json> = LazyLock::new(|| Json::Object(serde_json::Map::new()));
        let found = self.variants.iter().filter_map(|variant| {
            let stated = variant.iter().find_map(|part| part.get("additionalProperties"));
            let fixed = variant.iter().any(|part| part.get("properties").is_some());
            match stated {
                Some(Json::Bool(true)) => Some(&*ANY),
                Some(Json::Bool(false)) => None,
                Some(values) => Some(values),
                None if fixed || type_of(variant) != Some("object") => None,
                None => Some(&*ANY),
            }
        });
        let found: Vec<&'s Json> = found.collect();
        (!found.is_empty()).then(|| Described::any(self.root, found.into_iter()))
    }

    /// The elements of a list.
    pub fn items(&self) -> Option<Described<'s>> {
        if self.list {
            return Some(Described { list: false, ..self.clone() });
        }
        let items: Vec<&'s Json> =
            self.variants.iter().filter_map(|variant| variant.iter().find_map(|part| part.get("items"))).collect();
        (!items.is_empty()).then(|| Described::any(self.root, items.into_iter()))
    }

    /// The types that it can have: `string`, `integer`, `number`, `boolean`, `object`, `array`.
    pub fn types(&self) -> BTreeSet<&'s str> {
        let made = self.made.first().map(|_| if self.list { "array" } else { "object" });
        self.variants.iter().filter_map(|variant| type_of(variant)).chain(made).collect()
    }

    /// Can it be of this type?
    pub fn can_be(&self, ty: &str) -> bool {
        self.types().contains(ty)
    }

    /// Is it always of this type?
    pub fn is(&self, ty: &str) -> bool {
        self.types() == BTreeSet::from([ty]) && self.variants.iter().all(|variant| type_of(variant).is_some())
    }

    /// The strings that it can be, if they are listed.
    pub fn enum_values(&self) -> Option<Vec<&'s str>> {
        let texts = self.variants.iter().filter(|variant| type_of(variant) == Some("string"));
        let listed = texts.map(|variant| variant.iter().find_map(|part| part["enum"].as_array()));
        let listed: Option<Vec<&Vec<Json>>> = listed.collect();
        let words: Vec<&str> = listed?.into_iter().flatten().filter_map(Json::as_str).collect();
        (!words.is_empty()).then_some(words)
    }

    /// The format of a string: `uri`, `date-time`, or `id` for a node id.
    pub fn format(&self) -> Option<&'s str> {
        let formats: BTreeSet<Option<&str>> = self
            .variants
            .iter()
            .filter(|variant| type_of(variant) == Some("string"))
            .map(|variant| variant.iter().find_map(|part| part["format"].as_str()))
            .collect();
        if formats.len() == 1 { formats.first().copied().flatten() } else { None }
    }

    /// If it is the login of an account, as facts.yaml says: what is added for an app, and what means a deleted account.
    pub fn login(&self) -> Option<(&'s str, &'s str)> {
        let login = self.variants.iter().flatten().find_map(|part| part.get(LOGIN))?;
        Some((login["app"].as_str()?, login["deleted"].as_str()?))
    }

    /// For messages.
    pub fn describe(&self) -> String {
        let types: Vec<String> = self
            .types()
            .into_iter()
            .map(|ty| match (ty, self.items()) {
                ("array", Some(items)) => format!("array of {}", items.describe()),
                _ => ty.to_owned(),
            })
            .collect();
        if types.is_empty() { "anything".to_owned() } else { types.join(" or ") }
    }
}

/// The key that marks the login of an account.
const LOGIN: &str = "x-login";

/// The schema of an account, with its login marked.
pub(super) fn with_login(account: &Json, app: &str, deleted: &str) -> Json {
    let login = json!({ "type": "string", LOGIN: { "app": app, "deleted": deleted } });
    json!({ "allOf": [account], "properties": { "login": login } })
}

fn requires(variant: &[&Json], key: &str) -> bool {
    let lists = variant.iter().filter_map(|part| part["required"].as_array());
    lists.flatten().any(|name| name == key)
}

fn type_of<'s>(variant: &[&'s Json]) -> Option<&'s str> {
    let stated = variant.iter().find_map(|part| part["type"].as_str());
    let has = |key: &str| variant.iter().any(|part| part.get(key).is_some());
    match stated {
        Some(_) => stated,
        None if has("properties") => Some("object"),
        None if has("items") => Some("array"),
        None if has("enum") => Some("string"),
        None => None,
    }
}

/// GitHub's schemas refer to each other in circles; a chain of references is cut off here.
const DEEP: usize = 16;

/// The variants of a schema, and whether it allows null.
fn variants<'s>(root: &'s Json, schema: &'s Json, depth: usize) -> (Vec<Vec<&'s Json>>, bool) {
    if depth > DEEP {
        return (Vec::new(), false);
    }
    if let Some(target) = schema["$ref"].as_str().and_then(|reference| reference.strip_prefix('#')) {
        return root.pointer(target).map_or((Vec::new(), false), |target| variants(root, target, depth + 1));
    }
    let mut nullable = schema["nullable"] == true;
    let mut all = vec![vec![schema]];
    for part in schema["allOf"].as_array().into_iter().flatten() {
        let (parts, null) = variants(root, part, depth + 1);
        nullable |= null;
        all = product(&all, &parts);
    }
    for key in ["oneOf", "anyOf"] {
        let Some(options) = schema[key].as_array() else { continue };
        let mut alternatives = Vec::new();
        for option in options {
            let (options, null) = variants(root, option, depth + 1);
            nullable |= null;
            alternatives.extend(options);
        }
        // `anyOf: [{ required: [a] }, …]` next to `properties` only says which ones are required.
        if alternatives.iter().any(|option| type_of(option).is_some()) {
            all = product(&all, &alternatives);
        }
    }
    (all, nullable)
}

fn product<'s>(all: &[Vec<&'s Json>], parts: &[Vec<&'s Json>]) -> Vec<Vec<&'s Json>> {
    let together = |one: &Vec<&'s Json>, other: &Vec<&'s Json>| [one.as_slice(), other.as_slice()].concat();
    all.iter().flat_map(|one| parts.iter().map(move |other| together(one, other))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_variants_and_nulls() {
        let root = json!({ "user": { "type": "object", "nullable": true, "properties": { "login": { "type": "string" } }, "required": ["login"] } });
        let schema = json!({
            "type": "object", "required": ["user", "labels"],
            "properties": {
                "user": { "$ref": "#/user" },
                "labels": { "type": "array", "items": { "oneOf": [{ "type": "string" }, { "properties": { "name": { "type": "string", "enum": ["a"] } } }] } },
                "draft": { "type": "boolean" }
            }
        });
        let described = Described::new(&root, &schema);
        let user = described.member("user").unwrap();
        assert!(user.nullable && user.is("object") && !user.member("login").unwrap().nullable);
        let labels = described.member("labels").unwrap();
        assert!(!labels.nullable && labels.is("array"));
        let name = labels.items().unwrap().member("name").unwrap();
        assert!(name.nullable && name.is("string"));
        assert_eq!(name.enum_values(), Some(vec!["a"]));
        assert!(described.member("draft").unwrap().nullable);
        assert!(described.member("nothing").is_none());
        assert_eq!(labels.describe(), "array of object or string");
    }

    #[test]
    fn all_of_combines_its_schemas() {
        let schema = json!({ "allOf": [
            { "type": "object", "properties": { "a": { "type": "integer" } } },
            { "type": "object", "properties": { "b": { "type": "string" } }, "required": ["a", "b"] }
        ] });
        let described = Described::new(&schema, &schema);
        assert!(!described.member("a").unwrap().nullable);
        assert!(described.members().contains("b") && described.requires("b"));
    }
}
