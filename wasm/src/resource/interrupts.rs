//! Adaptive interrupt moderation of a network card: Linux's dynamic interrupt moderation (`lib/dim/net_dim.c`).
//!
//! A card raises at most one interrupt in each interval. Packets that arrive earlier wait in its queue. After 64 interrupts
//! the driver compares the rates of bytes, packets and interrupts with those of the previous 64. It lengthens or shortens the
//! interval as long as that makes them better. A packet that comes alone does not wait.

use crate::kernel::time::{Nanos, US};

/// The intervals of the driver, shortest first: `NET_DIM_RX_EQE_PROFILES`.
const INTERVALS: [Nanos; 5] = [US, 8 * US, 64 * US, 128 * US, 256 * US];

/// Interrupts from one decision to the next: `DIM_NEVENTS`.
const INTERRUPTS_PER_DECISION: u64 = 64;

/// Steps after which the search pauses: `NET_DIM_PARAMS_NUM_PROFILES * 2`.
const STEPS_BEFORE_PAUSE: u32 = 10;

/// The receive queue of a network card.
#[derive(Clone, Copy, Debug, Default)]
pub struct Interrupts {
    /// When the last interrupt was raised, or will be.
    last: Nanos,
    seen: Sample,
    start: Option<Sample>,
    search: Search,
}

/// Counts up to an interrupt.
#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    at: Nanos,
    interrupts: u64,
    packets: u64,
    bytes: u64,
}

/// Rates per millisecond, rounded up as the driver does.
#[derive(Clone, Copy, Debug, Default)]
struct Rates {
    bytes: u64,
    packets: u64,
    interrupts: u64,
}

/// What the driver does next with the interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Direction {
    /// Keeps the best interval until the rates change.
    #[default]
    Parked,
    /// Keeps the interval for as many decisions as it made steps.
    Tired,
    Longer,
    Shorter,
}

/// The search for the best interval (`struct dim`).
#[derive(Clone, Copy, Debug, Default)]
struct Search {
    interval: usize,
    direction: Direction,
    previous: Rates,
    longer: u32,
    shorter: u32,
    steps: u32,
}

impl Interrupts {
    /// A packet reaches the card; returns when its interrupt is raised.
    #[inline]
    pub fn raised_for(&mut self, arrives: Nanos, bytes: u64) -> Nanos {
        if arrives > self.last {
            if self.seen.packets > 0 {
                self.handled();
            }
            self.last = arrives.max(self.last.saturating_add(INTERVALS[self.search.interval]));
        }
        self.seen.packets += 1;
        self.seen.bytes += bytes;
        self.last
    }

    /// The driver has taken the packets of the last interrupt: it may decide (`net_dim`).
    fn handled(&mut self) {
        self.seen.interrupts += 1;
        self.seen.at = self.last;
        let Some(start) = self.start else {
            self.start = Some(self.seen);
            return;
        };
        if self.seen.interrupts - start.interrupts >= INTERRUPTS_PER_DECISION {
            let keeps = self.search.decide(Rates::between(&start, &self.seen));
            self.start = keeps.then_some(self.seen);
        }
    }
}

impl Rates {
    fn between(start: &Sample, end: &Sample) -> Self {
        let micros = ((end.at - start.at) / US).max(1);
        let per_ms = |count: u64| (count * 1000).div_ceil(micros);
        Rates {
            bytes: per_ms(end.bytes - start.bytes),
            packets: per_ms(end.packets - start.packets),
            interrupts: per_ms(INTERRUPTS_PER_DECISION),
        }
    }

    /// Whether these are better (true) or worse than `previous`: more bytes, else more packets, else fewer interrupts. None if no
    /// difference is above 10 %.
    fn better_than(&self, previous: &Rates) -> Option<bool> {
        let differ = |now: u64, before: u64| before == 0 || 100 * now.abs_diff(before) / before > 10;
        if differ(self.bytes, previous.bytes) {
            return Some(self.bytes > previous.bytes);
        }
        if differ(self.packets, previous.packets) {
            return Some(self.packets > previous.packets);
        }
        differ(self.interrupts, previous.interrupts).then_some(self.interrupts < previous.interrupts)
    }
}

impl Search {
    /// Decides by the latest rates; returns whether the interval stays (`net_dim_decision`).
    fn decide(&mut self, rates: Rates) -> bool {
        let (interval, was_parked) = (self.interval, self.direction == Direction::Parked);
        let better = rates.better_than(&self.previous);
        match self.direction {
            Direction::Parked if better.is_some() => self.leave_pause(),
            Direction::Parked => (),
            Direction::Tired => {
                self.steps -= 1;
                if self.steps == 0 {
                    self.leave_pause();
                }
            }
            Direction::Longer | Direction::Shorter => self.go_on(better == Some(true)),
        }
        if !was_parked || self.direction != Direction::Parked {
            self.previous = rates;
        }
        self.interval == interval
    }

    fn leave_pause(&mut self) {
        self.direction = if self.interval > 0 { Direction::Shorter } else { Direction::Longer };
        self.step();
    }

    fn go_on(&mut self, is_better: bool) {
        match self.direction {
            Direction::Longer if !is_better => (self.direction, self.shorter) = (Direction::Shorter, 0),
            Direction::Shorter if !is_better => (self.direction, self.longer) = (Direction::Longer, 0),
            _ => (),
        }
        let (back, forth) = match self.direction {
            Direction::Longer => (self.shorter, self.longer),
            _ => (self.longer, self.shorter),
        };
        // After steps to one side one step back has made it worse: the best interval is the one between.
        if back > 1 && forth == 1 {
            self.park(Direction::Parked);
            self.steps = 0;
        } else {
            self.step();
        }
    }

    /// Takes the next interval, or pauses where there is none or after many steps (`net_dim_step`).
    fn step(&mut self) {
        let next = match self.direction {
            Direction::Longer => self.interval + 1,
            _ => self.interval.wrapping_sub(1),
        };
        if self.steps == STEPS_BEFORE_PAUSE {
            self.park(Direction::Tired);
        } else if next >= INTERVALS.len() {
            self.park(Direction::Parked);
            self.steps = 0;
        } else {
            match self.direction {
                Direction::Longer => self.longer += 1,
                _ => self.shorter += 1,
            }
            self.interval = next;
            self.steps += 1;
        }
    }

    fn park(&mut self, direction: Direction) {
        (self.direction, self.longer, self.shorter) = (direction, 0, 0);
    }
}
