//! Faults that still bring another problem with them. Each line is a flaw of the compiler; the list may only get shorter.

use ghx_codegen::problem::Code;

/// A broken catalogue, and the codes that are reported on top of its own.
pub(crate) const KNOWN: &[(&str, &[Code])] = &[
    ("GHX001_node_kinds", &[Code::NodeKind]),
    ("GHX002_misspelt_required_key", &[Code::MissingKey]),
    ("GHX003_lookup_id", &[Code::UnusedLookup]),
    ("GHX003_property_twice", &[Code::RustName]),
    ("GHX004_inject", &[Code::Subject]),
    ("GHX004_lookup_id", &[Code::UnknownName, Code::UnusedInput, Code::UnusedLookup]),
    ("GHX006_subject", &[Code::Subject]),
    ("GHX007_operation", &[Code::UnusedInput]),
    ("GHX010_type", &[Code::BadExample, Code::VariableWithoutSource, Code::TypeMismatch, Code::UnknownName]),
    ("GHX012_misspelt", &[Code::UnusedInput]),
    ("GHX013_misspelt", &[Code::UnusedInput]),
    ("GHX014_syntax", &[Code::UnusedInput]),
    ("GHX014_unknown_field", &[Code::UnusedInput]),
    ("GHX014_variable_type", &[Code::UnusedInput]),
    ("GHX015_lookup", &[Code::UnusedInput]),
    ("GHX015_query_for_a_write", &[Code::UnusedInput]),
    ("GHX017_inject_and_variables", &[Code::UnusedInput]),
    ("GHX017_two_injects", &[Code::UnusedInput, Code::UnusedLookup]),
    ("GHX021_input", &[Code::UnusedInput]),
    ("GHX021_keep", &[Code::UnusedInput]),
    ("GHX021_lookup", &[Code::UnusedLookup]),
    ("GHX021_variable", &[Code::VariableWithoutSource, Code::UnusedInput]),
    ("GHX021_which_lookup", &[Code::UnusedLookup]),
    ("GHX024_question", &[Code::UnusedInput]),
    ("GHX025_misspelt", &[Code::VariableWithoutSource, Code::UnusedInput]),
    ("GHX027_output_objects", &[Code::UnusedInput]),
    ("GHX027_question", &[Code::UnusedInput]),
    ("GHX029_find_needs_a_key", &[Code::UnusedInput]),
    ("GHX029_map_array", &[Code::UnusedSelection]),
    ("GHX041_different_answers", &[Code::TypeMismatch]),
    ("GHX041_question", &[Code::UnusedInput]),
    ("GHX041_variant_form", &[Code::VariableWithoutSource]),
    ("GHX041_wrong_place", &[Code::VariableWithoutSource]),
];

/// What a broken catalogue is known to report on top.
pub(crate) fn known(name: &str) -> &'static [Code] {
    KNOWN.iter().find(|(known, _)| *known == name).map_or(&[], |(_, codes)| codes)
}
