//! What a program can want, and the one place that knows all programs.

use super::client::caller::Caller;
use super::client::event_loop::EventLoop;
use super::server::main_loop::MainLoop;
use super::world::World;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::{Activity, ThreadState};
use crate::resource::cpu::{Burst, ThreadId};

/// What a thread wants next.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// CPU time; the program is resumed when it has had it.
    Burst(Burst),
    /// To wait in this state until another actor wakes it.
    Wait(ThreadState),
    /// To wait, idle, until a moment in the future.
    Sleep(Nanos),
}

impl Op {
    /// CPU time in the program's own code.
    pub fn user(activity: Activity, ns: Nanos) -> Op {
        Op::Burst(Burst { state: ThreadState::User, activity, ns })
    }

    /// CPU time in a system call.
    pub fn kernel(activity: Activity, ns: Nanos) -> Op {
        Op::Burst(Burst { state: ThreadState::Kernel, activity, ns })
    }
}

/// The program of a thread. One variant a kind of thread; adding a kind is a file, a variant and an arm.
pub enum Program {
    /// Issues requests.
    Caller(Caller),
    /// Client event loop.
    EventLoop(EventLoop),
    /// Redis' main thread.
    MainLoop(MainLoop),
}

impl Program {
    /// Continues the program of `thread` after its last wish was granted, up to its next one. Effects of what it has just
    /// finished (bytes sent, connection taken, somebody woken) happen now, at `world.now`.
    pub fn resume(&mut self, thread: ThreadId, world: &mut World) -> Op {
        match self {
            Program::Caller(caller) => caller.resume(thread, world),
            Program::EventLoop(event_loop) => event_loop.resume(thread, world),
            Program::MainLoop(main_loop) => main_loop.resume(thread, world),
        }
    }
}
