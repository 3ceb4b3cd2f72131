use ghx_codegen::{Catalog, Files, report};
fn main() {
    let root = std::path::PathBuf::from(std::env::args().nth(1).unwrap());
    let mut files = Files::below(&root);
    files.given = vec![root.clone()];
    match Catalog::load(files).and_then(Catalog::bind) {
        Ok(c) => {
            for p in c.problems.iter() {
                eprintln!("{}", report::render(&c.sources, p, false));
            }
            std::fs::write(std::env::args().nth(2).unwrap(), c.emit().unwrap()).unwrap();
        }
        Err(r) => {
            for p in r.problems.iter() {
                eprintln!("{}", report::render(&r.sources, p, false));
            }
        }
    }
}
