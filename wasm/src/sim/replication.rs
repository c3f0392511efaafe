//! Report on replicas that serve requests.

use super::report::distribution;
use crate::actor::world::World;
use crate::kernel::time::Nanos;
use crate::metric::summary::Replication;

/// Of a window of so many nanoseconds; `None` where no replica serves.
pub fn replication(world: &World, length: Nanos) -> Option<Replication> {
    let World { plan, server_meter, keyspaces, .. } = world;
    let of = || Replication {
        applied_per_sec: if length == 0 { 0.0 } else { server_meter.lag.count() as f64 * 1e9 / length as f64 },
        lag: distribution(&server_meter.lag, None),
        pending: keyspaces.iter().map(|keyspace| keyspace.inbox.pending()).sum::<u64>() as f64,
    };
    plan.keyspace.replicas_serve.then(of)
}
