//! How the check of a chain grows with its size: from n to 10n it should take 10 times as long.
//!
//! `cargo bench --bench preflight` prints a table. Nothing is sent.

#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use ghx::TaskRequest;
use ghx::task::Tasks;
use serde_json::{Map, Value, json};

/// Makes a chain of a size.
type Make = fn(usize) -> Vec<TaskRequest>;

const ROUNDS: usize = 7;

/// What is checked, the smaller size, and what it counts.
const CASES: [(&str, Make, usize, &str); 7] = [
    ("good steps, planned", plain, 300, "steps"),
    ("references to the step before, planned", line, 100, "steps"),
    ("unknown references", unknown, 500, "steps"),
    ("unknown references in one text", unknown_in_text, 500, "references"),
    ("a cycle", cycle, 500, "steps"),
    ("braces in one text", braces, 26_000, "braces"),
    ("one list of texts", list, 500, "texts"),
];

fn comment(index: usize, body: String) -> TaskRequest {
    let input = Map::from_iter([("issueId".to_owned(), json!("I_1")), ("body".to_owned(), Value::from(body))]);
    TaskRequest::new("issue.comments.create", input).with_id(format!("step-{index}"))
}

fn plain(steps: usize) -> Vec<TaskRequest> {
    (0..steps).map(|index| comment(index, format!("Comment {index}"))).collect()
}

fn line(steps: usize) -> Vec<TaskRequest> {
    let body = |index: usize| index.checked_sub(1).map_or_else(String::new, |last| format!("{{{{step-{last}.url}}}}"));
    (0..steps).map(|index| comment(index, format!("See {}", body(index)))).collect()
}

fn unknown(steps: usize) -> Vec<TaskRequest> {
    (0..steps).map(|index| comment(index, format!("See {{{{stop-{index}.url}}}}"))).collect()
}

fn unknown_in_text(references: usize) -> Vec<TaskRequest> {
    let body: Vec<String> = (0..references).map(|index| format!("{{{{stop-{index}.url}}}}")).collect();
    plain(references).into_iter().chain([comment(references, body.join(" "))]).collect()
}

fn cycle(steps: usize) -> Vec<TaskRequest> {
    (0..steps).map(|index| comment(index, format!("{{{{step-{}.url}}}}", (index + 1) % steps))).collect()
}

fn braces(braces: usize) -> Vec<TaskRequest> {
    vec![comment(0, "{{".repeat(braces))]
}

fn list(texts: usize) -> Vec<TaskRequest> {
    let labels: Vec<String> = (0..texts).map(|index| format!("{{{{step-0.nothing}}}} {index}")).collect();
    let input = Map::from_iter([("issueId".to_owned(), json!("I_1")), ("labels".to_owned(), json!(labels))]);
    vec![comment(0, "x".to_owned()), TaskRequest::new("issue.labels.add", input)]
}

/// The middle of some runs, in milliseconds, and how many bytes a refusal prints.
fn measure(make: Make, size: usize) -> (f64, usize) {
    let steps = make(size);
    let mut printed = 0;
    let mut times: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            let result = black_box(Tasks::new(&steps).plan(50));
            let time = start.elapsed().as_secs_f64() * 1e3;
            printed = result.err().map_or(0, |refused| serde_json::to_string(&refused).unwrap().len());
            time
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (times[ROUNDS / 2], printed)
}

fn main() {
    println!(
        "| chain | size | time | growth to 10 times the size | growth of what is printed |\n|---|---|---|---|---|"
    );
    for (name, make, size, unit) in CASES {
        let ((time, printed), (longer, more)) = (measure(make, size), measure(make, 10 * size));
        let tenths = (10 * more).checked_div(printed);
        let printed = tenths.map_or("nothing".to_owned(), |tenths| format!("{}.{}x", tenths / 10, tenths % 10));
        println!("| {name} | {} {unit} | {longer:.1} ms | {:.1}x | {printed} |", 10 * size, longer / time);
    }
}
