//! The mix of commands: of which kind a request is, and what there is to know of a kind besides what it exchanges.

use super::request::Request;
use crate::kernel::time::{Nanos, from_ms};
use crate::scenario::{KINDS, Workload};

/// Kinds of commands by number. The first is 0.
#[derive(Clone, Copy, Debug)]
pub struct Mix {
    /// Up to which of the numbers between 0 and 1 a request is of the second kind, of the third… The rest is of the first.
    up_to: [f64; KINDS - 1],
    /// Time for which a command of each kind waits on the server.
    waits: [Nanos; KINDS],
    /// Whether any kind does.
    pub has_waits: bool,
}

impl Mix {
    /// What the workload mixes.
    pub fn new(workload: &Workload) -> Self {
        let mut mix = Mix { up_to: [0.0; KINDS - 1], waits: [0; KINDS], has_waits: false };
        let mut sum = 0.0;
        for (index, kind) in workload.kinds().iter().enumerate().skip(1) {
            sum += kind.share;
            mix.up_to[index - 1] = sum;
            mix.waits[index] = from_ms(kind.wait_ms);
            mix.has_waits |= mix.waits[index] > 0;
        }
        mix
    }

    /// Whether a request may be of another kind than the first.
    #[inline(always)]
    pub fn is_random(&self) -> bool {
        self.up_to[KINDS - 2] > 0.0
    }

    /// The kind of the request that has drawn a number in (0, 1].
    pub fn kind_at(&self, drawn: f64) -> u16 {
        self.up_to.iter().position(|&most| drawn <= most).map_or(0, |index| index as u16 + 1)
    }

    /// Time for which the commands of a request wait on the server, each. The kinds take turns among the exchanges.
    pub fn wait_of(&self, request: &Request) -> Nanos {
        self.waits[request.exchange as usize % KINDS]
    }
}
