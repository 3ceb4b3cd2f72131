//! A task in JSON.

use serde_json::{Map, Value};

use crate::Error;
use crate::error::InputProblem;

/// One capability by its id, with its input as JSON.
///
/// ```
/// use ghx::task::TaskRequest;
/// use serde_json::json;
///
/// let request = TaskRequest::from_json(&json!({"task": "issue.view", "input": {"issue": "acme/widgets#42"}}))?;
/// assert_eq!(request.task, "issue.view");
/// # Ok::<(), ghx::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TaskRequest {
    /// Id of the capability, or an alias of it.
    pub task: String,
    /// The id that other steps use for it: letters, digits, `-` and `_`, and not only digits.
    pub id: Option<String>,
    /// Its input. In a chain, strings may contain `{{step.field}}`.
    pub input: Map<String, Value>,
    /// The steps that must run before it, by id or position, besides those that its input refers to.
    pub after: Vec<String>,
    /// Whether `{{…}}` in its input is plain text. It always is for a task that runs alone.
    pub raw: bool,
    /// Whether its inputs may name files of this machine, which are then read and sent. JSON cannot set it: whoever writes a
    /// task need not be allowed to read files.
    pub files: bool,
}

impl TaskRequest {
    /// The task with this input.
    pub fn new(task: impl Into<String>, input: Map<String, Value>) -> Self {
        Self { task: task.into(), id: None, input, after: Vec::new(), raw: false, files: false }
    }

    /// The same task with an id that other steps can refer to.
    #[must_use]
    pub fn with_id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// The same task; with `true`, `{{…}}` in its input is plain text.
    ///
    /// ```
    /// use ghx::task::TaskRequest;
    /// use serde_json::{Map, json};
    ///
    /// let input = Map::from_iter([("body".to_owned(), json!("{{ user.name }}"))]);
    /// let request = TaskRequest::new("issue.comments.create", input).with_raw(true);
    /// assert!(request.raw);
    /// ```
    #[must_use]
    pub fn with_raw(mut self, raw: bool) -> Self {
        self.raw = raw;
        self
    }

    /// The same task; with `true`, its inputs may name files of this machine.
    #[must_use]
    pub fn with_files(mut self, files: bool) -> Self {
        self.files = files;
        self
    }

    /// `{"task": "issue.view", "id": "it", "input": {…}, "after": ["other"], "raw": true}`. The error has every problem.
    pub fn from_json(value: &Value) -> Result<Self, Error> {
        let Value::Object(members) = value else {
            let rule = "must be an object: {\"task\": \"issue.view\", \"input\": {…}}";
            return Err(Error::invalid_input(vec![InputProblem::new("", "an object", kind(value), rule)]));
        };
        let mut reader = Reader { members, problems: Vec::new() };
        reader.refuse_unknown();
        let request = Self {
            task: reader.text("task").unwrap_or_default(),
            id: members.contains_key("id").then(|| reader.text("id")).flatten(),
            input: reader.object("input"),
            after: reader.texts("after"),
            raw: reader.flag("raw"),
            files: false,
        };
        if reader.problems.is_empty() { Ok(request) } else { Err(Error::invalid_input(reader.problems)) }
    }

    /// A list of tasks; a single object is a list of one. The pointers of an error start with the step.
    pub fn list_from_json(value: &Value) -> Result<Vec<Self>, Error> {
        let Value::Array(items) = value else {
            return Self::from_json(value).map(|only| vec![only]);
        };
        let mut problems = Vec::new();
        let mut requests = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            match Self::from_json(item) {
                Ok(request) => requests.push(request),
                Err(error) => problems.extend(error.below(&index.to_string()).problems().iter().cloned()),
            }
        }
        if problems.is_empty() { Ok(requests) } else { Err(Error::invalid_input(problems)) }
    }
}

const MEMBERS: [&str; 5] = ["task", "id", "input", "after", "raw"];

struct Reader<'a> {
    members: &'a Map<String, Value>,
    problems: Vec<InputProblem>,
}

impl Reader<'_> {
    fn refuse_unknown(&mut self) {
        for name in self.members.keys().filter(|name| !MEMBERS.contains(&name.as_str())) {
            let hint = crate::display::suggest::did_you_mean(name, MEMBERS);
            let problem = InputProblem::new(
                format!("/{}", crate::error::escape_segment(name)),
                "`task`, `id`, `input`, `after` or `raw`",
                "an unknown key",
                "is not a key of a step",
            );
            self.problems.push(problem.hint(hint.unwrap_or_else(|| "inputs go into `input`".to_owned())));
        }
    }

    fn wrong(&mut self, name: &str, expected: &str, given: &Value) {
        let rule = format!("must be {expected}, not {}", kind(given));
        self.problems.push(InputProblem::new(format!("/{name}"), expected, kind(given), rule));
    }

    fn text(&mut self, name: &str) -> Option<String> {
        match self.members.get(name) {
            Some(Value::String(text)) if !text.is_empty() => Some(text.clone()),
            Some(other) => {
                self.wrong(name, "a string", other);
                None
            }
            None => {
                let rule = "is missing: it must be the id of a capability";
                self.problems.push(InputProblem::new(format!("/{name}"), "a string", "nothing", rule));
                None
            }
        }
    }

    fn object(&mut self, name: &str) -> Map<String, Value> {
        match self.members.get(name) {
            Some(Value::Object(input)) => return input.clone(),
            Some(other) => self.wrong(name, "an object", other),
            None => {}
        }
        Map::new()
    }

    fn flag(&mut self, name: &str) -> bool {
        match self.members.get(name) {
            Some(Value::Bool(flag)) => return *flag,
            Some(other) => self.wrong(name, "true or false", other),
            None => {}
        }
        false
    }

    fn texts(&mut self, name: &str) -> Vec<String> {
        match self.members.get(name) {
            None => Vec::new(),
            Some(Value::Array(items)) if items.iter().all(Value::is_string) => {
                items.iter().filter_map(Value::as_str).map(ToOwned::to_owned).collect()
            }
            Some(other) => {
                self.wrong(name, "a list of step ids", other);
                Vec::new()
            }
        }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(text) if text.is_empty() => "an empty string",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
