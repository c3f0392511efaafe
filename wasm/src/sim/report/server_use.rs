//! Who uses the server's main threads.

use super::{Report, ratio};
use crate::metric::summary::ServerUse;

impl Report<'_> {
    pub(super) fn server_use(&self) -> Vec<ServerUse> {
        let clients = self.world.plan.clients.len() as u16;
        if clients == 1 {
            return Vec::new();
        }
        let of = |client| {
            let completed = self.world.meters[client].response.count();
            let busy = self.world.cpu.served(Some(client), self.world.now);
            ServerUse {
                main_thread: ratio(busy, self.length() * u64::from(self.world.plan.nodes)).unwrap_or(0.0),
                demand_us: ratio(busy, completed).map(|ns| ns / 1000.0),
                requests: ratio(completed, self.all_completed).unwrap_or(0.0),
            }
        };
        (0..clients).map(of).collect()
    }
}
