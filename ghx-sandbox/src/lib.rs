#![doc = include_str!("../README.md")]

mod body;
mod control;
mod endpoint;
mod engine;
mod faults;
mod graphql;
mod http;
mod inspect;
mod limits;
pub mod middlebox;
mod pace;
mod processing;
mod record;
mod refusal;
mod request_limits;
mod rest;
mod sandbox;
pub mod seed;
mod server;
mod state;
mod tokens;
mod urls;
mod wire;

pub use self::{
    faults::{Fault, FaultRule, GatewayBody, On, Root, Spelling, When},
    inspect::{CommentView, IssueView, PullView, RunView, ThreadView},
    record::{RecordedRequest, RecordedWrite},
    request_limits::RequestLimits,
    sandbox::{Error, Resource, Sandbox, SandboxBuilder},
    seed::{
        CommentSeed, IssueSeed, IssueTypeSeed, JobSeed, LabelSeed, MilestoneSeed, PullSeed, ReleaseSeed, RepoSeed,
        ReviewSeed, RunSeed, Seed, SeedError, StepSeed, ThreadSeed, TokenSeed, UserSeed, WorkflowSeed,
    },
    state::{MergeMethod, Mergeable, Permission},
};
