//! The merged and validated schema in a form that is read quickly: parsing GitHub's SDL is most of the time that
//! `ghx::capability!` would take.
//!
//! A line is a type, or a part of the last type: a letter, a name and more words. Default values and directives stay SDL, each
//! once, after the lines.

use apollo_compiler::{
    Name, Node, Schema,
    ast::{self, Definition, EnumValueDefinition, FieldDefinition, InputValueDefinition, Type},
    collections::IndexMap,
    schema::{
        Component, ComponentName, DirectiveList, EnumType, ExtendedType, InputObjectType, InterfaceType, ObjectType,
        ScalarType, UnionType,
    },
    validation::Valid,
};
use std::{collections::BTreeMap, fmt::Write as _};

/// Between the lines and the SDL.
const EXTRAS: &str = "\n\n";

/// Writes the types of a schema.
pub(super) fn write(schema: &Valid<Schema>) -> String {
    let mut writer = Writer::default();
    for (name, ty) in schema.types.iter().filter(|(_, ty)| !ty.is_built_in()) {
        writer.definition(name, ty);
    }
    let roots = [&schema.schema_definition.query, &schema.schema_definition.mutation];
    for (letter, root) in ["q", "m"].iter().zip(roots) {
        writer.line(letter, root.as_ref().map_or("", |name| name.as_str()), &[]);
    }
    let mut text = writer.lines + EXTRAS + "input Extras {\n";
    let mut extras: Vec<(String, usize)> = writer.extras.into_iter().collect();
    extras.sort_by_key(|(_, place)| *place);
    for (extra, place) in extras {
        let _ = writeln!(text, "x{place}: Int {extra}");
    }
    text + "}\n"
}

#[derive(Default)]
struct Writer {
    lines: String,
    /// Default values and directives, and their places.
    extras: BTreeMap<String, usize>,
}

impl Writer {
    fn line(&mut self, letter: &str, name: &str, words: &[&str]) {
        let _ = writeln!(self.lines, "{letter} {name} {}", words.join(" "));
    }

    fn definition(&mut self, name: &str, ty: &ExtendedType) {
        let names =
            |all: &mut dyn Iterator<Item = &ComponentName>| all.map(ToString::to_string).collect::<Vec<_>>().join(" ");
        match ty {
            ExtendedType::Scalar(_) => self.line("s", name, &[]),
            ExtendedType::Union(ty) => self.line("u", name, &[&names(&mut ty.members.iter())]),
            ExtendedType::Object(ty) => {
                self.line("o", name, &[&names(&mut ty.implements_interfaces.iter())]);
                self.fields(ty.fields.values());
            }
            ExtendedType::Interface(ty) => {
                self.line("i", name, &[&names(&mut ty.implements_interfaces.iter())]);
                self.fields(ty.fields.values());
            }
            ExtendedType::Enum(ty) => {
                self.line("e", name, &[]);
                for value in ty.values.values() {
                    let extra = self.extra(None, &value.directives);
                    self.line("v", &value.value, &[&extra]);
                }
            }
            ExtendedType::InputObject(ty) => {
                self.line("n", name, &[]);
                ty.fields.values().for_each(|field| self.input("p", field));
            }
        }
    }

    fn fields<'f>(&mut self, fields: impl Iterator<Item = &'f Component<FieldDefinition>>) {
        for field in fields {
            let extra = self.extra(None, &field.directives);
            self.line("f", &field.name, &[&field.ty.to_string(), &extra]);
            field.arguments.iter().for_each(|argument| self.input("a", argument));
        }
    }

    fn input(&mut self, letter: &str, input: &InputValueDefinition) {
        let extra = self.extra(input.default_value.as_ref(), &input.directives);
        self.line(letter, &input.name, &[&input.ty.to_string(), &extra]);
    }

    /// The place of a default value and directives; nothing if there are none.
    fn extra(&mut self, default: Option<&Node<ast::Value>>, directives: &ast::DirectiveList) -> String {
        let default = default.map(|value| format!("= {}", value.serialize().no_indent())).unwrap_or_default();
        let extra = format!("{default}{}", directives.serialize().no_indent());
        if extra.is_empty() {
            return extra;
        }
        let next = self.extras.len();
        self.extras.entry(extra).or_insert(next).to_string()
    }
}

/// Reads what [`write`] wrote; `None` if it is anything else.
pub(super) fn read(text: &str) -> Option<Valid<Schema>> {
    let (lines, extras) = text.split_once(EXTRAS)?;
    let extras = ast::Document::parse(extras, "digest").ok()?;
    let [Definition::InputObjectTypeDefinition(extras)] = extras.definitions.as_slice() else { return None };
    let mut reader = Reader { extras: &extras.fields, schema: Schema::new(), open: None };
    for line in lines.lines() {
        let mut words = line.split_ascii_whitespace();
        let (letter, name) = (words.next()?, words.next().unwrap_or_default());
        reader.line(letter, name, words)?;
    }
    reader.close();
    Some(Valid::assume_valid(reader.schema))
}

struct Reader<'e> {
    extras: &'e [Node<InputValueDefinition>],
    schema: Schema,
    /// The type whose parts follow.
    open: Option<ExtendedType>,
}

impl Reader<'_> {
    fn line<'w>(&mut self, letter: &str, name: &str, mut words: impl Iterator<Item = &'w str>) -> Option<()> {
        let name = Name::new_unchecked(name);
        if matches!(letter, "v" | "f" | "a" | "p") {
            return self.part(letter, name, words);
        }
        self.close();
        let (description, directives) = (None, DirectiveList::default());
        let mut names = || words.by_ref().map(|word| ComponentName::from(Name::new_unchecked(word))).collect();
        self.open = Some(match letter {
            "s" => ExtendedType::Scalar(ScalarType { description, name, directives }.into()),
            "u" => ExtendedType::Union(UnionType { description, name, directives, members: names() }.into()),
            "e" => ExtendedType::Enum(EnumType { description, name, directives, values: IndexMap::default() }.into()),
            "n" => {
                let fields = IndexMap::default();
                ExtendedType::InputObject(InputObjectType { description, name, directives, fields }.into())
            }
            "o" => {
                let (implements_interfaces, fields) = (names(), IndexMap::default());
                ExtendedType::Object(ObjectType { description, name, directives, implements_interfaces, fields }.into())
            }
            "i" => {
                let (implements_interfaces, fields) = (names(), IndexMap::default());
                let ty = InterfaceType { description, name, directives, implements_interfaces, fields };
                ExtendedType::Interface(ty.into())
            }
            "q" | "m" => {
                let roots = self.schema.schema_definition.make_mut();
                let root = if letter == "q" { &mut roots.query } else { &mut roots.mutation };
                *root = (!name.is_empty()).then(|| name.into());
                return Some(());
            }
            _ => return None,
        });
        Some(())
    }

    /// A part of the open type.
    fn part<'w>(&mut self, letter: &str, name: Name, mut words: impl Iterator<Item = &'w str>) -> Option<()> {
        let ty = if letter == "v" { None } else { Some(type_of(words.next()?)) };
        let extra = match words.next() {
            Some(place) => Some(self.extras.get(place.parse::<usize>().ok()?)?),
            None => None,
        };
        let (default_value, directives) =
            extra.map(|extra| (extra.default_value.clone(), extra.directives.clone())).unwrap_or_default();
        let description = None;
        match (letter, self.open.as_mut()?, ty) {
            ("v", ExtendedType::Enum(open), _) => {
                let value = EnumValueDefinition { description, value: name.clone(), directives };
                open.make_mut().values.insert(name, value.into());
            }
            ("p", ExtendedType::InputObject(open), Some(ty)) => {
                let field =
                    InputValueDefinition { description, name: name.clone(), ty: ty.into(), default_value, directives };
                open.make_mut().fields.insert(name, field.into());
            }
            (letter, open, Some(ty)) => {
                let fields = match open {
                    ExtendedType::Object(open) => &mut open.make_mut().fields,
                    ExtendedType::Interface(open) => &mut open.make_mut().fields,
                    _ => return None,
                };
                if letter == "f" {
                    let field =
                        FieldDefinition { description, name: name.clone(), arguments: Vec::new(), ty, directives };
                    fields.insert(name, field.into());
                } else {
                    let argument = InputValueDefinition { description, name, ty: ty.into(), default_value, directives };
                    fields.last_mut()?.1.make_mut().arguments.push(argument.into());
                }
            }
            _ => return None,
        }
        Some(())
    }

    fn close(&mut self) {
        if let Some(ty) = self.open.take() {
            self.schema.types.insert(ty.name().clone(), ty);
        }
    }
}

/// `[Issue!]!`.
fn type_of(text: &str) -> Type {
    if let Some(inner) = text.strip_suffix('!') {
        return type_of(inner).non_null();
    }
    match text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        Some(inner) => type_of(inner).list(),
        None => Type::Named(Name::new_unchecked(text)),
    }
}
