//! Timed waits: a thread that waits for something else may set an alarm, so that it is woken at the latest then.
//!
//! However often a thread waits, it has one event on the calendar that counts: an alarm that was called off or put off is noticed
//! when its event comes, and only then is the next one scheduled. One that is set to an earlier time leaves a later event behind,
//! which says nothing.

use super::cpu::ThreadId;
use crate::kernel::calendar::{Calendar, EventKind};
use crate::kernel::table::Table;
use crate::kernel::time::Nanos;

const NEVER: Nanos = Nanos::MAX;

/// The alarm of one thread.
#[derive(Clone, Copy)]
struct Alarm {
    due: Nanos,
    /// When its next event on the calendar is.
    event: Nanos,
}

/// Alarms of all threads.
pub struct Alarms(Table<Alarm>);

impl Alarms {
    /// Alarms of `threads` threads, none of them set.
    pub fn new(threads: usize) -> Self {
        Alarms(vec![Alarm { due: NEVER, event: NEVER }; threads].into())
    }

    /// The thread is to be woken at `due`.
    pub fn set(&mut self, thread: ThreadId, due: Nanos, calendar: &mut Calendar) {
        let alarm = &mut self.0[thread as usize];
        alarm.due = due;
        if due < alarm.event {
            alarm.event = due;
            calendar.schedule(due, EventKind::Alarm, thread);
        }
    }

    /// The thread need not be woken.
    pub fn call_off(&mut self, thread: ThreadId) {
        self.0[thread as usize].due = NEVER;
    }

    /// An event of a thread's alarm has come: whether the alarm rings.
    pub fn rings(&mut self, thread: ThreadId, now: Nanos, calendar: &mut Calendar) -> bool {
        let alarm = &mut self.0[thread as usize];
        if now < alarm.event {
            return false;
        }
        alarm.event = NEVER;
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

    #[test]
    fn an_alarm_that_is_set_to_an_earlier_time_rings_then_and_not_again() {
        let mut calendar = Calendar::default();
        let mut alarms = Alarms::new(1);
        [40, 20].into_iter().for_each(|due| alarms.set(0, due, &mut calendar));
        let mut rung = Vec::new();
        while let Some(event) = calendar.pop_until(100) {
            rung.push((event.time, alarms.rings(0, event.time, &mut calendar)));
            if event.time == 20 {
                alarms.set(0, 50, &mut calendar);
            }
        }
        assert_eq!(rung, [(20, true), (40, false), (50, true)]);
    }
}
