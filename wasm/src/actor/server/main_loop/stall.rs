//! A single stall of the main thread, such as a fork or a slow command.

use super::MainLoop;
use crate::actor::world::World;
use crate::kernel::time::Nanos;
use crate::resource::cpu::ThreadId;

impl MainLoop {
    /// From now on something else keeps the thread busy for so long: it begins after the events of this turn.
    pub fn stall(&mut self, duration: Nanos, me: ThreadId, world: &mut World) {
        self.cron.stall(duration, world.now);
        self.arm_timer(me, world);
    }
}
