use super::*;

/// Streams that send what is written as it is.
fn plain(delay: Nanos) -> Rules {
    Rules {
        segment: 1460,
        loss: 0.0,
        may_lose: false,
        window: u64::MAX,
        slow_start: false,
        nagle: false,
        delays: [delay, delay],
        moderate: [false; 2],
    }
}

fn last_arrival(wire: &Wire, stream: StreamId) -> Nanos {
    wire.in_flight(stream).last().expect("something is in flight").span.1
}

fn run(request: u32, count: u32, bytes: u32) -> Run {
    Run { request, message: Message::Command, last: true, count, bytes }
}

#[test]
fn messages_complete_when_their_last_byte_is_read() {
    let mut wire = Wire::new(vec![0; 1], vec![plain(100)], 0.0);
    let mut calendar = Calendar::default();
    let out = to_server(0);
    wire.queue(out, run(7, 1, 10));
    wire.queue(out, run(8, 1, 10));
    wire.send(out, 20, 0, 5, &mut calendar, |_| ());
    let mut arrived = Vec::new();
    assert!(!wire.arrive(out, 104, &mut calendar, |request| arrived.push(request)));
    assert!(wire.arrive(out, 105, &mut calendar, |request| arrived.push(request)));
    assert_eq!(arrived, [7, 8]);
    let mut complete = Vec::new();
    wire.read(out, 15, &mut complete);
    assert_eq!((complete.as_slice(), wire.readable(out)), ([run(7, 1, 10)].as_slice(), 5));
    wire.read(out, 5, &mut complete);
    assert_eq!(complete, [run(7, 1, 10), run(8, 1, 10)]);
    wire.assert_consistent();
}

#[test]
fn a_run_is_sent_and_read_in_any_pieces() {
    let mut wire = Wire::new(vec![0; 1], vec![plain(100)], 0.0);
    let mut calendar = Calendar::default();
    let (out, mut arrived, mut complete) = (to_server(0), Vec::<u32>::new(), Vec::new());
    wire.queue(out, run(7, 100, 10));
    assert_eq!(wire.send(out, 25, 0, 0, &mut calendar, |_| panic!("its last message is not sent")), (2, false));
    assert_eq!(wire.completed_by_send(out, 975).collect::<Vec<_>>(), [7]);
    let mut sent = Vec::new();
    assert_eq!(wire.send(out, 975, 0, 0, &mut calendar, |request| sent.push(request)), (98, false));
    assert_eq!(sent, [7]);
    wire.arrive(out, 100, &mut calendar, |request| arrived.push(request));
    assert!(arrived.is_empty(), "its last message is not there");
    wire.read(out, 19, &mut complete);
    assert_eq!(complete, [Run { last: false, ..run(7, 1, 10) }]);
    wire.arrive(out, 100, &mut calendar, |request| arrived.push(request));
    assert_eq!(arrived, [7]);
    wire.read(out, 500, &mut complete);
    wire.read(out, 481, &mut complete);
    assert_eq!(complete[1..], [Run { last: false, ..run(7, 50, 10) }, run(7, 49, 10)]);
    wire.assert_consistent();
}

/// On loopback no event brings what has been written: the writer's call does.
#[test]
fn without_delay_bytes_are_there_at_once() {
    let mut wire = Wire::new(vec![0; 1], vec![plain(0)], 0.0);
    let mut calendar = Calendar::default();
    let (out, mut arrived) = (to_server(0), Vec::new());
    wire.queue(out, run(7, 1, 10));
    assert_eq!(wire.send(out, 10, 0, 5, &mut calendar, |_| ()), (1, true));
    assert!(calendar.pop_until(100).is_none(), "no event");
    wire.land(out, 10, |request| arrived.push(request));
    assert_eq!((arrived.as_slice(), wire.readable(out)), ([7].as_slice(), 10));
}

#[test]
fn a_link_that_needs_centuries_delivers_nothing_rather_than_in_the_past() {
    let mut wire = Wire::new(vec![0; 1], vec![plain(100)], 1e-300);
    let mut calendar = Calendar::default();
    for request in 0..3 {
        wire.queue(to_server(0), run(request, 1, 10));
        wire.send(to_server(0), 10, 50, 7, &mut calendar, |_| ());
        assert_eq!(last_arrival(&wire, to_server(0)), Nanos::MAX);
    }
    assert!(wire.busy(0, 1007) <= 1007);
}

#[test]
fn a_segment_never_overtakes_and_bandwidth_is_shared() {
    let mut wire = Wire::new(vec![0; 2], vec![plain(100)], 8.0);
    let mut calendar = Calendar::default();
    wire.queue(to_server(0), run(1, 1, 10));
    wire.queue(to_server(0), run(2, 1, 10));
    wire.queue(to_server(1), run(3, 1, 10));
    let mut send = |stream, jitter| {
        wire.send(stream, 10, jitter, 0, &mut calendar, |_| ());
        last_arrival(&wire, stream)
    };
    let (first, second, other) = (send(to_server(0), 50_000), send(to_server(0), 0), send(to_server(1), 0));
    // 10 bytes at 8 Mbit/s take 10 µs; the third segment waits for two others.
    assert_eq!((first, second, other), (60_100, 60_100, 30_100));
    assert_eq!((wire.busy(0, 12_000), wire.busy(0, 30_000)), (12_000, 30_000));
    wire.start_window(25_000);
    assert_eq!((wire.busy(0, 25_000), wire.busy(0, 40_000)), (0, 5_000));
}
