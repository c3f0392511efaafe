//! A running system that is changed: costs, delays, rates and sizes may be others from a moment on. What has begun goes on
//! with what it has been given: a segment arrives when it was going to, a burst ends when it was going to, a batch keeps its size.
//!
//! More callers start as at the beginning of a run, over the ramp; who is too many stops after its present request. A pool has
//! other rules from then on, as with the setters of commons-pool2. These close nothing, so whoever lowers `maxTotal` also closes what
//! is too much: at once what is idle (`evict`), the rest when it comes back (`invalidateObject`). How many of anything else there are
//! (other threads, shared connections, cores, nodes) cannot be changed while it runs.

use super::Simulation;
use crate::actor::client::plan::ClientPlan;
use crate::actor::client::pool_rules::PoolRules;
use crate::actor::plan::Plan;
use crate::actor::world::World;
use crate::kernel::time::from_ns;
use crate::resource::cpu::SchedulerCosts;
use crate::scenario::{Flush, Pinned, Scenario};
use std::sync::Arc;

/// Costs of the scheduler in a scenario.
#[inline(never)]
pub fn scheduler(scenario: &Scenario) -> SchedulerCosts {
    let costs = scenario.costs.resolve();
    SchedulerCosts {
        quantum: from_ns(costs.quantum_ns).max(1),
        switch: from_ns(costs.context_switch_ns),
        cache_refill: from_ns(costs.cache_refill_ns),
        memory_share: costs.cold_switch_percent as u64,
        memory_refill: from_ns(costs.cold_switch_max_ns),
        memory_wake: from_ns(costs.cold_wake_ns),
        last_level: costs.last_level_cache_threads as u32,
        affinity: from_ns(costs.migration_cost_ns),
        interrupt: from_ns(costs.ipi_ns),
        wake_latency: from_ns(costs.wake_latency_ns),
        wake_cpu: from_ns(costs.wake_cpu_ns.min(costs.wake_latency_ns)),
        idle_exit: from_ns(costs.idle_exit_ns),
        hyper_thread: costs.hyper_thread_slowdown_percent as u64,
        client_variation: costs.client_variation_percent,
    }
}

impl ClientPlan {
    /// What there is, by number: it cannot be changed while it runs.
    #[inline(never)]
    fn shape(&self) -> [u64; 14] {
        [
            u64::from(self.callers),
            u64::from(self.workers),
            u64::from(self.refreshers) << 32 | self.refresh.map_or(0, |rules| u64::from(rules.processes)),
            u64::from(self.loops),
            u64::from(self.timers),
            u64::from(self.connections),
            u64::from(self.instances),
            u64::from(self.processors),
            u64::from(self.pooled)
                + 2 * u64::from(self.has_ring)
                + 4 * u64::from(self.per_request)
                + 8 * u64::from(self.has_evictor)
                + 16 * u64::from(self.fillers),
            self.opening_legs.len() as u64,
            // Parts of batches are prepared by size.
            if self.split.is_some() { self.scenario.workload.batch.size().into() } else { 0 },
            // A load generator deals its connections out at the start.
            if self.flush == (Flush::Writable {}) { self.at_work.into() } else { 0 },
            u64::from(self.asking_from),
            u64::from(self.pinned.carriers()) + (u64::from(matches!(self.pinned, Pinned::Call { .. })) << 32),
        ]
    }
}

impl Plan {
    fn has_shape_of(&self, other: &Plan) -> bool {
        let shape = |plan: &Plan| {
            let tls = plan.scenario.network.tls;
            let exchanges = plan.exchanges.len() - usize::from(plan.clients[0].first_exchange);
            let proxy = plan.proxy.as_ref().map(|proxy| proxy.shape());
            (plan.nodes, plan.server_io, exchanges, plan.end, plan.cores.clone(), tls, proxy)
        };
        let clients = |plan: &Plan| plan.clients.iter().map(|client| client.shape()).collect::<Vec<_>>();
        self.scenario.events == other.scenario.events && shape(self) == shape(other) && clients(self) == clients(other)
    }
}

impl World {
    /// Closes idle connections of the process that acts, of which its pools may no longer have so many.
    fn close_surplus(&mut self) {
        for node in 0..self.process.pools.len() {
            while let Some(connection) = self.process.pools[node].take_surplus() {
                self.close(connection);
            }
        }
    }
}

impl Simulation {
    /// From now on, costs, delays, the demand, what commands take and how pools lend are those of another scenario; false, and
    /// nothing happens, when it is a system of another shape, or one for which there is no room. All else in it is to be as
    /// it was.
    pub fn change(&mut self, scenario: &Scenario) -> bool {
        let timeline = &self.world.timeline;
        if timeline.base.is_none() {
            return self.change_to(scenario);
        }
        let present = scenario.during(|number| timeline.under_way.get(number) == Some(&true));
        let is_done = self.change_to(&present);
        if is_done {
            self.world.timeline.base = Some(scenario.clone());
        }
        is_done
    }

    /// The same, with the events that are under way.
    pub(super) fn change_to(&mut self, scenario: &Scenario) -> bool {
        let world = &mut self.world;
        let mut plan = Plan::new(scenario, world.plan.room.clone());
        if !plan.has_shape_of(&world.plan) || !world.wire.change(&plan.tcp, scenario.network.mbit_per_sec) {
            return false;
        }
        plan.warmup_end = world.plan.warmup_end;
        // Requests that have been issued keep their batches.
        let size = |client: &Arc<ClientPlan>| client.scenario.workload.batch;
        let is_same = plan.clients.iter().map(size).eq(world.plan.clients.iter().map(size));
        let present =
            if is_same { usize::from(world.plan.clients[0].first_exchange) } else { world.plan.exchanges.len() };
        plan.keep(world.plan.exchanges.split_at(present).0);
        world.cpu.reprice(scheduler(scenario));
        if let Some(tls) = &mut world.tls {
            tls.reprice(scenario);
        }
        for process in world.process.all_mut() {
            let client = plan.client(process.plan.number);
            process.workload.change(&client.scenario.workload.arrivals);
            for pool in process.pools.iter_mut() {
                pool.set_rules(PoolRules::new(&client.scenario.client));
            }
        }
        world.process.set_plans(|client| plan.client(client).clone());
        world.plan = plan;
        for number in 0..world.process.all().len() {
            world.process.act_for(number);
            world.set_callers(world.process.plan.at_work);
            world.close_surplus();
        }
        true
    }
}
