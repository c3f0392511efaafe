//! Generations of the server: which release has which mechanism, as data. A scenario names its version; what it leaves to the version
//! comes from here.

use super::costs::Costs;
use super::server::{IoThreads, Server, Version};

/// Places in memory that a look-up reads one after the other in the hash table of Redis up to 8.0: bucket, entry, key, value.
/// [`Costs::key_cache_miss_ns`] is the wait for all of them.
const READS: f64 = 4.0;
/// The most commands that can be parsed ahead: all that were read.
const ALL: u32 = 1000;

/// How I/O threads share the work with the main thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Design {
    /// Redis 6 and 7, Valkey 7.2.
    FanOut,
    /// Redis 8: clients in lists of threads with event loops of their own. Clients whose keys are fetched together; 0: none.
    HandOver(u32),
    /// Valkey 8 and 9.
    Rings,
}

/// What a release does, as far as the model can tell releases apart.
#[derive(Clone, Copy, Debug)]
pub struct Generation {
    design: Design,
    /// Commands of a client that are parsed before the first is executed, with I/O threads and without.
    lookahead: [u32; 2],
    /// New connections that a turn accepts at most.
    accepts: u32,
    /// Places in memory that a look-up reads one after the other.
    reads: u32,
    avoids_copies: bool,
    has_shared_queues: bool,
    /// Slots change their owner when all of them have been copied; no key is ever on the new node alone.
    pub moves_slots_at_once: bool,
}

/// Valkey's main thread fetches the keys of so many clients or commands together (`prefetch-batch-max-size`).
const PREFETCH: u32 = 16;

/// Redis up to 7.2, and what Valkey began with.
const REDIS_7: Generation = Generation {
    design: Design::FanOut,
    lookahead: [1, 1],
    accepts: 1000,
    reads: 4,
    avoids_copies: false,
    has_shared_queues: false,
    moves_slots_at_once: false,
};
/// Pull request 12178: `max-new-connections-per-cycle`.
const REDIS_7_4: Generation = Generation { accepts: 10, ..REDIS_7 };
/// Pull request 13665: I/O threads with an event loop each.
const REDIS_8_0: Generation = Generation { design: Design::HandOver(0), ..REDIS_7_4 };
/// Pull requests 14017 (prefetching) and 13806 (key and value in one object).
const REDIS_8_2: Generation = Generation { design: Design::HandOver(PREFETCH), reads: 2, ..REDIS_8_0 };
/// Pull requests 14440 (`lookahead`) and 14414 (atomic slot migration).
const REDIS_8_4: Generation = Generation { lookahead: [16, 16], moves_slots_at_once: true, ..REDIS_8_2 };
/// Pull request 14608.
const REDIS_8_6: Generation = Generation { avoids_copies: true, ..REDIS_8_4 };
/// Pull requests 758 (rings), 861 (prefetching) and 541 (the key is in the entry).
const VALKEY_8_0: Generation = Generation { design: Design::Rings, reads: 3, ..REDIS_7_4 };
/// Pull request 1186: buckets of a cache line, key and value in one object.
const VALKEY_8_1: Generation = Generation { reads: 2, ..VALKEY_8_0 };
/// Pull requests 2092 (parsing ahead), 2078 (copy avoidance) and 1949 (atomic slot migration).
const VALKEY_9_0: Generation =
    Generation { lookahead: [ALL, PREFETCH], avoids_copies: true, moves_slots_at_once: true, ..VALKEY_8_1 };
/// Pull request 3324: queues without locks that all threads share.
const VALKEY_9_1: Generation = Generation { has_shared_queues: true, ..VALKEY_9_0 };

impl Version {
    /// The mechanisms of a release.
    pub fn generation(self) -> &'static Generation {
        match self {
            Version::V6_0 | Version::V6_2 | Version::V7_0 | Version::Valkey7_2 => &REDIS_7,
            Version::V7_4 => &REDIS_7_4,
            Version::V8_0 => &REDIS_8_0,
            Version::V8_2 => &REDIS_8_2,
            Version::V8_4 => &REDIS_8_4,
            Version::V8_6 => &REDIS_8_6,
            Version::Valkey8_0 => &VALKEY_8_0,
            Version::Valkey8_1 => &VALKEY_8_1,
            Version::Valkey9_0 => &VALKEY_9_0,
            Version::Valkey9_1 => &VALKEY_9_1,
        }
    }
}

/// `COPY_AVOID_MIN_IO_THREADS` of Redis, `min-io-threads-avoid-copy-reply` of Valkey: from so many threads on no reply is copied.
const NO_COPY_THREADS: u32 = 7;
/// `COPY_AVOID_MIN_STRING_SIZE`: without I/O threads, B.
const NO_COPY_BYTES: u32 = 16_384;
/// `COPY_AVOID_MIN_STRING_SIZE_THREADED`: with fewer I/O threads, B.
const NO_COPY_BYTES_THREADED: u32 = 65_536;
/// A value of up to so many bytes lies in its object and is always copied (`OBJ_ENCODING_EMBSTR_SIZE_LIMIT`).
const EMBEDDED_BYTES: u32 = 44;

impl Generation {
    /// The costs of a profile as this release has them.
    pub fn price(&self, mut costs: Costs) -> Costs {
        costs.key_cache_miss_ns *= f64::from(self.reads) / READS;
        if self.has_shared_queues {
            costs.ring_job_ns = costs.queue_job_ns;
        }
        costs
    }

    /// Values of at least so many bytes are sent from where they lie, with so many threads; nothing is copied into the reply buffer.
    pub fn least_uncopied(&self, threads: u32) -> u32 {
        match threads {
            _ if !self.avoids_copies => u32::MAX,
            NO_COPY_THREADS.. => EMBEDDED_BYTES + 1,
            1 => NO_COPY_BYTES,
            _ => NO_COPY_BYTES_THREADED,
        }
    }
}

impl Server {
    /// The server with all that it leaves to its version.
    pub fn of_version(&self) -> Server {
        let (generation, mut server) = (self.version.generation(), self.clone());
        if let IoThreads::Version { threads } = self.io_threads {
            server.io_threads = match generation.design {
                Design::FanOut => IoThreads::Redis6 { threads, do_reads: false },
                Design::HandOver(prefetch_batch_max_size) => IoThreads::Redis8 { threads, prefetch_batch_max_size },
                Design::Rings => {
                    IoThreads::Valkey8 { threads, events_per_io_thread: 2, prefetch_batch_max_size: PREFETCH }
                }
            };
        }
        let looks_ahead = !matches!(server.io_threads, IoThreads::Redis6 { .. });
        if server.lookahead == 0 {
            let alone = usize::from(server.io_threads.additional_threads() == 0);
            server.lookahead = if looks_ahead { generation.lookahead[alone] } else { 1 };
        }
        if server.max_new_connections_per_cycle == 0 {
            server.max_new_connections_per_cycle = generation.accepts;
        }
        server
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(version: Version, threads: u32) -> Server {
        Server { version, io_threads: IoThreads::Version { threads }, ..Server::default() }.of_version()
    }

    #[test]
    fn a_version_brings_its_io_threads() {
        assert_eq!(server(Version::V7_0, 4).io_threads, IoThreads::Redis6 { threads: 4, do_reads: false });
        let redis8 = |prefetch_batch_max_size| IoThreads::Redis8 { threads: 4, prefetch_batch_max_size };
        assert_eq!([Version::V8_0, Version::V8_2].map(|v| server(v, 4).io_threads), [redis8(0), redis8(16)]);
        let lookahead = |version, threads| server(version, threads).lookahead;
        assert_eq!([Version::V8_2, Version::V8_4, Version::Valkey8_1].map(|v| lookahead(v, 4)), [1, 16, 1]);
        assert_eq!([1, 2].map(|threads| lookahead(Version::Valkey9_0, threads)), [16, 1000]);
        assert_eq!([Version::V7_0, Version::V7_4].map(|v| server(v, 1).max_new_connections_per_cycle), [1000, 10]);
    }

    #[test]
    fn what_a_scenario_says_counts_more_than_its_version() {
        let said = Server {
            version: Version::V8_4,
            io_threads: IoThreads::Redis6 { threads: 2, do_reads: true },
            lookahead: 3,
            max_new_connections_per_cycle: 7,
            ..Server::default()
        };
        assert_eq!(said.of_version(), said);
        assert_eq!(Server { lookahead: 0, ..said }.of_version().lookahead, 1, "threads of Redis 6 do not look ahead");
    }

    #[test]
    fn replies_are_not_copied_from_a_size_on_that_depends_on_the_threads() {
        let least = |version: Version| [1, 2, 6, 7].map(|threads| version.generation().least_uncopied(threads));
        assert_eq!(least(Version::Valkey8_1), [u32::MAX; 4]);
        assert_eq!(least(Version::V8_6), [16_384, 65_536, 65_536, 45]);
        assert_eq!(least(Version::Valkey9_0), least(Version::V8_6));
    }
}
