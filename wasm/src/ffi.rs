//! The raw C ABI of the WebAssembly build: scalars in, scalars out, text and columns through linear memory. No imports, so
//! the engine *cannot* reach a clock, randomness or the console of its host.
//!
//! One instance runs one simulation; throwing the instance away is the destructor. After a trap the instance must not be
//! used again, but `panic_ptr`/`panic_len` still give the panic's text.
//!
//! Protocol: `input(len)` reserves a buffer for UTF-8 text; `normalize`, `open`, `summary` leave JSON in the output buffer.

#![allow(unsafe_code, reason = "exporting symbols and static buffers needs it; nothing else in the crate may")]

use crate::metric::trace::Trace;
use crate::metric::vocabulary::ThreadClass;
use crate::scenario::Room;
use crate::scenario::normalize::{self as reading, Normalized};
use crate::sim::Simulation;
use serde::Serialize;
use std::cell::RefCell;

struct State {
    input: Vec<u8>,
    output: Vec<u8>,
    simulation: Option<Simulation>,
    /// What the next run may be changed to.
    room: Room,
}

thread_local! {
    static STATE: RefCell<State> = const {
        RefCell::new(State { input: Vec::new(), output: Vec::new(), simulation: None, room: Room::new() })
    };
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Changes whenever the meaning of the exports or of the trace columns does; the page compares it before use.
#[unsafe(no_mangle)]
pub extern "C" fn abi_version() -> u32 {
    7
}

/// Reserves `len` bytes for input text and returns their address.
#[unsafe(no_mangle)]
pub extern "C" fn input(len: usize) -> *mut u8 {
    install_panic_hook();
    STATE.with_borrow_mut(|state| {
        state.input.resize(len, 0);
        state.input.as_mut_ptr()
    })
}

/// Reads the scenario in the input buffer; leaves `{scenario, issues}` as JSON. Returns 1 when there is a scenario.
#[unsafe(no_mangle)]
pub extern "C" fn normalize() -> u32 {
    STATE.with_borrow_mut(|state| {
        let answer = state.scenario();
        state.write(&answer);
        u32::from(answer.scenario.is_some())
    })
}

/// The next run that is opened has room for the scenario in the input buffer, so that it can [`change`] to it; leaves what `normalize`
/// would leave. Returns 0 when that is not valid.
#[unsafe(no_mangle)]
pub extern "C" fn make_room() -> u32 {
    STATE.with_borrow_mut(|state| {
        let answer = state.scenario();
        if let Some(scenario) = &answer.scenario {
            state.room.include(scenario);
        }
        state.write(&answer);
        u32::from(answer.scenario.is_some())
    })
}

/// Starts a run of the scenario in the input buffer, of which the trace shows process number `process` ([`Simulation::show`]); leaves its layout
/// as JSON. Returns 0 when the scenario is not valid (the output is then what `normalize` would leave).
#[unsafe(no_mangle)]
pub extern "C" fn open(process: u32) -> u32 {
    STATE.with_borrow_mut(|state| {
        let answer = state.scenario();
        let Some(scenario) = &answer.scenario else {
            state.write(&answer);
            return 0;
        };
        let mut simulation = Simulation::with_room(scenario, std::mem::take(&mut state.room));
        simulation.show(process as usize);
        state.write(&Layout::of(&simulation));
        state.simulation = Some(simulation);
        1
    })
}

/// Changes the open run from now on to the scenario in the input buffer. Returns 0, and nothing happens, when the scenario is
/// not valid or a running system cannot become it.
#[unsafe(no_mangle)]
pub extern "C" fn change() -> u32 {
    STATE.with_borrow_mut(|state| {
        let answer = state.scenario();
        match (&mut state.simulation, &answer.scenario) {
            (Some(simulation), Some(scenario)) => u32::from(simulation.change(scenario)),
            _ => 0,
        }
    })
}

/// Who takes part in a run; the TypeScript type is `RunLayout`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Layout {
    callers: u32,
    loops: u32,
    connections: u32,
    pooled: bool,
    client_cores: u32,
    server_cores: u32,
    warmup_end_ns: f64,
    end_ns: f64,
    lanes: Vec<Lanes>,
    /// Processes of each client; absent where there is one process.
    #[serde(skip_serializing_if = "Option::is_none")]
    instances: Option<Vec<u32>>,
    /// Number of the process that is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    process: Option<u32>,
}

/// Threads of one class on lanes that follow each other.
#[derive(Serialize)]
struct Lanes {
    class: ThreadClass,
    count: u32,
}

impl Layout {
    fn of(simulation: &Simulation) -> Self {
        let (plan, shown) = (simulation.plan(), simulation.shown());
        let is_fleet = simulation.world().process.of_clients() > 1;
        Layout {
            callers: shown.plan.callers,
            loops: shown.plan.loops,
            connections: shown.plan.connections,
            pooled: shown.plan.pooled,
            client_cores: plan.cores[shown.host],
            server_cores: if plan.server_hosts > 0 { plan.cores[1] } else { 0 },
            warmup_end_ns: plan.warmup_end as f64,
            end_ns: plan.end as f64,
            lanes: simulation.lanes().into_iter().map(|(class, count)| Lanes { class, count }).collect(),
            instances: is_fleet.then(|| plan.clients.iter().map(|client| client.instances).collect()),
            process: is_fleet.then_some(shown.number),
        }
    }
}

/// Switches the recording of spans on (1) or off (0).
#[unsafe(no_mangle)]
pub extern "C" fn set_trace(enabled: u32) {
    with_simulation((), |simulation| simulation.set_trace(enabled != 0));
}

/// Simulates until `until_ns` for at most `max_events` events; returns a [`crate::sim::Status`].
#[unsafe(no_mangle)]
pub extern "C" fn advance(until_ns: f64, max_events: f64) -> u32 {
    with_simulation(0, |simulation| simulation.advance(until_ns as u64, max_events as u64) as u32)
}

/// Model time, ns.
#[unsafe(no_mangle)]
pub extern "C" fn now() -> f64 {
    with_simulation(0.0, |simulation| simulation.now() as f64)
}

/// Events simulated so far.
#[unsafe(no_mangle)]
pub extern "C" fn events() -> f64 {
    with_simulation(0.0, |simulation| simulation.events() as f64)
}

/// Completes the trace chunk with everything still open; returns its number of spans.
#[unsafe(no_mangle)]
pub extern "C" fn chunk_close() -> usize {
    with_simulation(0, |simulation| {
        simulation.close_chunk();
        simulation.trace().len()
    })
}

/// Start of the chunk, ns.
#[unsafe(no_mangle)]
pub extern "C" fn chunk_from() -> f64 {
    with_simulation(0.0, |simulation| simulation.trace().from as f64)
}

/// Address of a column of the chunk: 0 start, 1 end, 2 request, 3 arg, 4 lane, 5 kind.
#[unsafe(no_mangle)]
pub extern "C" fn column_ptr(column: u32) -> *const u8 {
    with_simulation(std::ptr::null(), |simulation| column_address(simulation.trace(), column))
}

fn column_address(trace: &Trace, column: u32) -> *const u8 {
    match column {
        0 => trace.start.as_ptr().cast(),
        1 => trace.end.as_ptr().cast(),
        2 => trace.request.as_ptr().cast(),
        3 => trace.arg.as_ptr().cast(),
        4 => trace.lane.as_ptr().cast(),
        _ => trace.kind.as_ptr(),
    }
}

/// Empties the chunk; the next one starts at the present.
#[unsafe(no_mangle)]
pub extern "C" fn chunk_clear() {
    with_simulation((), Simulation::clear_chunk);
}

/// Leaves the summary of the run so far as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn summary() {
    STATE.with_borrow_mut(|state| {
        if let Some(simulation) = &state.simulation {
            let summary = simulation.summary();
            state.write(&summary);
        }
    });
}

/// Address of the output text.
#[unsafe(no_mangle)]
pub extern "C" fn output_ptr() -> *const u8 {
    STATE.with_borrow(|state| state.output.as_ptr())
}

/// Length of the output text in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn output_len() -> usize {
    STATE.with_borrow(|state| state.output.len())
}

/// Address of the text of the last panic.
#[unsafe(no_mangle)]
pub extern "C" fn panic_ptr() -> *const u8 {
    PANIC.with_borrow(|text| text.as_ptr())
}

/// Length of the text of the last panic; 0 when there was none.
#[unsafe(no_mangle)]
pub extern "C" fn panic_len() -> usize {
    PANIC.with_borrow(|text| text.len())
}

impl State {
    /// What the input says. What is not UTF-8 is no text, and no scenario.
    fn scenario(&self) -> Normalized {
        reading::normalize(std::str::from_utf8(&self.input).unwrap_or_default())
    }

    fn write(&mut self, value: &impl Serialize) {
        self.output = serde_json::to_vec(value).expect("answers have names for keys");
    }
}

/// Calls `f` with the open run; without one the answer is `otherwise`.
fn with_simulation<R>(otherwise: R, f: impl FnOnce(&mut Simulation) -> R) -> R {
    STATE.with_borrow_mut(|state| match &mut state.simulation {
        Some(simulation) => f(simulation),
        None => otherwise,
    })
}

/// Keeps a panic's text where the host can read it after the trap.
fn install_panic_hook() {
    #[cfg(target_arch = "wasm32")]
    {
        use std::sync::atomic::{AtomicBool, Ordering};
        static INSTALLED: AtomicBool = AtomicBool::new(false);
        if !INSTALLED.swap(true, Ordering::Relaxed) {
            std::panic::set_hook(Box::new(|info| _ = PANIC.try_with(|text| text.replace(info.to_string()))));
        }
    }
}
