//! Validation errors with the messages and the `extensions.code` of graphql-ruby, which GitHub uses.

use apollo_compiler::validation::DiagnosticList;
use serde_json::{Value as Json, json};

use super::locations::{Place, Places};

/// The errors of a response to a document that is not valid. Nothing is executed and there is no `data`.
pub(crate) fn static_errors(text: &str, problems: &DiagnosticList) -> Vec<Json> {
    // graphql-ruby reports one error for a document that does not parse, and does not validate it.
    if let Some(first) = problems.iter().find(|problem| problem.error.unstable_error_name().is_none()) {
        let mut json = json!({ "message": first.error.to_string().replacen("syntax error: ", "Parse error: ", 1) });
        if let Some(at) = first.line_column_range().map(|range| range.start) {
            json["locations"] = json!([{ "line": at.line, "column": at.column }]);
        }
        return vec![json];
    }
    let places = Places::of(text);
    let tolerated = |name| name == "ConflictingFieldType";
    let errors = problems.iter().filter_map(|problem| {
        let name = problem.error.unstable_error_name().unwrap_or_default();
        if tolerated(name) {
            return None;
        }
        let at = problem.line_column_range().map(|range| range.start);
        let place = at.map(|at| places.at(offset(text, at.line, at.column))).unwrap_or_default();
        if name == "MissingSubselection" && place.has_selections {
            // Each of its selections is reported already.
            return None;
        }
        let message = problem.error.to_string();
        let mut json = explain(name, &message, &quoted(&message), &place);
        if let Some(at) = at {
            json["locations"] = json!([{ "line": at.line, "column": at.column }]);
        }
        json["path"] = place.path.into();
        Some(json)
    });
    errors.collect()
}

/// The byte at a line and column, both counted from one.
pub(crate) fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = text.get(start..).unwrap_or_default();
    start + rest.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum::<usize>()
}

/// The names that apollo-compiler puts between backticks.
fn quoted(message: &str) -> Vec<&str> {
    message.split('`').skip(1).step_by(2).collect()
}

fn explain(name: &str, original: &str, quoted: &[&str], place: &Place) -> Json {
    let first = quoted.first().copied().unwrap_or_default();
    let second = quoted.get(1).copied().unwrap_or_default();
    let field = &place.field;
    match name {
        "UndefinedField" => coded(
            "undefinedField",
            format!("Field '{second}' doesn't exist on type '{first}'"),
            json!({ "typeName": first, "fieldName": second }),
        ),
        "UndefinedArgument" => coded(
            "argumentNotAccepted",
            format!("Field '{field}' doesn't accept argument '{first}'"),
            json!({ "name": field, "typeName": "Field", "argumentName": first }),
        ),
        "UndefinedInputValue" => coded(
            "argumentNotAccepted",
            format!("InputObject '{second}' doesn't accept argument '{first}'"),
            json!({ "name": second, "typeName": "InputObject", "argumentName": first }),
        ),
        "RequiredArgument" => {
            let missing = first.rsplit('(').next().unwrap_or(first).trim_end_matches([':', ')']);
            coded(
                "missingRequiredArguments",
                format!("Field '{field}' is missing required arguments: {missing}"),
                json!({ "className": "Field", "name": field, "arguments": missing }),
            )
        }
        "RequiredField" => {
            let (object, missing) = first.split_once('.').unwrap_or(("", first));
            coded(
                "missingRequiredInputObjectAttribute",
                format!("Argument '{missing}' on InputObject '{object}' is required."),
                json!({ "argumentName": missing, "inputObjectType": object }),
            )
        }
        _ => explain_value(name, original, quoted, place),
    }
}

/// Values and variables.
fn explain_value(name: &str, original: &str, quoted: &[&str], place: &Place) -> Json {
    let part = |index: usize| quoted.get(index).copied().unwrap_or_default();
    let (first, variable) = (part(0), part(0).trim_start_matches('$'));
    let (argument, operation) = (&place.argument, &place.operation);
    match name {
        "UnsupportedValueType" if original.ends_with("found a variable") => coded(
            "variableMismatch",
            format!("Type mismatch on a variable and argument {argument}: {original}"),
            json!({ "argumentName": argument, "errorMessage": "Type mismatch" }),
        ),
        "UnsupportedValueType" | "UndefinedEnumValue" | "IntCoercionError" | "FloatCoercionError" => {
            bad_literal(original, place)
        }
        "DisallowedVariableUsage" => {
            let (used, into, wanted) = (part(1), part(2), part(3));
            coded(
                "variableMismatch",
                format!("Type mismatch on variable {first} and argument {into} ({used} / {wanted})"),
                json!({ "variableName": variable, "typeName": used, "argumentName": into, "errorMessage": "Type mismatch" }),
            )
        }
        "UndefinedVariable" => coded(
            "variableNotDefined",
            format!("Variable {first} is used by {operation} but not declared"),
            json!({ "variableName": variable }),
        ),
        "UnusedVariable" => coded(
            "variableNotUsed",
            format!("Variable {first} is declared by {operation} but not used"),
            json!({ "variableName": variable }),
        ),
        _ => explain_fragment(name, original, first, part(1), place),
    }
}

/// A literal of the wrong type, as the default of a variable or as an argument.
fn bad_literal(original: &str, place: &Place) -> Json {
    let Place { field, argument, variable, .. } = place;
    if variable.is_empty() {
        return coded(
            "argumentLiteralsIncompatible",
            format!("Argument '{argument}' on Field '{field}' has an invalid value: {original}."),
            json!({ "typeName": "Field", "argumentName": argument }),
        );
    }
    coded(
        "defaultValueInvalidType",
        format!("Default value for ${variable} doesn't match type: {original}"),
        json!({ "variableName": variable }),
    )
}

/// An error with a code.
pub(crate) fn coded(code: &str, message: String, mut extra: Json) -> Json {
    extra["code"] = code.into();
    let mut error = json!({ "extensions": extra });
    error["message"] = message.into();
    error
}

/// Fragments and selections.
fn explain_fragment(name: &str, original: &str, first: &str, second: &str, place: &Place) -> Json {
    let field = &place.field;
    let (code, message) = match name {
        "UndefinedFragment" => ("useAndDefineFragment", format!("Fragment {first} was used, but not defined")),
        "UnusedFragment" => ("useAndDefineFragment", format!("Fragment {first} was defined, but not used")),
        "RecursiveFragmentDefinition" => ("infiniteLoop", format!("Fragment {first} contains an infinite loop")),
        "InvalidFragmentSpread" => {
            ("cannotSpreadFragment", format!("Fragment on {first} can't be spread inside {second}"))
        }
        "UndefinedTypeInNamedFragmentTypeCondition" | "UndefinedTypeInInlineFragmentTypeCondition" => {
            ("undefinedType", format!("No such type {first}, so it can't be a fragment condition"))
        }
        "InvalidFragmentTarget" => ("fragmentOnNonCompositeType", format!("Invalid fragment: {original}")),
        "UndefinedDefinition" | "VariableInputType" => {
            ("variableRequiresValidType", format!("{first} isn't a defined input type"))
        }
        "MissingSubselection" => (
            "selectionMismatch",
            format!(
                "Field must have selections (field '{field}' has no selections. Did you mean '{field} {{ ... }}'?)"
            ),
        ),
        "SubselectionOnScalarType" | "SubselectionOnEnumType" => (
            "selectionMismatch",
            format!("Selections can't be made on scalars (field '{field}' returns {first} but has selections)"),
        ),
        "ConflictingFieldName" | "ConflictingFieldArgument" => {
            ("fieldConflict", format!("Field '{first}' has a conflict"))
        }
        _ => return explain_name(name, original, first),
    };
    json!({ "message": message, "extensions": { "code": code } })
}

/// Directives, names that are not unique, and whole operations.
fn explain_name(name: &str, original: &str, first: &str) -> Json {
    let (code, message) = match name {
        "UndefinedDirective" => ("undefinedDirective", format!("Directive {first} is not defined")),
        "UnsupportedLocation" => ("directiveCannotBeApplied", original.to_owned()),
        "UniqueDirective" => ("directiveNotUniqueForLocation", original.to_owned()),
        "UniqueArgument" => ("argumentNotUnique", format!("There can be only one argument named \"{first}\"")),
        "UniqueInputValue" => ("inputFieldNotUnique", format!("There can be only one input field named \"{first}\"")),
        "UniqueVariable" => ("variableNotUnique", format!("There can only be one variable named \"{first}\"")),
        "FragmentNameCollision" => ("fragmentNotUnique", format!("Fragment name \"{first}\" must be unique")),
        "OperationNameCollision" => ("uniquelyNamedOperations", format!("Operation name \"{first}\" must be unique")),
        "AmbiguousAnonymousOperation" => {
            let message = "Operation name is required when multiple operations are present";
            ("uniquelyNamedOperations", message.to_owned())
        }
        "UndefinedRootOperation" => {
            ("missingSubscriptionConfiguration", "Schema is not configured for subscriptions".to_owned())
        }
        "TypeSystemDefinition" => {
            ("queryContainsSchemaDefinitions", "Query cannot contain schema definitions".to_owned())
        }
        _ => ("invalidDocument", original.to_owned()),
    };
    json!({ "message": message, "extensions": { "code": code } })
}
