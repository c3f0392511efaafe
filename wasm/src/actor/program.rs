//! What a program can want, and the one place that knows all programs.

use super::client::caller::Caller;
use super::client::carrier::{Carrier, Sysmon};
use super::client::event_loop::EventLoop;
use super::client::evictor::Evictor;
use super::client::timer::Timer;
use super::server::io_loop::IoLoopThread;
use super::server::io_threads::IoWorker;
use super::server::main_loop::MainLoop;
use super::world::World;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::{Activity, ThreadClass, ThreadState};
use crate::resource::cpu::{Burst, ThreadId};

/// What a thread wants next.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// CPU time; the program is resumed when it has had it.
    Burst(Burst),
    /// To wait in this state until another actor wakes it.
    Wait(ThreadState),
    /// To wait in this state until a moment in the future.
    Sleep(ThreadState, Nanos),
    /// To do what the program of this thread, which it carries, wants.
    Carry(ThreadId),
    /// To keep the core and look, over and over, for what another thread will do, until that one says so.
    Spin,
}

impl Op {
    /// Whether it is CPU time of which there is none.
    fn is_free(&self) -> bool {
        matches!(self, Op::Burst(burst) if burst.ns == 0)
    }

    /// CPU time in the program's own code.
    pub fn user(activity: Activity, ns: Nanos) -> Op {
        Op::Burst(Burst { state: ThreadState::User, activity, ns })
    }

    /// CPU time in a system call.
    pub fn kernel(activity: Activity, ns: Nanos) -> Op {
        Op::Burst(Burst { state: ThreadState::Kernel, activity, ns })
    }
}

/// The program of a thread. One variant a kind of thread; adding a kind is a file, a variant and an arm. Kinds of which there
/// are few are boxed, so that callers, of which there are thousands, lie close together.
pub enum Program {
    /// Issues requests.
    Caller(Caller),
    /// Client event loop.
    EventLoop(Box<EventLoop>),
    /// Redis' main thread.
    MainLoop(Box<MainLoop>),
    /// Evictor of the client's pool.
    Evictor(Box<Evictor>),
    /// Keeps the timeouts of commands.
    Timer(Timer),
    /// Runs goroutines.
    Carrier(Box<Carrier>),
    /// Go's monitor thread.
    Sysmon(Box<Sysmon>),
    /// I/O thread of Redis 6, 7 or Valkey 8.
    IoWorker(Box<IoWorker>),
    /// I/O thread of Redis 8.
    IoLoop(Box<IoLoopThread>),
}

impl Program {
    /// Continues the program of `thread` after its last wish was granted, up to the next one that takes time. Effects of what
    /// it has just finished (bytes sent, connection taken, somebody woken) happen now, at `world.now`.
    #[inline(always)]
    pub fn resume(&mut self, thread: ThreadId, world: &mut World) -> Op {
        match self {
            Program::Caller(caller) => drive(ThreadClass::Caller, world, |world| caller.resume(thread, world)),
            Program::EventLoop(event_loop) => {
                drive(ThreadClass::EventLoop, world, |world| event_loop.resume(thread, world))
            }
            Program::MainLoop(main_loop) => {
                drive(ThreadClass::ServerMain, world, |world| main_loop.resume(thread, world))
            }
            Program::Evictor(evictor) => drive(ThreadClass::Evictor, world, |world| evictor.resume(thread, world)),
            Program::Timer(timer) => drive(ThreadClass::Timer, world, |world| timer.resume(world)),
            Program::Carrier(carrier) => loop {
                // It counts its own calls: not everything that it has run is its own.
                let op = carrier.resume(thread, world);
                if !op.is_free() {
                    return op;
                }
            },
            Program::Sysmon(sysmon) => drive(ThreadClass::Sysmon, world, |world| sysmon.resume(world)),
            Program::IoWorker(worker) => drive(ThreadClass::ServerIo, world, |world| worker.resume(thread, world)),
            Program::IoLoop(io_loop) => drive(ThreadClass::ServerIo, world, |world| io_loop.resume(thread, world)),
        }
    }

    /// What `thread` wants after the program of the one it carries has said its wish.
    pub fn grant(&mut self, wish: Op, thread: ThreadId, world: &mut World) -> Op {
        let op = match self {
            Program::Carrier(carrier) => carrier.grant(wish, thread, world),
            _ => wish,
        };
        if op.is_free() { self.resume(thread, world) } else { op }
    }
}

/// Goes on through bursts that cost nothing: they count as calls, but leave no mark in any other statistic or picture.
#[inline(always)]
fn drive(class: ThreadClass, world: &mut World, mut resume: impl FnMut(&mut World) -> Op) -> Op {
    loop {
        let op = resume(world);
        if let Op::Burst(burst) = op {
            world.cpu.count_call(class, burst.activity);
            if burst.ns == 0 {
                continue;
            }
        }
        return op;
    }
}
