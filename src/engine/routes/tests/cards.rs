//! Cards as the compiler would write them, of every form that a route can have.

use crate::Capability;
use crate::ErrorCode;
use crate::card::route::{
    CliCommand, CliPage, CliRoute, Condition, Each, Field, Flag, FlagStyle, Guard, Literal, Method, Path, Pick,
    RestCall, RestPage, RestRoute, Segment, Source, Success, SuccessBody, Take, Test, Unsupported,
};
use crate::card::{Card, Effect, Property, RouteKind, Type};
use crate::issue::IssueView;

const fn input(name: &'static str, default: Option<&'static str>) -> Property {
    let ty = Type::String { min_length: 0, max_length: None, format: None };
    Property { name, description: "", required: false, nullable: false, default, ty }
}

pub(super) const INPUTS: &[Property] = &[
    input("title", None),
    input("body", None),
    input("labels", None),
    input("state", Some("\"open\"")),
    input("flag", None),
    input("first", Some("30")),
    input("after", None),
    input("runId", None),
];

pub(super) const fn card(
    effect: Effect,
    rest: Option<&'static RestRoute>,
    cli: Option<&'static CliRoute>,
    inputs: &'static [Property],
) -> Card {
    Card {
        id: "test.card",
        effect,
        idempotent: false,
        inputs,
        outputs: &[],
        preferred: RouteKind::Rest,
        fallbacks: &[],
        operations: &[],
        lookups: &[],
        rest,
        cli,
        ..*IssueView::CARD
    }
}

/// A card without routes.
pub(crate) static CARD: Card = card(Effect::Read, None, None, INPUTS);

const OWNER: Segment = Segment::Value(Source::Input("owner"));
const NAME: Segment = Segment::Value(Source::Input("name"));
const NUMBER: Segment = Segment::Value(Source::Input("issueNumber"));
const REPOS: Segment = Segment::Text("/repos/");
const SLASH: Segment = Segment::Text("/");

const fn at(keys: &'static [&'static str]) -> Path {
    Path { call: None, keys }
}

const PICK: Pick = Pick::new(&[]);

const fn pick(keys: &'static [&'static str]) -> Take {
    Take::Value(Pick { path: at(keys), ..PICK })
}

pub(super) const fn field(name: &'static str, take: Take) -> Field {
    Field { name, take }
}

const CALL: RestCall = RestCall::new("main", Method::Get, &[]);

const STATES: &[(&str, Literal)] = &[("open", Literal::Text("OPEN")), ("closed", Literal::Text("CLOSED"))];

const NO_PULL: Condition = Condition::new(&["pull_request"], Test::Absent);

const ISSUE_FIELDS: &[Field] = &[
    field("id", pick(&["node_id"])),
    field("number", pick(&["number"])),
    field("title", pick(&["title"])),
    field("state", Take::Value(Pick { path: at(&["state"]), map: STATES, ..PICK })),
    field("body", Take::Value(Pick { path: at(&["body"]), default: Some(Literal::Text("")), ..PICK })),
    field("author", Take::Value(Pick { path: at(&["user", "login"]), nulls: &["ghost"], nullable: true, ..PICK })),
    field("labels", Take::List { at: at(&["labels"]), keep: &[], item: &pick(&["name"]) }),
    field(
        "milestone",
        Take::Object {
            at: at(&["milestone"]),
            nullable: true,
            fields: &[field("number", pick(&["number"])), field("title", pick(&["title"]))],
        },
    ),
];

/// `gh issue view`, and the same over REST.
pub(super) static VIEW: Card = card(Effect::Read, Some(&VIEW_REST), Some(&VIEW_CLI), INPUTS);
/// The same, made by `gh api`.
pub(super) static VIEW_API: Card = card(Effect::Read, Some(&VIEW_REST), Some(&CliRoute::Api), INPUTS);

static VIEW_REST: RestRoute = RestRoute {
    lookups: &[],
    calls: &[RestCall {
        path: &[REPOS, OWNER, SLASH, NAME, Segment::Text("/issues/"), NUMBER],
        guards: &[Guard {
            condition: NO_PULL,
            otherwise: ErrorCode::NotFound,
            message: "this is a pull request, not an issue",
        }],
        ..CALL
    }],
    output: ISSUE_FIELDS,
    unsupported: &[Unsupported { input: "flag", reason: "REST has no flags" }],
};

const REPO_FLAG: Flag = Flag { name: "repo", value: Source::Repository, style: FlagStyle::Value };

const COMMAND: CliCommand = CliCommand {
    command: &[],
    arguments: &[],
    flags: &[REPO_FLAG],
    json: &[],
    page: None,
    guards: &[],
    output: &[],
    unsupported: &[],
};

static VIEW_CLI: CliRoute = CliRoute::Command(CliCommand {
    command: &["issue", "view"],
    arguments: &[Source::Input("issueNumber")],
    json: &["id", "number", "title", "state", "body", "author", "labels", "milestone", "url"],
    guards: &[Guard {
        condition: Condition::new(&["url"], Test::Contains("/issues/")),
        otherwise: ErrorCode::NotFound,
        message: "this is a pull request, not an issue",
    }],
    output: &[
        field("id", pick(&["id"])),
        field("number", pick(&["number"])),
        field("title", pick(&["title"])),
        field("state", pick(&["state"])),
        field("body", pick(&["body"])),
        field("author", Take::Value(Pick { path: at(&["author", "login"]), nulls: &[""], nullable: true, ..PICK })),
        field("labels", Take::List { at: at(&["labels"]), keep: &[], item: &pick(&["name"]) }),
        field(
            "milestone",
            Take::Object {
                at: at(&["milestone"]),
                nullable: true,
                fields: &[field("number", pick(&["number"])), field("title", pick(&["title"]))],
            },
        ),
    ],
    ..COMMAND
});

const LISTED: &[Field] = &[field("number", pick(&["number"])), field("title", pick(&["title"]))];

const ITEM: Take = Take::Object { at: at(&[]), nullable: false, fields: LISTED };

/// A list out of which pull requests are taken.
pub(super) static LIST: Card = card(Effect::Read, Some(&LIST_REST), Some(&LIST_CLI), INPUTS);
pub(super) static LIST_API: Card = card(Effect::Read, Some(&LIST_REST), Some(&CliRoute::Api), INPUTS);

static LIST_REST: RestRoute = RestRoute {
    lookups: &[],
    calls: &[RestCall {
        path: &[REPOS, OWNER, SLASH, NAME, Segment::Text("/issues")],
        query: &[("state", Source::Input("state")), ("labels", Source::Joined { input: "labels", separator: "," })],
        page: Some(RestPage { list: &[], inputs: Some(("first", "after")) }),
        ..CALL
    }],
    output: &[
        field("items", Take::List { at: at(&[]), keep: &[NO_PULL], item: &ITEM }),
        field("pageInfo", Take::PageInfo),
    ],
    unsupported: &[],
};

static LIST_CLI: CliRoute = CliRoute::Command(CliCommand {
    command: &["issue", "list"],
    flags: &[
        REPO_FLAG,
        Flag { name: "state", value: Source::Input("state"), style: FlagStyle::Value },
        Flag { name: "label", value: Source::Input("labels"), style: FlagStyle::Csv },
    ],
    json: &["number", "title"],
    page: Some(CliPage { flag: "limit", size: "first", cursor: "after", key: &["number"] }),
    output: &[field("items", Take::List { at: at(&[]), keep: &[], item: &ITEM }), field("pageInfo", Take::PageInfo)],
    ..COMMAND
});

/// A list that is taken whole as it comes.
pub(super) static LABELS: Card = card(
    Effect::Read,
    Some(&RestRoute {
        lookups: &[],
        calls: &[RestCall {
            path: &[REPOS, OWNER, SLASH, NAME, Segment::Text("/labels")],
            page: Some(RestPage { list: &[], inputs: Some(("first", "after")) }),
            ..CALL
        }],
        output: &[
            field("items", Take::List { at: at(&[]), keep: &[], item: &pick(&["name"]) }),
            field("pageInfo", Take::PageInfo),
        ],
        unsupported: &[],
    }),
    Some(&CliRoute::Api),
    INPUTS,
);

/// All pages of a list at once.
pub(super) static ALL_LABELS: Card = card(
    Effect::Read,
    Some(&RestRoute {
        lookups: &[],
        calls: &[RestCall {
            path: &[REPOS, OWNER, SLASH, NAME, Segment::Text("/labels")],
            page: Some(RestPage { list: &[], inputs: None }),
            ..CALL
        }],
        output: &[field("items", Take::List { at: at(&[]), keep: &[], item: &pick(&["name"]) })],
        unsupported: &[],
    }),
    None,
    INPUTS,
);

/// Two calls: a run and its jobs, which are inside an object.
pub(super) static RUN: Card = card(
    Effect::Read,
    Some(&RestRoute {
        lookups: &[],
        calls: &[
            RestCall {
                id: "run",
                path: &[
                    REPOS,
                    OWNER,
                    SLASH,
                    NAME,
                    Segment::Text("/actions/runs/"),
                    Segment::Value(Source::Input("runId")),
                ],
                ..CALL
            },
            RestCall {
                id: "jobs",
                path: &[
                    REPOS,
                    OWNER,
                    SLASH,
                    NAME,
                    Segment::Text("/actions/runs/"),
                    Segment::Value(Source::Found { call: "run", path: &["id"] }),
                    Segment::Text("/jobs"),
                ],
                page: Some(RestPage { list: &["jobs"], inputs: None }),
                ..CALL
            },
        ],
        output: &[
            field("id", Take::Value(Pick { path: Path { call: Some("run"), keys: &["id"] }, ..PICK })),
            field("jobs", Take::List { at: at(&["jobs"]), keep: &[], item: &pick(&["name"]) }),
        ],
        unsupported: &[],
    }),
    Some(&CliRoute::Command(CliCommand {
        command: &["run", "view"],
        arguments: &[Source::Input("runId")],
        json: &["databaseId", "jobs"],
        output: &[
            field("id", pick(&["databaseId"])),
            field("jobs", Take::List { at: at(&["jobs"]), keep: &[], item: &pick(&["name"]) }),
        ],
        ..COMMAND
    })),
    INPUTS,
);

/// Text instead of JSON.
pub(super) static DIFF: Card = card(
    Effect::Read,
    Some(&RestRoute {
        lookups: &[],
        calls: &[RestCall {
            path: &[REPOS, OWNER, SLASH, NAME, Segment::Text("/pulls/"), NUMBER],
            accept: "application/vnd.github.diff",
            ..CALL
        }],
        output: &[field("diff", Take::Text)],
        unsupported: &[],
    }),
    Some(&CliRoute::Command(CliCommand {
        command: &["pr", "diff"],
        arguments: &[Source::Input("issueNumber")],
        output: &[field("diff", Take::Text)],
        ..COMMAND
    })),
    INPUTS,
);

/// A write, with a lookup for each label before it.
pub(super) static CREATE: Card = card(Effect::Write, Some(&CREATE_REST), Some(&CREATE_CLI), INPUTS);
pub(super) static CREATE_API: Card = card(Effect::Write, Some(&CREATE_REST), Some(&CliRoute::Api), INPUTS);

static CREATE_REST: RestRoute = RestRoute {
    lookups: &[],
    calls: &[
        RestCall {
            id: "label",
            path: &[REPOS, OWNER, SLASH, NAME, Segment::Text("/labels/"), Segment::Value(Source::Element)],
            each: Some(Each::input("labels")),
            missing: Some("no label `{key}`"),
            ..CALL
        },
        RestCall {
            method: Method::Post,
            path: &[REPOS, OWNER, SLASH, NAME, Segment::Text("/issues")],
            body: &[
                ("title", Source::Input("title")),
                ("body", Source::OrElse { input: "body", default: Literal::Text("") }),
                ("labels", Source::Input("labels")),
            ],
            successes: &[Success { status: 201, body: SuccessBody::Object }],
            ..CALL
        },
    ],
    output: ISSUE_FIELDS,
    unsupported: &[],
};

static CREATE_CLI: CliRoute = CliRoute::Command(CliCommand {
    command: &["issue", "create"],
    flags: &[
        REPO_FLAG,
        Flag { name: "title", value: Source::Input("title"), style: FlagStyle::Value },
        Flag {
            name: "body",
            value: Source::OrElse { input: "body", default: Literal::Text("") },
            style: FlagStyle::Value,
        },
        Flag { name: "label", value: Source::Input("labels"), style: FlagStyle::Csv },
    ],
    output: &[field("url", Take::Text)],
    ..COMMAND
});

/// A write on an issue, whose output needs a field that is not in the response.
pub(super) static MISREAD: Card = card(
    Effect::Write,
    Some(&RestRoute {
        lookups: &[],
        calls: &[RestCall {
            method: Method::Patch,
            path: &[REPOS, OWNER, SLASH, NAME, Segment::Text("/issues/"), NUMBER],
            body: &[("state", Source::Literal(Literal::Text("closed")))],
            successes: &[Success { status: 200, body: SuccessBody::Object }],
            ..CALL
        }],
        output: &[field("nothing", pick(&["milestone", "nothing"]))],
        unsupported: &[],
    }),
    Some(&CliRoute::Command(CliCommand {
        command: &["issue", "close"],
        arguments: &[Source::Input("issueNumber")],
        output: &[field("nothing", pick(&["nothing"]))],
        ..COMMAND
    })),
    INPUTS,
);

/// Conditions that depend on an input.
pub(super) static PULLS: Card = card(
    Effect::Read,
    Some(&RestRoute {
        lookups: &[],
        calls: &[RestCall {
            path: &[REPOS, OWNER, SLASH, NAME, Segment::Text("/pulls")],
            query: &[(
                "state",
                Source::Mapped {
                    input: "state",
                    map: &[
                        ("open", Literal::Text("open")),
                        ("closed", Literal::Text("closed")),
                        ("merged", Literal::Text("closed")),
                        ("all", Literal::Text("all")),
                    ],
                },
            )],
            page: Some(RestPage { list: &[], inputs: Some(("first", "after")) }),
            ..CALL
        }],
        output: &[
            field(
                "items",
                Take::List {
                    at: at(&[]),
                    keep: &[
                        Condition::When(
                            &Condition::input("state", Test::Equals(Literal::Text("merged"))),
                            &Condition::new(&["merged_at"], Test::Present),
                        ),
                        Condition::When(
                            &Condition::input("state", Test::Equals(Literal::Text("closed"))),
                            &Condition::new(&["merged_at"], Test::Absent),
                        ),
                    ],
                    item: &Take::Object {
                        at: at(&[]),
                        nullable: false,
                        fields: &[
                            field("number", pick(&["number"])),
                            field(
                                "state",
                                Take::Value(Pick {
                                    path: at(&["state"]),
                                    map: STATES,
                                    present: &[(&["merged_at"], "MERGED")],
                                    ..PICK
                                }),
                            ),
                        ],
                    },
                },
            ),
            field("pageInfo", Take::PageInfo),
        ],
        unsupported: &[],
    }),
    None,
    INPUTS,
);
