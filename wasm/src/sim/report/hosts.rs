//! Report on the machines of client, server and proxy.

use super::{Report, ratio};
use crate::kernel::time::Nanos;
use crate::metric::summary::HostUse;
use crate::metric::vocabulary::{HostRole, ThreadClass, ThreadState};

impl Report<'_> {
    /// Time in a state of all threads on the machines of one side. A machine that client and server share counts as the client's, with
    /// the threads of all clients.
    pub(super) fn time_on(&self, side: HostRole, state: ThreadState) -> Nanos {
        let is_shared = !self.has_own_server();
        let all = self.world.cpu.usage(self.world.now);
        let usage = if is_shared { &all } else { &self.usage };
        let is_there = |&&class: &&ThreadClass| match class {
            ThreadClass::Proxy => side == HostRole::Proxy,
            _ if side == HostRole::Proxy => false,
            class => is_shared || class.is_server() == (side == HostRole::Server),
        };
        ThreadClass::ALL.iter().filter(is_there).map(|&class| usage[class as usize].time[state as usize]).sum()
    }

    /// Cores and context switches of all machines of the client, or of the server, together.
    pub(super) fn machines(&self, side: HostRole) -> (u32, u64) {
        let mut hosts: Vec<usize> = match side {
            HostRole::Client => self.processes().map(|process| process.host).collect(),
            HostRole::Server => (1..=self.world.plan.server_hosts).collect(),
            HostRole::Proxy => vec![self.world.plan.cores.len() - 1],
        };
        hosts.dedup();
        let machines = hosts.into_iter().map(|host| self.world.cpu.host(host));
        machines.fold((0, 0), |sum, host| (sum.0 + host.0, sum.1 + host.1))
    }

    pub(super) fn host(&self, side: HostRole) -> HostUse {
        let (cores, switches) = self.machines(side);
        let capacity = self.length() * u64::from(cores);
        let share = |state| ratio(self.time_on(side, state), capacity).unwrap_or(0.0);
        let (user, kernel, switch) = (share(ThreadState::User), share(ThreadState::Kernel), share(ThreadState::Switch));
        let requests = if side == HostRole::Client { self.completed } else { self.all_completed };
        HostUse {
            host: side,
            cores,
            user,
            kernel,
            switch,
            idle: (1.0 - user - kernel - switch).max(0.0),
            switches_per_request: ratio(switches, requests),
            mean_runnable: ratio(self.time_on(side, ThreadState::Runnable), self.length()).unwrap_or(0.0),
        }
    }

    pub(super) fn hosts(&self) -> Vec<HostUse> {
        let server = self.has_own_server().then(|| self.host(HostRole::Server));
        let proxy = self.world.plan.proxy.as_ref().map(|_| self.host(HostRole::Proxy));
        std::iter::once(self.host(HostRole::Client)).chain(server).chain(proxy).collect()
    }
}
