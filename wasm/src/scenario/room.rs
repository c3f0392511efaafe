//! Capacity of a run: callers and connections that a change may add have their numbers from the start.

use super::{Connections, Event, Scenario};

/// The most callers and pooled connections of one process of each client, by the client's number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Room(Vec<ClientRoom>);

/// The most of one process of a client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClientRoom {
    /// Threads, goroutines or callbacks that issue requests.
    pub callers: u32,
    /// Connections of its pool to a node; 0 without a pool.
    pub connections: u32,
}

impl Room {
    /// Room for nothing yet.
    pub const fn new() -> Self {
        Room(Vec::new())
    }

    /// Room for a scenario and what its events change.
    pub fn of(scenario: &Scenario) -> Self {
        let mut room = Room::default();
        room.include(scenario);
        room
    }

    /// Room for another scenario as well.
    pub fn include(&mut self, scenario: &Scenario) {
        let neighbours = scenario.neighbours.iter().map(|neighbour| (&neighbour.workload, &neighbour.client));
        for (number, (workload, client)) in
            std::iter::once((&scenario.workload, &scenario.client)).chain(neighbours).enumerate()
        {
            let connections = match client.connections {
                Connections::Pooled { max_total, .. } => max_total,
                Connections::Shared { .. } | Connections::PerRequest {} => 0,
            };
            self.at_least(number, ClientRoom { callers: workload.arrivals.callers(), connections });
        }
        for event in &scenario.events {
            if let Event::LimitChanged { path, value, .. } = event {
                let value = *value as u32;
                match path.as_str() {
                    "workload.arrivals.callers" => self.at_least(0, ClientRoom { callers: value, connections: 0 }),
                    "client.connections.maxTotal" => self.at_least(0, ClientRoom { callers: 0, connections: value }),
                    _ => {}
                }
            }
        }
    }

    /// The room of a client.
    pub fn of_client(&self, number: u16) -> ClientRoom {
        self.0.get(usize::from(number)).copied().unwrap_or_default()
    }

    fn at_least(&mut self, number: usize, ClientRoom { callers, connections }: ClientRoom) {
        if self.0.len() <= number {
            self.0.resize(number + 1, ClientRoom::default());
        }
        let own = &mut self.0[number];
        own.callers = own.callers.max(callers);
        own.connections = own.connections.max(connections);
    }
}
