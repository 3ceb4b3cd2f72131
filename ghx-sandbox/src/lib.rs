#![doc = include_str!("../README.md")]

mod engine;
mod faults;
mod graphql;
mod http;
mod limits;
pub mod middlebox;
mod rest;
mod sandbox;
pub mod seed;
mod state;

pub use self::{
    engine::{RecordedRequest, RecordedWrite},
    faults::{Fault, FaultRule, GatewayBody, On, Root, Spelling, When},
    limits::RequestLimits,
    sandbox::{CommentView, Error, IssueView, PullView, Resource, RunView, Sandbox, SandboxBuilder, ThreadView},
    seed::{
        CommentSeed, IssueSeed, IssueTypeSeed, JobSeed, LabelSeed, MilestoneSeed, PullSeed, ReleaseSeed, RepoSeed,
        ReviewSeed, RunSeed, Seed, SeedError, StepSeed, ThreadSeed, TokenSeed, UserSeed, WorkflowSeed,
    },
    state::{MergeMethod, Mergeable, Permission},
};
