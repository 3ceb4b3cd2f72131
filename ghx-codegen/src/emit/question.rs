//! Lookups on subjects, one function each: `find_issue_label(subject, key, lookups)`.

use super::{
    error::EmitError,
    input::spec_name,
    lookup::{leaf_type, owned},
    path::{self, Bindings, Op, Place, Try},
    scope::{Holder, Scope, client_field, document, holder, node, operation_module},
    tokens,
    variable::question_name,
};
use crate::model::{Ask, BoundQuestion, BoundSubject, Form, KeyType, SubjectValue};
use proc_macro2::TokenStream;
use quote::quote;

/// The function for one lookup.
pub(super) fn function(
    scope: &Scope<'_>,
    subject: &BoundSubject,
    question: &BoundQuestion,
) -> Result<TokenStream, EmitError> {
    let emitter = Emitter { scope, subject, question, holder: holder(subject)? };
    let name = question_name(&subject.subject.name.value, &question.name);
    let (parameters, body) = (emitter.parameters()?, emitter.body()?);
    let key = question.key.map(|key| match key {
        KeyType::Text => quote!(key: &str,),
        KeyType::Number => quote!(key: i64,),
    });
    let answer = leaf_type(scope, &question.answer);
    let doc = format!(
        " Looks up `{}` of the subject `{}`; `None` until there is a response.",
        question.name, subject.subject.name.value
    );
    Ok(quote! {
        #[doc = #doc]
        pub(super) fn #name(#parameters #key lookups: &mut g::Lookups) -> ::ghx::Result<Option<#answer>> {
            #body
        }
    })
}

struct Emitter<'a> {
    scope: &'a Scope<'a>,
    subject: &'a BoundSubject,
    question: &'a BoundQuestion,
    holder: Holder,
}

impl Emitter<'_> {
    fn parameters(&self) -> Result<TokenStream, EmitError> {
        let kind = node(&self.subject.subject.node.value);
        Ok(match self.holder {
            Holder::Repo => quote!(subject: &::ghx::Repo,),
            Holder::Subject => quote!(subject: &::ghx::value::Subject<#kind>,),
            Holder::Related => {
                let outer =
                    self.scope.outer(self.subject).ok_or_else(|| self.unsupported("it is within no subject"))?;
                let main = node(&outer.subject.node.value);
                quote!(subject: &::ghx::value::Related<#kind>, main: &::ghx::value::Subject<#main>,)
            }
        })
    }

    fn body(&self) -> Result<TokenStream, EmitError> {
        let arm = |form: Form| self.form(form);
        match self.holder {
            Holder::Repo => arm(Form::Named),
            Holder::Subject => {
                let (numbered, id) = (arm(Form::Numbered)?, self.optional_arm(Form::Id)?);
                Ok(quote! {
                    match subject {
                        g::Subject::Numbered(numbered) => { #numbered }
                        g::Subject::Id(id) => { #id }
                        invalid => Err(g::invalid_subject(invalid)),
                    }
                })
            }
            Holder::Related => {
                let (numbered, id, sibling) = (arm(Form::Numbered)?, self.optional_arm(Form::Id)?, arm(Form::Sibling)?);
                Ok(quote! {
                    match g::related_subject(subject, main)? {
                        g::RelatedSubject::Numbered(numbered) => { #numbered }
                        g::RelatedSubject::Id(id) => { #id }
                        g::RelatedSubject::Sibling { anchor, number } => { #sibling }
                    }
                })
            }
        }
    }

    /// A form that callers may use although the subject's JSON does not have it.
    fn optional_arm(&self, form: Form) -> Result<TokenStream, EmitError> {
        if self.subject.forms.contains(&form) {
            return self.form(form);
        }
        let spec = spec_name(&self.subject.subject.name.value);
        Ok(quote!(Err(g::id_not_accepted(&#spec, id))))
    }

    fn form(&self, form: Form) -> Result<TokenStream, EmitError> {
        let ask = self.question.forms.iter().find(|(known, _)| *known == form);
        match ask.map(|(_, ask)| ask) {
            Some(Ask::Given) => Ok(quote!(Ok(Some(id.get()?.as_str().to_owned())))),
            Some(Ask::Lookup { operation, variables, path, or, suggest }) => {
                let (module, document) = (operation_module(operation), document(operation));
                let declared = self.scope.operation(operation)?;
                let values = variables.iter().map(|(name, value)| {
                    let (field, value) = (client_field(name), self.value(*value, form));
                    let nullable = declared.variable(name).is_some_and(|v| v.ty.nullable());
                    if nullable { quote!(#field: Some(#value)) } else { quote!(#field: #value) }
                });
                let answer = match or {
                    Some(or) => self.either(path, or, suggest.as_ref(), form),
                    None => self.answer(path, suggest.as_ref(), form),
                };
                // The id of a thing does not change; what a label or a parent is may.
                let ask = if self.question.name == "id" { quote!(ask_id) } else { quote!(ask) };
                Ok(quote! {
                    let variables = #module::Variables { #(#values),* };
                    let Some(data) = lookups.#ask::<#document>(&variables)? else {
                        return Ok(None);
                    };
                    #answer
                })
            }
            None => Err(self.unsupported(&format!(
                "`{}` has no answer for the form `{}`",
                self.question.name,
                form.as_str()
            ))),
        }
    }

    fn value(&self, value: SubjectValue, form: Form) -> TokenStream {
        let repo = if self.holder == Holder::Repo { quote!(subject) } else { quote!(numbered.repo) };
        match value {
            SubjectValue::Owner => quote!(#repo.owner().to_owned()),
            SubjectValue::Name => quote!(#repo.name().to_owned()),
            SubjectValue::Number => {
                let input = self.subject.subject.inputs.number.as_ref().map_or("number", |n| n.value.as_str());
                let number = if form == Form::Sibling { quote!(number) } else { quote!(numbered.number) };
                quote!(g::to_int32(*#number.get()?, #input)?)
            }
            SubjectValue::Id => quote!(id.get()?.as_str().to_owned()),
            SubjectValue::Anchor => quote!(anchor.get()?.as_str().to_owned()),
            SubjectValue::App => quote!(key.strip_suffix("[bot]").unwrap_or(key).to_owned()),
            SubjectValue::Key if self.question.key == Some(KeyType::Number) => quote!(key),
            SubjectValue::Key => quote!(key.to_owned()),
        }
    }

    /// The first value at the one path or at the other.
    fn either(
        &self,
        path: &crate::model::Path,
        or: &crate::model::Path,
        suggest: Option<&crate::model::Path>,
        form: Form,
    ) -> TokenStream {
        let values = |path: &crate::model::Path| path::values(&Place::value(quote!(data)), &path::ops(path, ""));
        let (first, second, missing) = (values(path), values(or), self.missing(suggest, form));
        let copied = owned(&Place::reference(quote!(value)), &self.question.answer);
        quote! {
            let value = #first.chain(#second).next().ok_or_else(|| #missing)?;
            Ok(Some(#copied))
        }
    }

    /// Follows the path. Null at the subject itself says that it was not found; null at what was looked up says that it does not exist.
    fn answer(&self, path: &crate::model::Path, suggest: Option<&crate::model::Path>, form: Form) -> TokenStream {
        let ops = path::ops(path, "");
        let last =
            ops.iter().filter_map(|op| if let Op::Try(step) = op { Some(step.at.clone()) } else { None }).next_back();
        let own = self.question.name == "id";
        let missing = self.missing(suggest, form);
        let spec = spec_name(&self.subject.subject.name.value);
        let wanted = &self.subject.subject.node.value;
        let fail = |step: &Try, place: &Place| {
            let option = step.option(place).as_ref();
            if !own && Some(&step.at) == last.as_ref() {
                return quote!(#option.ok_or_else(|| #missing)?);
            }
            // What a sibling is found by is the main subject, which has a lookup of its own.
            let is_anchor = form == Form::Sibling && !step.at.contains('.');
            if let Some(kind) = step.found_kind(place, wanted).filter(|_| !is_anchor) {
                return quote!(#option.ok_or_else(|| g::wrong_kind(&#spec, subject, #kind))?);
            }
            quote!(#option.ok_or_else(|| g::subject_not_found(&#spec, subject))?)
        };
        let mut bindings = Bindings::new(&[
            "data",
            "key",
            "lookups",
            "variables",
            "subject",
            "main",
            "numbered",
            "id",
            "anchor",
            "number",
        ]);
        let (place, _) = bindings.lead(Place::value(quote!(data)), &ops, &fail);
        let (statements, value) = (&bindings.statements, owned(&place, &self.question.answer));
        quote! {
            #(#statements)*
            Ok(Some(#value))
        }
    }

    /// The error if it does not exist.
    fn missing(&self, suggest: Option<&crate::model::Path>, form: Form) -> TokenStream {
        let message = match &self.question.missing {
            Some(template) => tokens::format_template(template),
            None => self.default_message(form),
        };
        let repo = message.contains("{repo}").then(|| quote!(, repo = numbered.repo));
        let message = if message.contains('{') { quote!(format!(#message #repo)) } else { quote!(#message) };
        match suggest {
            Some(path) if self.question.key == Some(KeyType::Text) => {
                let names = path::values(&Place::value(quote!(data)), &path::ops(path, ""));
                quote!(g::not_found_among(#message, key, #names.map(String::as_str)))
            }
            _ => quote!(g::not_found(#message)),
        }
    }

    fn default_message(&self, form: Form) -> String {
        let what = tokens::format_text(&self.question.describe);
        let place = match form {
            Form::Named => "{subject}",
            Form::Numbered => "{repo}",
            Form::Id | Form::Sibling => "the repository of {subject}",
        };
        match self.question.key {
            Some(_) => format!("no {what} `{{key}}` in {place}"),
            None => format!("{{subject}} has no {what}"),
        }
    }

    fn unsupported(&self, what: &str) -> EmitError {
        EmitError::unsupported(&self.subject.subject.name.value, what)
    }
}
