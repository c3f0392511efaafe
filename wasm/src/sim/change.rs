//! A running system that is changed: costs, delays, rates and sizes may be others from a moment on. What has begun goes on
//! with what it has been given: a segment arrives when it was going to, a burst ends when it was going to. A pool has other
//! rules from then on, as with the setters of commons-pool2. How many of anything else there are (threads, shared connections,
//! cores, nodes, commands of a round trip) cannot be changed while it runs.

use super::Simulation;
use crate::actor::client::plan::ClientPlan;
use crate::actor::client::pool_rules::PoolRules;
use crate::actor::plan::Plan;
use crate::kernel::time::from_ns;
use crate::resource::cpu::SchedulerCosts;
use crate::scenario::Scenario;

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
    fn shape(&self) -> [u64; 12] {
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
            u64::from(self.scenario.workload.batch.size()),
            u64::from(self.first_exchange),
        ]
    }
}

impl Plan {
    fn has_shape_of(&self, other: &Plan) -> bool {
        let shape = |plan: &Plan| {
            let tls = plan.scenario.network.tls;
            (plan.nodes, plan.server_io, plan.exchanges.len(), plan.end, plan.cores.clone(), tls)
        };
        let clients = |plan: &Plan| plan.clients.iter().map(|client| client.shape()).collect::<Vec<_>>();
        self.scenario.events == other.scenario.events && shape(self) == shape(other) && clients(self) == clients(other)
    }
}

impl Simulation {
    /// From now on, costs, delays, the demand, what commands take and how pools lend are those of another scenario; false, and
    /// nothing happens, when it is a system of another shape, or a pool for which there is no room. All else in it is to be as
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
        let mut plan = Plan::new(scenario, world.plan.clients[0].per_node);
        if !plan.has_shape_of(&world.plan) || !world.wire.change(&plan.tcp, scenario.network.mbit_per_sec) {
            return false;
        }
        plan.warmup_end = world.plan.warmup_end;
        world.cpu.reprice(scheduler(scenario));
        if let Some(tls) = &mut world.tls {
            tls.reprice(scenario);
        }
        for process in world.process.all_mut() {
            let client = plan.clients[usize::from(process.plan.number)].clone();
            process.workload.change(&client.scenario.workload.arrivals);
            for pool in process.pools.iter_mut() {
                pool.rules = PoolRules::new(&client.scenario.client);
            }
            process.plan = client;
        }
        world.plan = plan;
        true
    }
}
