//! The timeline of a run: when its events begin and end, and what follows from them at a time of its own.

use super::world::World;
use crate::kernel::calendar::EventKind;
use crate::kernel::time::{Nanos, from_ms};
use crate::scenario::Scenario;

/// Something of the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// An event of the scenario, by its number.
    Begins(usize),
    /// See above.
    Ends(usize),
    /// Loops of a process are connected again.
    Reconnects(u32),
    /// What its primary has sent arrives at a replica, by its node.
    Replicated(usize),
}

/// Moments that the calendar knows by their number, and the events that are under way.
#[derive(Default)]
pub struct Timeline {
    moments: Vec<Moment>,
    /// By event: what changes something for good is under way from then on.
    pub under_way: Vec<bool>,
    /// The scenario without its events; `None` without any.
    pub base: Option<Scenario>,
    /// Nodes that are no replicas. The replicas have the first milestones.
    primaries: usize,
}

impl Timeline {
    /// Of a server with so many primaries and nodes.
    pub fn new(primaries: u32, nodes: u32) -> Self {
        let moments = (primaries as usize..nodes as usize).map(Moment::Replicated).collect();
        Timeline { moments, primaries: primaries as usize, ..Timeline::default() }
    }

    /// The milestone at which something arrives at a replica.
    pub fn replicated(&self, node: usize) -> u32 {
        (node - self.primaries + 1) as u32
    }

    /// The moment that a milestone stands for.
    pub fn moment(&self, milestone: u32) -> Moment {
        self.moments[milestone as usize - 1]
    }
}

impl World {
    /// Something is to happen at a time.
    pub fn schedule_moment(&mut self, at: Nanos, moment: Moment) {
        self.timeline.moments.push(moment);
        self.calendar.schedule(at, EventKind::Milestone, self.timeline.moments.len() as u32);
    }

    /// Schedules the events of the scenario.
    pub fn schedule_events(&mut self) {
        if self.plan.scenario.events.is_empty() {
            return;
        }
        let scenario = self.plan.scenario.clone();
        self.timeline.under_way = vec![false; scenario.events.len()];
        for (number, event) in scenario.events.iter().enumerate() {
            let at = from_ms(event.at_ms());
            self.schedule_moment(at, Moment::Begins(number));
            if let Some(duration) = event.duration_ms() {
                self.schedule_moment(at + from_ms(duration), Moment::Ends(number));
            }
        }
        self.timeline.base = Some(scenario);
    }
}
