//! Resources that actors compete for or communicate through: cores, alarms, sockets with the wire between them, and readiness sets.

pub mod alarm;
pub mod cpu;
pub mod interrupts;
pub mod link;
pub mod message;
pub mod poll;
pub mod tcp;
pub mod wire;
