//! The mix of commands: of which kind a request is, and how long that kind waits on the server.

use crate::kernel::time::from_ms;
use crate::scenario::{KINDS, Kind, Workload};

/// Kinds of commands by number. The first is 0.
#[derive(Clone, Copy, Debug)]
pub struct Mix {
    kinds: [Kind; KINDS],
    /// Whether requests may be of another kind than the first.
    pub is_random: bool,
    /// Whether the commands of any kind wait on the server.
    pub has_waits: bool,
}

impl Mix {
    /// What the workload mixes.
    pub fn new(workload: &Workload) -> Self {
        let kinds = workload.kinds();
        let has_waits = kinds.iter().any(|kind| from_ms(kind.block_ms) > 0);
        Mix { kinds, is_random: kinds[0].share < 1.0, has_waits }
    }

    /// The kind of the request that has drawn a number in (0, 1]: up to the share of the second it is of that, from there up to
    /// the share of the third of that one, and so on. The rest is of the first.
    pub fn kind_at(&self, mut drawn: f64) -> u16 {
        let further = self.kinds[1..].iter().position(|kind| {
            drawn -= kind.share;
            drawn <= 0.0
        });
        further.map_or(0, |index| index as u16 + 1)
    }
}
