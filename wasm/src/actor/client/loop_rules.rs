//! How the client's event loops work: the scenario's settings, prepared.

use crate::scenario::{Io, Scenario, Selector, TaskFairness, max_abandoned};

/// How event loops work; of the other ways of I/O, only how much may be given up.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoopRules {
    /// Share of the time that is for sockets, percent.
    pub io_ratio: u64,
    /// Whether all tasks are run before sockets are looked at again.
    pub tasks_first: bool,
    /// Whether readiness comes from Java's selector.
    pub is_nio: bool,
    /// Commands that a connection may have without an answer; 0 is without limit.
    pub queue_size: u32,
    /// Requests that may have been given up and be under way.
    pub max_abandoned: u32,
    /// Bytes that Node's socket takes in a turn.
    pub high_water_mark: u64,
}

impl LoopRules {
    /// The rules of a scenario.
    pub fn new(scenario: &Scenario) -> Self {
        let Io::EventLoops { task_fairness, io_ratio, selector, request_queue_size, high_water_mark_bytes, .. } =
            scenario.client.io
        else {
            return LoopRules { max_abandoned: max_abandoned(scenario), ..LoopRules::default() };
        };
        LoopRules {
            io_ratio: io_ratio.into(),
            tasks_first: task_fairness == TaskFairness::Netty42 || io_ratio == 100,
            is_nio: selector == Selector::Nio,
            queue_size: request_queue_size,
            max_abandoned: max_abandoned(scenario),
            high_water_mark: match high_water_mark_bytes {
                0 => u64::MAX,
                bytes => bytes.into(),
            },
        }
    }
}
