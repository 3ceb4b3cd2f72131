//! A number alone does not say which repository.
use ghx::issue;

fn main() {
    let _ = issue::view(42);
}
