//! Commands without a reply on each shared connection, and their limit: Lettuce's `requestQueueSize`
//! (`DefaultEndpoint.validateWrite`), node-redis' `commandsQueueMaxLength`. A request above the limit fails at once.

use crate::kernel::table::Table;

/// Counts the commands; only where there is a limit.
pub struct Outstanding {
    limit: u32,
    first: u32,
    commands: Table<u32>,
}

impl Outstanding {
    /// Of so many connections from the `first` on; `limit` 0 is without limit.
    pub fn new(limit: u32, first: u32, connections: u32) -> Self {
        let counted = if limit > 0 { connections } else { 0 };
        Outstanding { limit, first, commands: vec![0; counted as usize].into() }
    }

    /// Whether a connection has room for so many more.
    pub fn has_room(&self, connection: u32, commands: u32) -> bool {
        self.limit == 0 || self.commands[(connection - self.first) as usize] + commands <= self.limit
    }

    /// Commands were handed to the connection's loop.
    pub fn asked(&mut self, connection: u32, commands: u32) {
        if self.limit > 0 {
            self.commands[(connection - self.first) as usize] += commands;
        }
    }

    /// Answers were read.
    pub fn answered(&mut self, connection: u32, commands: u32) {
        if self.limit > 0 {
            let left = &mut self.commands[(connection - self.first) as usize];
            // Of a socket that was closed meanwhile some may come after all.
            *left = left.saturating_sub(commands);
        }
    }

    /// The socket of the connection is closed: nothing that was asked there counts any more.
    pub fn forget(&mut self, connection: u32) {
        if self.limit > 0 {
            self.commands[(connection - self.first) as usize] = 0;
        }
    }
}
