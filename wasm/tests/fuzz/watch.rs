//! Watchdog of a fuzz run that hangs or exhausts memory: a thread watches the current input, writes it to a
//! file and ends the program. Memory is counted by the allocator, so that the figure means the same on every machine.

use std::alloc::{GlobalAlloc, Layout, System};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Longest time an input may take: most take milliseconds.
const PATIENCE: Duration = Duration::from_secs(60);
/// Most memory a run may use at once: a browser has to give it to two of them.
pub const MOST_BYTES: usize = 1 << 30;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
static UNDER_WAY: Mutex<Option<(Instant, String)>> = Mutex::new(None);

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: every call is handed to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let live = LIVE.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(live, Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Begins to watch.
pub fn start() {
    std::thread::spawn(|| {
        loop {
            std::thread::sleep(Duration::from_millis(20));
            let under_way = UNDER_WAY.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            let Some((since, input)) = &*under_way else { continue };
            let complaint = match () {
                () if LIVE.load(Relaxed) > MOST_BYTES => "uses too much memory",
                () if since.elapsed() > PATIENCE => "does not end",
                () => continue,
            };
            println!("fuzz: an input {complaint}; stored as {}", store(input).display());
            std::process::exit(1);
        }
    });
}

/// Runs `work` on an input under the watcher's eyes; returns what it answers and the most memory it used at once.
pub fn over<R>(input: &str, work: impl FnOnce() -> R) -> (R, usize) {
    let set = |input| *UNDER_WAY.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = input;
    set(Some((Instant::now(), input.to_owned())));
    let before = LIVE.load(Relaxed);
    PEAK.store(before, Relaxed);
    let answer = work();
    let peak = PEAK.load(Relaxed).saturating_sub(before);
    set(None);
    (answer, peak)
}

/// Writes an input to a file of its own and says where.
pub fn store(input: &str) -> PathBuf {
    let name = input
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name:016x}.json"));
    std::fs::write(&file, input).expect("the target folder can be written");
    file
}
