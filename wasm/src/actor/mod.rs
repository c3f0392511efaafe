//! The actors: every one is a thread of a machine that runs a *program*, a state machine that says, each time it is resumed,
//! what it wants next. Client strategies and servers differ only in their programs.

pub mod admission;
pub mod client;
pub mod exchange;
pub mod key_table;
pub mod mix;
pub mod outage;
pub mod plan;
pub mod popularity;
pub mod program;
pub mod proxy;
pub mod pub_sub;
pub mod ranks;
pub mod request;
pub mod server;
pub mod slots;
pub mod step_costs;
pub mod timeline;
pub mod tls;
pub mod tracking;
pub mod workload;
pub mod world;
