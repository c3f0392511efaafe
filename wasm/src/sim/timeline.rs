//! Applies the events of the timeline.

use super::Simulation;
use crate::actor::program::Program;
use crate::actor::timeline::Moment;
use crate::kernel::calendar::EventKind;
use crate::kernel::time::{Nanos, from_ms};
use crate::scenario::Event;

impl Simulation {
    /// A moment of the timeline has come.
    #[cold]
    #[inline(never)]
    pub(super) fn happen(&mut self, milestone: u32) {
        match self.world.timeline.moment(milestone) {
            Moment::Begins(number) => self.begin_event(number),
            Moment::Ends(number) => self.end_event(number),
            Moment::Reconnects(process) => self.world.reconnect(process),
            Moment::Replicated(node) => self.world.wake_main(node),
        }
    }

    fn begin_event(&mut self, number: usize) {
        self.world.timeline.under_way[number] = true;
        match self.world.plan.scenario.events[number].clone() {
            Event::ServerStall { duration_ms, node, .. } => self.stall(node as usize, from_ms(duration_ms)),
            Event::ClientPause { duration_ms, client, .. } => self.pause(client as usize, from_ms(duration_ms)),
            Event::ConnectionsDropped { share_percent, silent, give_up_ms, refused_ms, .. } => {
                self.world.refuse_connections(from_ms(refused_ms));
                let patience = silent.then(|| from_ms(give_up_ms));
                self.world.drop_connections(share_percent / 100.0, patience);
            }
            Event::NodeLost { node, .. } => self.world.lose_node(node as usize),
            Event::InstancesChanged { instances, .. } => self.world.set_instances(instances),
            Event::NetworkDelay { .. }
            | Event::NetworkLoss { .. }
            | Event::Burst { .. }
            | Event::LimitChanged { .. } => self.apply_events(),
        }
    }

    fn end_event(&mut self, number: usize) {
        self.world.timeline.under_way[number] = false;
        match self.world.plan.scenario.events[number] {
            Event::NodeLost { node, .. } => self.world.replace_node(node as usize),
            Event::ConnectionsDropped { .. } => self.world.give_up_silent(),
            Event::NetworkDelay { .. } | Event::NetworkLoss { .. } | Event::Burst { .. } => self.apply_events(),
            _ => {}
        }
    }

    /// The system becomes what the scenario says while its present events last.
    fn apply_events(&mut self) {
        let timeline = &self.world.timeline;
        let Some(base) = &timeline.base else { return };
        let scenario = base.during(|number| timeline.under_way[number]);
        let is_done = self.change_to(&scenario);
        debug_assert!(is_done, "what an event changes is no part of the system's shape");
    }

    /// Something else keeps the main thread of a node busy.
    fn stall(&mut self, node: usize, duration: Nanos) {
        let main = self.world.mains[node];
        self.world.process.act_for_thread(main);
        if let Program::MainLoop(program) = &mut self.programs[main as usize] {
            program.stall(duration, main, &mut self.world);
        }
    }

    /// The processes of a client stand still.
    fn pause(&mut self, client: usize, duration: Nanos) {
        let until = self.world.now + duration;
        self.paused.resize(self.world.process.all().len(), 0);
        for (process, paused) in self.world.process.all().iter().zip(&mut self.paused) {
            if usize::from(process.plan.number) == client {
                *paused = until.max(*paused);
            }
        }
        self.paused_until = self.paused_until.max(until);
    }

    /// Whether an event is a core's on which a thread of a process runs, or is to run, that stands still. Then it comes when the pause is
    /// over: what the thread was at ends then.
    #[cold]
    #[inline(never)]
    pub(super) fn waits_for_pause(&mut self, kind: EventKind, index: u32) -> bool {
        let world = &mut self.world;
        if !matches!(kind, EventKind::Core | EventKind::Slice) {
            return false;
        }
        let Some(thread) = world.cpu.current(index).filter(|&thread| !world.cpu.class(thread).is_server()) else {
            return false;
        };
        let until = self.paused[world.process.of_thread(thread)];
        if until <= world.now {
            return false;
        }
        world.calendar.schedule(until, kind, index);
        true
    }
}
