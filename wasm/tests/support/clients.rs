//! The laws of each of several clients, and of the whole.

use engine::metric::summary::{
    ClientSummary, Distribution, Little, PhaseCheck, PhaseTime, Requests, Summary, Throughput,
};
use engine::metric::vocabulary::ThreadClass;
use engine::sim::Simulation;

/// What the laws look at, of the first client or a neighbour.
pub struct Client<'s> {
    /// See the summary.
    pub requests: &'s Requests,
    /// See the summary.
    pub throughput: &'s Throughput,
    /// See the summary.
    pub response: &'s Distribution,
    /// See the summary.
    pub times: &'s [PhaseTime],
    /// See the summary.
    pub little: &'s Little,
    /// See the summary.
    pub phases: &'s PhaseCheck,
}

/// What they look at of the first client.
pub fn first(s: &Summary) -> Client<'_> {
    let (requests, throughput, response) = (&s.requests, &s.throughput, &s.response_time);
    Client { requests, throughput, response, times: &s.phases, little: &s.little, phases: &s.phase_check }
}

/// What they look at of a neighbour.
pub fn neighbour(s: &ClientSummary) -> Client<'_> {
    let (requests, throughput, response) = (&s.requests, &s.throughput, &s.response_time);
    Client { requests, throughput, response, times: &s.phases, little: &s.little, phases: &s.phase_check }
}

/// Every request of every client is accounted for, and every moment of the threads of all of them.
pub fn assert_laws_of_all(simulation: &Simulation, summary: &Summary) {
    let clients = std::iter::once(first(summary)).chain(summary.neighbours.iter().map(neighbour));
    for Client { requests, little, phases, .. } in clients {
        let before = requests.issued + requests.in_progress_at_start;
        assert_eq!(before, requests.completed + requests.failed + requests.in_progress_at_end, "flow balance");
        assert_eq!(little.residual_ns, 0.0, "Little's law on the sample path");
        assert_eq!(phases.phases_ns, phases.response_ns, "phases add up to response times");
    }
    let (cpu, now) = (&simulation.world().cpu, simulation.now());
    let window = now - (summary.window_start_us * 1000.0).round() as u64;
    for client in 0..=summary.neighbours.len() as u16 {
        for (class, usage) in ThreadClass::ALL.iter().zip(cpu.usage_of(client, now)) {
            let lived: u64 = usage.time.iter().sum();
            assert_eq!(lived, window * u64::from(cpu.count(client, *class)), "{class:?} of client {client}");
        }
    }
    let mains: u64 = simulation.world().mains.iter().map(|&main| cpu.busy(main, now)).sum();
    let served: u64 = (0..=summary.neighbours.len() as u16).map(|client| cpu.served(Some(client), now)).sum();
    assert_eq!(served + cpu.served(None, now), mains, "the server works for somebody, or for nobody in particular");
    simulation.world().wire.assert_consistent();
    cpu.assert_consistent();
}
