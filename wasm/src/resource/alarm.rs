//! Timed waits: a thread that waits for something else may set an alarm, so that it is woken at the latest then.
//!
//! A thread has at most one event on the calendar, however often it waits: an alarm that was called off or put off is noticed
//! when its event comes, and only then is the next one scheduled.

use super::cpu::ThreadId;
use crate::kernel::calendar::{Calendar, EventKind};
use crate::kernel::table::Table;
use crate::kernel::time::Nanos;

const NEVER: Nanos = Nanos::MAX;

/// The alarm of one thread.
#[derive(Clone, Copy)]
struct Alarm {
    due: Nanos,
    /// Whether an event is on the calendar.
    scheduled: bool,
}

/// Alarms of all threads.
pub struct Alarms(Table<Alarm>);

impl Alarms {
    /// Alarms of `threads` threads, none of them set.
    pub fn new(threads: usize) -> Self {
        Alarms(vec![Alarm { due: NEVER, scheduled: false }; threads].into())
    }

    /// The thread is to be woken at `due`, which is not before any moment it has set before.
    pub fn set(&mut self, thread: ThreadId, due: Nanos, calendar: &mut Calendar) {
        let alarm = &mut self.0[thread as usize];
        alarm.due = due;
        if !std::mem::replace(&mut alarm.scheduled, true) {
            calendar.schedule(due, EventKind::Alarm, thread);
        }
    }

    /// The thread need not be woken.
    pub fn call_off(&mut self, thread: ThreadId) {
        self.0[thread as usize].due = NEVER;
    }

    /// The event of a thread's alarm has come: whether the alarm rings.
    pub fn rings(&mut self, thread: ThreadId, now: Nanos, calendar: &mut Calendar) -> bool {
        let alarm = &mut self.0[thread as usize];
        alarm.scheduled = false;
        let due = alarm.due;
        if due <= now {
            alarm.due = NEVER;
            return true;
        }
        if due < NEVER {
            self.set(thread, due, calendar);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alarm_rings_once_and_when_it_was_last_set_to() {
        let mut calendar = Calendar::default();
        let mut alarms = Alarms::new(1);
        alarms.set(0, 10, &mut calendar);
        alarms.call_off(0);
        alarms.set(0, 30, &mut calendar);
        let mut rung = Vec::new();
        while let Some(event) = calendar.pop_until(100) {
            rung.push((event.time, alarms.rings(0, event.time, &mut calendar)));
        }
        assert_eq!(rung, [(10, false), (30, true)]);
    }
}
