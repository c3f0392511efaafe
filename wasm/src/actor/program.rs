//! Actions of a program, and the only place that knows all programs.

use super::client::caller::Caller;
use super::client::carrier::{Carrier, Sysmon};
use super::client::event_loop::EventLoop;
use super::client::evictor::Evictor;
use super::client::filler::Filler;
use super::client::node_loop::NodeLoop;
use super::client::ring::{Reader, Writer};
use super::client::timer::Timer;
use super::proxy::Proxy;
use super::server::io_loop::IoLoopThread;
use super::server::io_threads::IoWorker;
use super::server::main_loop::MainLoop;
use super::world::World;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::{Activity, ThreadState};
use crate::resource::cpu::{Burst, ThreadId};
use std::num::NonZeroU64;

/// What a thread wants next, in one word: programs are state machines inside state machines, and what passes through them
/// all stays in a register, which in WebAssembly a structure would not.
///
/// From the top: 3 bits for the kind, 6 for the activity or state, 55 for nanoseconds (a year; runs end long before) or a
/// thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Op(NonZeroU64);

/// An [`Op`], taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
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

const NS_BITS: u32 = 55;
const MOST_NS: Nanos = (1 << NS_BITS) - 1;
const WHAT_BITS: u32 = 6;
const WHAT_MASK: usize = (1 << WHAT_BITS) - 1;
const _: () = assert!(Activity::COUNT <= 1 << WHAT_BITS, "an activity has its bits");

// CPU time comes first: one comparison tells it from the rest.
const USER: u64 = 1;
const KERNEL: u64 = 2;
const WAIT: u64 = 3;
const SLEEP: u64 = 4;
const CARRY: u64 = 5;
const SPIN: u64 = 6;

impl Op {
    /// What it is CPU time for, if it is CPU time: the number of an activity.
    #[inline(always)]
    fn activity(self) -> Option<usize> {
        let word = self.0.get();
        (word >> (NS_BITS + WHAT_BITS) <= KERNEL).then_some((word >> NS_BITS) as usize & WHAT_MASK)
    }

    /// Whether it is CPU time of which there is none.
    #[inline(always)]
    pub fn is_free(self) -> bool {
        self.activity().is_some() && self.0.get() & MOST_NS == 0
    }

    /// Whether it is CPU time for this.
    pub fn is(self, activity: Activity) -> bool {
        self.activity() == Some(activity as usize)
    }

    /// Whether it is to do what the program of another thread wants.
    #[inline(always)]
    pub fn is_carrying(self) -> bool {
        self.0.get() >> (NS_BITS + WHAT_BITS) == CARRY
    }

    /// CPU time in the program's own code.
    pub fn user(activity: Activity, ns: Nanos) -> Op {
        Op::pack(USER, activity as u8, ns)
    }

    /// CPU time in a system call.
    pub fn kernel(activity: Activity, ns: Nanos) -> Op {
        Op::pack(KERNEL, activity as u8, ns)
    }

    /// Nothing: the program goes on at once, at the step that it has set.
    pub const NOTHING: Op = Op::pack(USER, Activity::None as u8, 0);

    /// To wait in this state until another actor wakes the thread.
    pub fn wait(state: ThreadState) -> Op {
        Op::pack(WAIT, state as u8, 0)
    }

    /// To wait in this state until a moment in the future.
    pub fn sleep(state: ThreadState, until: Nanos) -> Op {
        Op::pack(SLEEP, state as u8, until)
    }

    /// To do what the program of another thread wants.
    pub fn carry(thread: ThreadId) -> Op {
        Op::pack(CARRY, 0, u64::from(thread))
    }

    /// To look, over and over, for what another thread will do.
    pub fn spin() -> Op {
        Op::pack(SPIN, 0, 0)
    }

    #[inline(always)]
    const fn pack(kind: u64, what: u8, ns: Nanos) -> Op {
        let what = (kind << WHAT_BITS) | what as u64;
        // Never 0, as kinds start at 1.
        let ns = if ns < MOST_NS { ns } else { MOST_NS };
        match NonZeroU64::new((what << NS_BITS) | ns) {
            Some(word) => Op(word),
            None => Op(NonZeroU64::MIN),
        }
    }

    /// What it is that the thread wants.
    #[inline(always)]
    pub fn wish(self) -> Wish {
        let word = self.0.get();
        let (kind, ns) = (word >> (NS_BITS + WHAT_BITS), word & MOST_NS);
        let what = (word >> NS_BITS) as usize & WHAT_MASK;
        match kind {
            WAIT => Wish::Wait(ThreadState::ALL[what]),
            SLEEP => Wish::Sleep(ThreadState::ALL[what], ns),
            CARRY => Wish::Carry(ns as ThreadId),
            SPIN => Wish::Spin,
            _ => {
                let state = if kind == USER { ThreadState::User } else { ThreadState::Kernel };
                Wish::Burst(Burst { state, activity: Activity::ALL[what], ns })
            }
        }
    }
}

/// The program of a thread. One variant a kind of thread; adding a kind is a file, a variant and an arm. Kinds of which there
/// are few are boxed, so that callers, of which there are thousands, lie close together.
pub enum Program {
    /// Issues requests, or asks for parts of batches or for the topology.
    Caller(Caller),
    /// Client event loop.
    EventLoop(Box<EventLoop>),
    /// Redis' main thread.
    MainLoop(Box<MainLoop>),
    /// Evictor of the client's pool.
    Evictor(Box<Evictor>),
    /// Opens connections for the client's pool in the background.
    Filler(Box<Filler>),
    /// Keeps the timeouts of commands.
    Timer(Timer),
    /// Runs goroutines.
    Carrier(Box<Carrier>),
    /// Goroutine that writes a connection.
    Writer(Box<Writer>),
    /// Goroutine that reads a connection.
    Reader(Box<Reader>),
    /// Node's thread.
    NodeLoop(Box<NodeLoop>),
    /// Go's monitor thread.
    Sysmon(Box<Sysmon>),
    /// I/O thread of Redis 6, 7 or Valkey 8.
    IoWorker(Box<IoWorker>),
    /// I/O thread of Redis 8.
    IoLoop(Box<IoLoopThread>),
    /// Thread of a proxy.
    Proxy(Box<Proxy>),
}

impl Program {
    /// Continues the program of `thread` after its last wish was granted, up to the next one that takes time. Effects of what
    /// it has just finished (bytes sent, connection taken, somebody woken) happen now, at `world.now`.
    ///
    /// The programs on the way of a request are inlined down to their last level, once each: a step that costs nothing is then a
    /// turn of a loop, not a call through all levels.
    #[inline(always)]
    pub fn resume(&mut self, thread: ThreadId, world: &mut World) -> Op {
        match self {
            _ if world.takes_detours => self.resume_with_detours(thread, world),
            Program::Caller(caller) => drive_caller(caller, thread, world),
            Program::MainLoop(main_loop) => drive_main_loop(main_loop, thread, world),
            other => other.run(thread, world),
        }
    }

    /// The same where connections are encrypted, or callers can be pinned.
    #[cold]
    #[inline(never)]
    fn resume_with_detours(&mut self, thread: ThreadId, world: &mut World) -> Op {
        let wish = self.resume_any(thread, world);
        if let Program::Caller(caller) = self
            && world.process.plan.pinned.carriers() > 0
        {
            caller.after_wish(wish, thread, world);
        }
        wish
    }

    /// The same where socket calls have two halves: the cryptography and the call itself.
    #[cold]
    #[inline(never)]
    fn resume_encrypted(&mut self, thread: ThreadId, world: &mut World) -> Op {
        if let Some(op) = world.second_half(thread) {
            return op;
        }
        let op = self.run(thread, world);
        world.first_half(op, thread)
    }

    /// The same, for what is carried.
    pub fn resume_any(&mut self, thread: ThreadId, world: &mut World) -> Op {
        if world.tls.is_some() { self.resume_encrypted(thread, world) } else { self.run(thread, world) }
    }

    /// The same, for programs that are not on the way of every request.
    #[inline(never)]
    fn run(&mut self, thread: ThreadId, world: &mut World) -> Op {
        match self {
            Program::Caller(caller) => drive_caller(caller, thread, world),
            Program::EventLoop(event_loop) => drive(world, |world| event_loop.resume(thread, world)),
            Program::MainLoop(main_loop) => drive_main_loop(main_loop, thread, world),
            Program::Evictor(evictor) => drive(world, |world| evictor.resume(thread, world)),
            Program::Filler(filler) => drive(world, |world| filler.resume(thread, world)),
            Program::Timer(timer) => drive(world, |world| timer.resume(world)),
            // These count their own calls: not everything that they have run is their own.
            Program::Carrier(carrier) => skip_free(world, |world| carrier.resume(thread, world)),
            Program::NodeLoop(node_loop) => skip_free(world, |world| node_loop.resume(thread, world)),
            Program::Writer(writer) => drive(world, |world| writer.resume(thread, world)),
            Program::Reader(reader) => drive(world, |world| reader.resume(thread, world)),
            Program::Sysmon(sysmon) => drive(world, |world| sysmon.resume(world)),
            Program::IoWorker(worker) => drive(world, |world| worker.resume(thread, world)),
            Program::IoLoop(io_loop) => drive(world, |world| io_loop.resume(thread, world)),
            Program::Proxy(proxy) => drive(world, |world| proxy.resume(thread, world)),
        }
    }

    /// What `thread` wants after the program of the one it carries has said its wish.
    pub fn grant(&mut self, wish: Op, thread: ThreadId, world: &mut World) -> Op {
        let op = match self {
            Program::Carrier(carrier) => carrier.grant(wish, thread, world),
            Program::NodeLoop(node_loop) => node_loop.grant(wish, thread, world),
            _ => wish,
        };
        if world.tls.is_some() { world.first_half(op, thread) } else { op }
    }
}

/// Drives a caller: a closure in [`drive`] would be called anew for every step that costs nothing.
#[inline(never)]
fn drive_caller(caller: &mut Caller, thread: ThreadId, world: &mut World) -> Op {
    loop {
        let op = caller.resume(thread, world);
        if !is_counted_and_free(op, world) {
            return op;
        }
    }
}

#[inline(never)]
fn drive_main_loop(main_loop: &mut MainLoop, thread: ThreadId, world: &mut World) -> Op {
    loop {
        let op = main_loop.resume(thread, world);
        if !is_counted_and_free(op, world) {
            return op;
        }
    }
}

/// Goes on through bursts that cost nothing: they count as calls, but leave no mark in any other statistic or picture.
#[inline(always)]
fn drive(world: &mut World, mut resume: impl FnMut(&mut World) -> Op) -> Op {
    loop {
        let op = resume(world);
        if !is_counted_and_free(op, world) {
            return op;
        }
    }
}

/// Counts what a program wants, if it is CPU time. Whether it costs nothing, so that the program goes on at once.
#[inline(always)]
fn is_counted_and_free(op: Op, world: &mut World) -> bool {
    if op == Op::NOTHING {
        return true;
    }
    let Some(activity) = op.activity() else { return false };
    world.cpu.count_call(activity);
    op.is_free() && !world.is_encrypting()
}

/// Whether what a part of a program wants costs nothing, so that the part goes on at once; then it is counted. What costs
/// something is counted where the whole program is driven.
#[inline(always)]
pub fn is_through(op: Op, world: &mut World) -> bool {
    match op.activity() {
        _ if op == Op::NOTHING => true,
        Some(activity) if op.is_free() && !world.is_encrypting() => {
            world.cpu.count_call(activity);
            true
        }
        _ => false,
    }
}

/// The same wish, or [`Op::NOTHING`] where it costs nothing; then it is counted. For steps on the way of every request: see
/// [`in_order`].
#[inline(always)]
pub fn unless_free(op: Op, world: &mut World) -> Op {
    if is_through(op, world) { Op::NOTHING } else { op }
}

/// Steps on the way of every request, in the order in which they mostly follow each other. Returns from the function with the first
/// wish that is not [`Op::NOTHING`]; ends where the program is at a step that is none of these.
///
/// The compiler sees which of the steps below each of them leads to and joins them, and compiles each once, however many
/// lead to it. A loop over a `match` would look every next step up: a tenth of the speed.
macro_rules! in_order {
    ($program:expr, $nothing:pat => $($($step:path)|+ => $go_on:expr,)+) => {
        loop {
            $(
                if matches!($program.step, $($step)|+) {
                    match $go_on {
                        $nothing => {}
                        op => return op,
                    }
                }
            )+
            if !matches!($program.step, $($($step)|+)|+) {
                break;
            }
        }
    };
}
pub(super) use in_order;

/// Goes on through bursts that cost nothing.
fn skip_free(world: &mut World, mut resume: impl FnMut(&mut World) -> Op) -> Op {
    loop {
        let op = resume(world);
        if !op.is_free() || world.is_encrypting() {
            return op;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_holds_every_wish() {
        for &activity in Activity::ALL {
            let burst = |state, ns| Wish::Burst(Burst { state, activity, ns });
            assert_eq!(Op::user(activity, 7).wish(), burst(ThreadState::User, 7));
            assert_eq!(Op::kernel(activity, 0).wish(), burst(ThreadState::Kernel, 0));
            assert_eq!(Op::kernel(activity, Nanos::MAX).wish(), burst(ThreadState::Kernel, MOST_NS));
        }
        assert_eq!(Op::carry(50_000).wish(), Wish::Carry(50_000));
        assert_eq!(Op::spin().wish(), Wish::Spin);
        for &state in ThreadState::ALL {
            assert_eq!(Op::wait(state).wish(), Wish::Wait(state));
            assert_eq!(Op::sleep(state, 12_000_000).wish(), Wish::Sleep(state, 12_000_000));
        }
    }
}
