//! The network beyond delay and bandwidth, against times worked out by hand: windows, loss and its repair, Nagle.

use crate::support::recorded::{Recording, take};
use crate::support::{is_deep, mean_in, run, scenario};
use engine::kernel::calendar::{Calendar, EventKind};
use engine::kernel::rng::{Draws, Random, Stream};
use engine::kernel::time::{MS, Nanos, US};
use engine::metric::vocabulary::Phase;
use engine::resource::interrupts::Interrupts;
use engine::resource::message::{Message, Run};
use engine::resource::tcp::Rules;
use engine::resource::wire::{StreamId, Wire, back, to_server};
use engine::sim::Simulation;
use serde_json::{Value, json};

const OUT: StreamId = 0;
const BACK: StreamId = 1;

/// A path with this round trip on which nothing is limited and nothing is lost.
fn path(rtt: Nanos) -> Rules {
    Rules {
        segment: 1460,
        loss: 0.0,
        may_lose: false,
        window: u64::MAX,
        slow_start: false,
        nagle: false,
        delays: [rtt / 2, rtt / 2],
        moderate: [false; 2],
    }
}

/// Writes `bytes` to a stream at a moment.
type Write = (Nanos, StreamId, u32);

/// When the bytes of each stream get through, one entry for each moment: (stream, time, bytes so far).
fn deliveries(rules: Rules, mbit_per_sec: f64, writes: &[Write], draws: Draws) -> Vec<(StreamId, Nanos, u64)> {
    let (mut wire, mut calendar) = (Wire::new(vec![0], vec![rules], mbit_per_sec), Calendar::default());
    let mut delivered: Vec<(StreamId, Nanos, u64)> = Vec::new();
    for (n, &(at, _, _)) in writes.iter().enumerate() {
        calendar.schedule(at, EventKind::Timer, n as u32);
    }
    while let Some(event) = calendar.pop_until(Nanos::MAX) {
        match event.kind {
            EventKind::Timer => {
                let (now, stream, bytes) = writes[event.index as usize];
                wire.queue(stream, Run { request: 0, message: Message::Command, last: true, count: 1, bytes });
                wire.belongs_to(stream, (0, stream), draws);
                wire.send(stream, u64::from(bytes), 0, now, &mut calendar, |_| ());
            }
            EventKind::Acknowledge => wire.acknowledged(event.index, event.time, &mut calendar),
            _ => {
                let before = wire.readable(event.index);
                while wire.arrive(event.index, event.time, &mut calendar, |_| ()) {}
                let so_far = wire.readable(event.index);
                if so_far > before {
                    delivered.push((event.index, event.time, so_far));
                }
            }
        }
        wire.assert_consistent();
    }
    delivered
}

/// When the last of `bytes` is through that are written at once.
fn through(rules: Rules, mbit_per_sec: f64, bytes: u32) -> Nanos {
    deliveries(rules, mbit_per_sec, &[(0, OUT, bytes)], Draws::default()).last().expect("something arrives").1
}

/// Random numbers with which, at a loss of one half, the segments get lost as the pattern says; each entry is the number of
/// times that a segment is lost.
fn losing(pattern: &[u32]) -> Draws {
    let random = Random::new(1);
    let fits = |draws: &Draws| {
        let mut draws = *draws;
        pattern.iter().all(|&times| {
            if draws.uniform() > 0.5 {
                return times == 0;
            }
            let mut repeats = draws.branch();
            times > 0 && (1..times).all(|_| repeats.uniform() <= 0.5) && repeats.uniform() > 0.5
        })
    };
    (0..).map(|count| random.draws(Stream::RequestLoss, 0, count)).find(fits).expect("some numbers do")
}

fn lossy(rtt: Nanos) -> Rules {
    Rules { loss: 0.5, ..path(rtt) }
}

/// N round trips carry 14 600 (2^N - 1) bytes: 400 KB take five, of which the last needs no way back.
#[test]
fn a_cold_window_doubles_every_round_trip() {
    let rules = Rules { slow_start: true, ..path(12 * MS) };
    for (bytes, round_trips) in [(100, 1), (14_600, 1), (14_601, 2), (43_800, 2), (43_801, 3), (400_000, 5)] {
        assert_eq!(through(rules, 0.0, bytes), (round_trips - 1) * 12 * MS + 6 * MS, "{bytes} bytes");
        let law = libm::log2(f64::from(bytes) / 14_600.0 + 1.0).ceil() as u64;
        assert_eq!(law, round_trips);
    }
    assert_eq!(through(path(12 * MS), 0.0, 400_000), 6 * MS, "without slow start");
}

#[test]
fn a_warm_window_stays_open_until_the_connection_has_been_idle_for_a_timeout() {
    let rules = Rules { slow_start: true, ..path(12 * MS) };
    let second = |at| {
        let all = deliveries(rules, 0.0, &[(0, OUT, 400_000), (at, OUT, 100_000)], Draws::default());
        all.last().expect("both arrive").1 - at
    };
    // The last segments of the first batch left at 48 ms, with a window of 160 + 76 segments; a timeout is 212 ms. One
    // timeout later half of it is left, which is still enough; after many the window is that of a new connection.
    assert_eq!((second(259 * MS), second(270 * MS), second(5_000 * MS)), (6 * MS, 6 * MS, 30 * MS));
}

#[test]
fn small_messages_do_not_open_the_window() {
    let rules = Rules { slow_start: true, ..path(2 * MS) };
    let mut writes: Vec<Write> = (0..50).map(|n| (n * 3 * MS, OUT, 100)).collect();
    writes.push((150 * MS, OUT, 20_000));
    let last = *deliveries(rules, 0.0, &writes, Draws::default()).last().expect("all arrive");
    assert_eq!(last.1, 150 * MS + 3 * MS, "two round trips: the window still has ten segments");
}

/// A connection for each request: one round trip to connect and three for the reply, each time, since every socket is new.
#[test]
fn a_connection_that_replaces_another_is_as_cold_as_the_first() {
    let client = json!({ "connections": { "kind": "perRequest" }, "handshakeRoundTrips": 0 });
    let mean = |slow_start: bool| {
        let mut scenario = ideal(client.clone(), json!({ "rttUs": 10_000, "slowStart": slow_start }), 1, 1_000);
        scenario["workload"]["command"] = json!({ "requestBytes": 27, "replyBytes": 100_000 });
        run(&self::scenario(&scenario)).summary().response_time.mean_us.expect("some are answered")
    };
    assert!((mean(true) - 40_000.0).abs() < 1_000.0, "{}", mean(true));
    assert!((mean(false) - 20_000.0).abs() < 1_000.0, "{}", mean(false));
}

/// W/RTT: 44 full segments of a window of 64 KiB every 10 ms.
#[test]
fn a_limited_window_is_sent_once_a_round_trip() {
    let rules = Rules { window: 65_536, ..path(10 * MS) };
    assert_eq!(through(rules, 0.0, 1_000_000), 15 * 10 * MS + 5 * MS);
    // With bandwidth, acknowledgements come one by one and the window never runs dry: 1 Mbit/s is 8 µs a byte.
    let narrow = through(rules, 1.0, 1_000_000);
    assert_eq!(narrow, 8_000_000 * US + 5 * MS);
}

/// A window that is smaller than a segment is used up once a round trip, and not more (silly window avoidance of sender and receiver).
#[test]
fn a_window_below_a_segment_is_used_up_each_round_trip() {
    let round_trips = |window: u32| {
        let network = json!({ "rttUs": 1000, "windowBytes": window });
        let client = json!({ "connections": { "kind": "pooled", "maxTotal": 1 } });
        let mut scenario = ideal(client, network, 1, 2_000);
        scenario["workload"]["command"] = json!({ "requestBytes": 8000, "replyBytes": 1 });
        run(&self::scenario(&scenario)).summary().response_time.mean_us.map(|us| (us / 1000.0).round())
    };
    // The last of so many windows needs half a round trip, and so does the reply.
    assert_eq!([100, 400, 536, 1000, 2000, 2500].map(round_trips), [80.0, 20.0, 15.0, 8.0, 4.0, 4.0].map(Some));
}

#[test]
fn a_segment_lost_alone_costs_a_timeout_and_twice_as_much_each_further_time() {
    let alone = |times| deliveries(lossy(MS), 0.0, &[(0, OUT, 100)], losing(&[times]));
    assert_eq!(alone(0), [(OUT, 500 * US, 100)]);
    assert_eq!(alone(1), [(OUT, 201 * MS + 500 * US, 100)]);
    assert_eq!(alone(3), [(OUT, (1 + 2 + 4) * 201 * MS + 500 * US, 100)]);
}

#[test]
fn later_segments_prove_a_loss_and_wait_for_its_repair() {
    let writes = |n: u64| (0..n).map(|i| (i * 100 * US, OUT, 100)).collect::<Vec<Write>>();
    // Segment 4 leaves at 0.3 ms and is acknowledged at 1.3 ms: the first is sent again, and there at 1.8 ms.
    let quick = deliveries(lossy(MS), 0.0, &writes(4), losing(&[1, 0, 0, 0]));
    assert_eq!(quick, [(OUT, 1_800 * US, 400)], "everybody behind it waits");
    // A single witness, acknowledged at 1.1 ms, must outlast the reordering window of RTT/4 + 2 ms.
    let slow = deliveries(lossy(MS), 0.0, &writes(2), losing(&[1, 0]));
    assert_eq!(slow, [(OUT, 1_100 * US + 2_250 * US + 500 * US, 200)]);
    // A witness that leaves after the timer has gone off changes nothing.
    let late = deliveries(lossy(MS), 0.0, &[(0, OUT, 100), (201_200 * US, OUT, 100)], losing(&[1, 0]));
    assert_eq!(late, [(OUT, 201_500 * US, 100), (OUT, 201_700 * US, 200)]);
    // Lost again when it is repeated: a timeout from then on.
    let twice = deliveries(lossy(MS), 0.0, &writes(4), losing(&[2, 0, 0, 0]));
    assert_eq!(twice, [(OUT, 1_800 * US + 201 * MS, 400)]);
}

#[test]
fn a_lost_tail_is_probed_after_two_round_trips() {
    let tail = deliveries(lossy(MS), 0.0, &[(0, OUT, 2000)], losing(&[0, 1]));
    assert_eq!(tail, [(OUT, 500 * US, 1460), (OUT, 2 * MS + 2 * MS + 500 * US, 2000)]);
}

#[test]
fn after_a_loss_the_window_is_smaller() {
    let rules = Rules { slow_start: true, ..lossy(10 * MS) };
    let first_lost: Vec<u32> = std::iter::once(1).chain([0; 9]).collect();
    let when = |draws| deliveries(rules, 0.0, &[(0, OUT, 14_600), (100 * MS, OUT, 14_600)], draws);
    let whole = when(losing(&[0; 20]));
    assert_eq!(whole, [(OUT, 5 * MS, 14_600), (OUT, 105 * MS, 29_200)]);
    let both: Vec<u32> = first_lost.iter().copied().chain([0; 10]).collect();
    // Proved at 10 ms, repaired at 15 ms; then seven segments go in the first round trip and three in the next.
    assert_eq!(when(losing(&both)), [(OUT, 15 * MS, 14_600), (OUT, 105 * MS, 24_820), (OUT, 115 * MS, 29_200)]);
}

#[test]
fn with_nagle_small_writes_wait_for_the_acknowledgement_and_travel_together() {
    let rules = Rules { nagle: true, ..path(MS) };
    let writes = [(0, OUT, 100), (100 * US, OUT, 100), (200 * US, OUT, 100)];
    let sent = |writes: &[Write]| deliveries(rules, 0.0, writes, Draws::default());
    // Nobody answers: the receiver delays its acknowledgement by 40 ms.
    assert_eq!(sent(&writes), [(OUT, 500 * US, 100), (OUT, 41_500 * US, 300)]);
    // An answer at 0.6 ms carries it.
    let answered = [writes[0], writes[1], writes[2], (600 * US, BACK, 50)];
    assert_eq!(sent(&answered), [(OUT, 500 * US, 100), (BACK, 1_100 * US, 50), (OUT, 1_600 * US, 300)]);
    // Full segments do not wait, and the server never does.
    assert_eq!(sent(&[(0, OUT, 100), (0, OUT, 1460)]), [(OUT, 500 * US, 1560)]);
    assert_eq!(sent(&[(0, BACK, 100), (100 * US, BACK, 100)]), [(BACK, 500 * US, 100), (BACK, 600 * US, 200)]);
    assert_eq!((to_server(0), back(0)), (OUT, BACK));
}

/// A free client and server, so that only the network takes time.
fn ideal(client: Value, network: Value, callers: u32, measured_ms: u32) -> Value {
    json!({
        "run": { "warmupMs": 0, "measuredMs": measured_ms },
        "workload": { "arrivals": { "kind": "closed", "callers": callers } },
        "client": client,
        "network": network,
        "costs": { "profile": "ideal", "overrides": { "commandNs": 1000 } },
    })
}

/// One caller alone on its connection: with a loss of p each way, a request takes RTT + S + 2 p T/(1 - 2p), T the timeout.
#[test]
fn a_lone_caller_pays_a_timeout_for_every_loss() {
    let client = json!({ "connections": { "kind": "pooled", "maxTotal": 1 } });
    let network = json!({ "rttUs": 1000, "lossPercent": 2 });
    let mut simulation = engine::sim::Simulation::new(&scenario(&ideal(client, network, 1, 200_000)));
    let lives = Recording::of(&mut simulation, u64::MAX).lives();
    for life in lives.values().filter(|life| life.done) {
        let (first, last) = (life.stays[0].start, life.stays[life.stays.len() - 1].end);
        assert_eq!((last - first - 1001 * US) % (201 * MS), 0, "a multiple of the timeout");
    }
    let mean = simulation.summary().response_time.mean_us.expect("requests complete");
    let law = 1001.0 + 2.0 * 0.02 * 201_000.0 / (1.0 - 2.0 * 0.02);
    // 21 000 requests, of which 4 % wait: the standard error of the mean is some 3 %.
    assert!((mean / law - 1.0).abs() < 0.09, "{mean} µs, expected {law}");
}

/// Common random numbers: the same requests lose a segment, whoever carries them.
#[test]
fn the_same_segments_get_lost_under_every_client() {
    let network = json!({ "rttUs": 1000, "lossPercent": 3 });
    let unlucky = |client: Value| -> Vec<u32> {
        let mut simulation = engine::sim::Simulation::new(&scenario(&ideal(client, network.clone(), 5, 20_000)));
        let lives = Recording::of(&mut simulation, u64::MAX).lives();
        let slow = |life: &&crate::support::recorded::Life| {
            life.done && life.stays[life.stays.len() - 1].end - life.stays[0].start > 200 * MS
        };
        // Callers get on at different speeds; the first 150 requests of each are done in both.
        lives.iter().filter(|(id, life)| **id < 5 * 150 && slow(life)).map(|(&id, _)| id).collect()
    };
    let jedis = unlucky(json!({ "connections": { "kind": "pooled", "maxTotal": 5 } }));
    let lettuce = unlucky(json!({
        "io": { "kind": "eventLoops" }, "connections": { "kind": "pooled", "maxTotal": 5 },
    }));
    assert!(jedis.len() > 20, "{jedis:?}");
    assert_eq!(jedis, lettuce);
}

/// Phenomenon 30: on a shared connection everybody waits, for little more than a round trip; in a pool one waits for the timer.
#[test]
fn a_loss_stops_everybody_shortly_on_a_shared_connection_and_one_for_long_in_a_pool() {
    let network = json!({ "rttUs": 1000, "lossPercent": 0.1 });
    let measured_ms = if is_deep() { 10_000 } else { 3_000 };
    let summary = |client: Value| run(&scenario(&ideal(client, network.clone(), 50, measured_ms))).summary();
    let pooled = summary(json!({ "connections": { "kind": "pooled", "maxTotal": 50 } }));
    let shared = summary(json!({ "io": { "kind": "eventLoops" }, "connections": { "kind": "shared" } }));
    let (pooled_times, shared_times) = (&pooled.response_time, &shared.response_time);
    // Two segments a request: one request in 500 waits for the timer.
    assert!(pooled_times.p999_us > Some(200_000.0) && pooled_times.p99_us < Some(2_000.0), "{pooled_times:?}");
    assert!(shared_times.p999_us < Some(20_000.0) && shared_times.p90_us > Some(1_040.0), "{shared_times:?}");
    let lost = |summary: &engine::metric::summary::Summary| {
        [Phase::WireOut, Phase::WireBack].map(|phase| crate::support::mean_in(summary, phase) - 500.0)
    };
    assert!(lost(&pooled).iter().all(|&us| (us / 201.0 - 1.0).abs() < 0.4), "0.1 % of 201 ms: {:?}", lost(&pooled));
}

/// When the interrupts of packets are raised that reach a card at these moments, in nanoseconds.
fn raised(arrivals: impl IntoIterator<Item = Nanos>) -> Vec<Nanos> {
    let mut card = Interrupts::default();
    arrivals.into_iter().map(|at| card.raised_for(at, 50)).collect()
}

/// The first interval is 1 µs: what comes within it waits for its end, what comes later does not wait.
#[test]
fn packets_share_the_interrupt_at_the_end_of_an_interval() {
    let arrivals = [10_000, 10_400, 10_900, 11_000, 11_200, 12_100, 20_000];
    assert_eq!(raised(arrivals), [10_000, 11_000, 11_000, 11_000, 12_000, 13_000, 20_000]);
}

/// A packet every half microsecond: no interval changes the rate of bytes, and each longer one makes interrupts fewer. So the
/// interval grows after 64 interrupts, and each time after the next 65, of which the first begins the count.
#[test]
fn fewer_interrupts_for_the_same_bytes_make_the_interval_longer() {
    let mut interrupts = raised((1..200_000).map(|n| n * 500));
    interrupts.dedup();
    let gaps: Vec<Nanos> = interrupts.windows(2).map(|pair| (pair[1] - pair[0]) / US).collect();
    let lasting = |gap: Nanos| gaps.iter().filter(|&&other| other == gap).count();
    assert_eq!([1, 8, 64, 128].map(lasting), [64, 65, 65, 65]);
    assert!(gaps.is_sorted() && gaps.last() == Some(&256), "the longest interval is kept");
}

/// One request every millisecond comes later than any interval ends, so it never waits: 485 µs on the way and 1 µs in Redis.
/// One every 5 µs makes the interval 256 µs. As 5 and 256 have no common factor, each wait from 0 to 255 µs is as frequent.
#[test]
fn packets_under_load_wait_for_half_of_an_interval_and_lone_ones_do_not() {
    let mean = |per_sec: u32, moderation: &str, phase: Phase| {
        let client = json!({ "connections": { "kind": "pooled", "maxTotal": 400 } });
        let network = json!({ "rttUs": 485, "interruptModeration": moderation });
        let mut scenario = ideal(client, network, 400, 1_000);
        scenario["run"]["warmupMs"] = json!(100);
        scenario["workload"]["arrivals"] =
            json!({ "kind": "open", "process": "constant", "ratePerSec": per_sec, "callers": 400 });
        crate::support::mean_in(&run(&self::scenario(&scenario)).summary(), phase)
    };
    for moderation in ["none", "server", "client", "both"] {
        assert!((mean(1_000, moderation, Phase::WireOut) - 242.5).abs() < 1e-9, "{moderation}");
        assert!((mean(1_000, moderation, Phase::WireBack) - 242.5).abs() < 1e-9, "{moderation}");
    }
    assert!((mean(200_000, "client", Phase::WireOut) - 242.5).abs() < 1e-9);
    assert!((mean(200_000, "server", Phase::WireOut) - 370.0).abs() < 0.01);
}

/// A packet every 5 µs on a shared connection: what comes during an interval is received at its end, packet by packet. A picture that
/// is taken between two of them shows those behind on the wire until now, not until they came to the card.
#[test]
fn what_waits_for_an_interrupt_is_still_on_the_wire() {
    let client = json!({ "connections": { "kind": "shared", "count": 1 }, "io": { "kind": "eventLoops", "loops": 1 } });
    let mut scenario = ideal(client, json!({ "rttUs": 485, "interruptModeration": "server" }), 400, 100);
    scenario["workload"]["arrivals"] =
        json!({ "kind": "open", "process": "constant", "ratePerSec": 200_000, "callers": 400 });
    let mut simulation = Simulation::new(&self::scenario(&scenario));
    simulation.set_trace(true);
    simulation.advance(10 * MS, u64::MAX);
    take(&mut simulation);
    let mut waiting = 0;
    for _ in 0..2_000 {
        simulation.advance(Nanos::MAX, 1);
        let chunk = take(&mut simulation);
        let mut open = chunk.spans.iter().filter(|span| span.open);
        assert_eq!(open.clone().find(|span| span.end < chunk.to), None, "at {}", chunk.to);
        waiting += usize::from(open.any(|span| span.phase() == Some(Phase::WireOut) && span.end == chunk.to));
    }
    assert!(waiting > 100, "only {waiting} pictures show it");
}

/// `connectDelayUs` comes once for each new connection, and the request that waits for the connection waits for it. Connections that stay
/// open do not pay: TCP's round trip, one of HELLO, the delay, and the command's round trip.
#[test]
fn each_new_connection_takes_the_connect_delay() {
    let mean = |connections: &Value, io: &Value, nodes: u32| {
        let client = json!({ "connections": connections, "io": io, "handshakeRoundTrips": 1 });
        let mut scenario = ideal(client, json!({ "rttUs": 1000, "connectDelayUs": 700 }), 1, 100);
        scenario["costs"] = json!({ "profile": "ideal" });
        scenario["server"]["nodes"] = json!(nodes);
        let summary = run(&self::scenario(&scenario)).summary();
        (summary.response_time.mean_us, mean_in(&summary, Phase::Connect))
    };
    let [blocking, loops] = [json!({ "kind": "blocking" }), json!({ "kind": "eventLoops", "loops": 2 })];
    let short_lived = json!({ "kind": "pooled", "maxTotal": 1, "maxIdle": 0 });
    for connections in [&short_lived, &json!({ "kind": "perRequest" })] {
        for (io, nodes) in [(&blocking, 1), (&loops, 1), (&blocking, 3)] {
            let (response, connecting) = mean(connections, io, nodes);
            assert_eq!((response, connecting), (Some(3700.0), 2700.0), "{connections} {io} {nodes} nodes");
        }
    }
    assert_eq!(mean(&json!({ "kind": "pooled", "maxTotal": 1 }), &blocking, 1).0, Some(1000.0));
}
