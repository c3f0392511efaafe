//! Messages to connections that subscribe, in the measured window.

use super::{Report, distribution};
use crate::metric::summary::PubSubUse;

impl Report<'_> {
    pub(super) fn pub_sub(&self) -> Option<PubSubUse> {
        let pub_sub = self.world.pub_sub.as_ref().filter(|_| self.client.subscriptions > 0)?;
        let (subscriptions, closed, delays) = pub_sub.counts(self.client.number);
        Some(PubSubUse {
            subscriptions: subscriptions.into(),
            closed: closed.into(),
            deliveries_per_sec: if self.length() > 0 { delays.count() as f64 / self.seconds() } else { 0.0 },
            delivery: distribution(delays, None),
        })
    }
}
