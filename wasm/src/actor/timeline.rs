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
}

/// Moments that the calendar knows by their number, and the events that are under way.
#[derive(Default)]
pub struct Timeline {
    moments: Vec<Moment>,
    /// By event: what changes something for good is under way from then on.
    pub under_way: Vec<bool>,
    /// The scenario without its events; `None` without any.
    pub base: Option<Scenario>,
}

impl Timeline {
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
