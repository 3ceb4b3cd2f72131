//! The schemas that editors use are those of the readers. `cargo xtask docs` writes them, and so does `UPDATE_EXPECT=1`.

use crate::catalogue;
use ghx_codegen::card::editor;
use std::{env, fs};

#[test]
fn the_schemas_for_editors_are_up_to_date() {
    for (name, schema) in [("card", editor::card()), ("subject", editor::subject())] {
        let path = catalogue::project().join(format!("cards/{name}.schema.json"));
        let text = format!("{schema:#}\n");
        if env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&path, &text).expect("the file can be written");
        }
        assert!(fs::read_to_string(&path).is_ok_and(|current| current == text), "run `cargo xtask docs`: {name}");
    }
}
