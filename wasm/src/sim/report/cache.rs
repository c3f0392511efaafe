//! Report on client-side caching in the measured window.

use super::{Report, ratio};
use crate::actor::tracking::CacheCounts;
use crate::metric::summary::CacheUse;

impl Report<'_> {
    pub(super) fn client_side_cache(&self) -> Option<CacheUse> {
        let tracking = self.world.tracking.as_ref()?;
        let CacheCounts { hits, misses, invalidations } = tracking.counts(self.client.number)?;
        let per_sec = |count: u64| if self.length() > 0 { count as f64 / self.seconds() } else { 0.0 };
        let kept: u64 = self.processes().map(|process| u64::from(tracking.kept(process.number as usize))).sum();
        Some(CacheUse {
            hit_ratio: ratio(hits, hits + misses),
            hits_per_sec: per_sec(hits),
            invalidations_per_sec: per_sec(invalidations),
            values: kept as f64 / self.processes().count().max(1) as f64,
            tracked_keys: f64::from(tracking.tracked()),
        })
    }
}
