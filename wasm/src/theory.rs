//! Closed forms of queueing theory, with which tests and charts compare runs.
//!
//! Every function takes times in one unit of the reader's choice and answers in that unit, or per that unit. Symbols are
//! those of the field: λ arrival rate, S service time, ρ utilisation, N population, Z think time, D demand, X throughput,
//! R response time. Sources: Lazowska, Zahorjan, Graham, Sevcik, "Quantitative System Performance" (1984) for the laws,
//! bounds and mean-value analysis; Kleinrock, "Queueing Systems" I (1975) for the open stations and the machine repairman;
//! Zahorjan, Sevcik, Eager, Galler, "Balanced job bound analysis of queueing networks" (1982).

/// Utilisation law: the busy share of a station with `servers` servers that spend `service` on each of `throughput`
/// completions. Above 1 nothing of the kind exists.
pub fn utilisation(throughput: f64, service: f64, servers: u32) -> f64 {
    throughput * service / f64::from(servers)
}

/// Little's law: mean number in a system in which `throughput` requests a unit stay for `response`.
pub fn population(throughput: f64, response: f64) -> f64 {
    throughput * response
}

/// Interactive response-time law: R = N/X − Z.
pub fn interactive_response(callers: u32, throughput: f64, think: f64) -> f64 {
    f64::from(callers) / throughput - think
}

/// Asymptotic bound of a closed network, true for every distribution and discipline: X ≤ min(1/Dmax, N/(D + Z)).
pub fn throughput_bound(callers: u32, think: f64, demands: &[f64]) -> f64 {
    (1.0 / largest(demands)).min(f64::from(callers) / (sum(demands) + think))
}

/// The same bound seen from the caller: R ≥ max(D, N·Dmax − Z).
pub fn response_bound(callers: u32, think: f64, demands: &[f64]) -> f64 {
    sum(demands).max(f64::from(callers) * largest(demands) - think)
}

/// The knee N* at which the two asymptotes meet: more callers only wait.
pub fn knee(think: f64, demands: &[f64]) -> f64 {
    (sum(demands) + think) / largest(demands)
}

/// Balanced job bounds without think time, lower and upper: tighter than the asymptotes, for product-form networks.
pub fn balanced_job_bounds(callers: u32, demands: &[f64]) -> (f64, f64) {
    let n = f64::from(callers);
    let mean = sum(demands) / demands.len() as f64;
    let bound = |worst: f64| n / (sum(demands) + (n - 1.0) * worst);
    (bound(largest(demands)), (1.0 / largest(demands)).min(bound(mean)))
}

/// Response time of M/G/1 by Pollaczek and Khinchine; `scv` is the squared coefficient of variation of the service time.
/// True for every order of service that does not look at service times, infinite from ρ = 1 on.
pub fn mg1_response(service: f64, rho: f64, scv: f64) -> f64 {
    if rho >= 1.0 { f64::INFINITY } else { service * (1.0 + rho * (1.0 + scv) / (2.0 * (1.0 - rho))) }
}

/// Response time of M^[b]/M/1, where `burst` requests arrive at the same moment: S (1 + b)/2/(1 − ρ) (Kleinrock, *Queueing
/// Systems* I, §4.5).
pub fn burst_response(service: f64, rho: f64, burst: u32) -> f64 {
    if rho >= 1.0 { f64::INFINITY } else { service * f64::from(1 + burst) / 2.0 / (1.0 - rho) }
}

/// Response time of M/M/1: S/(1 − ρ).
pub fn mm1_response(service: f64, rho: f64) -> f64 {
    mg1_response(service, rho, 1.0)
}

/// Response time of M/D/1.
pub fn md1_response(service: f64, rho: f64) -> f64 {
    mg1_response(service, rho, 0.0)
}

/// Wait of *everyone* at one server of which a share `p` of the commands takes `long` and the others `short`, at `rate`
/// commands a unit (Pollaczek–Khinchine: what head-of-line blocking costs).
pub fn wait_behind_slow(rate: f64, p: f64, short: f64, long: f64) -> f64 {
    let mean = (1.0 - p) * short + p * long;
    let square = (1.0 - p) * short * short + p * long * long;
    if rate * mean >= 1.0 { f64::INFINITY } else { rate * square / (2.0 * (1.0 - rate * mean)) }
}

/// Erlang B: share of arrivals that find all `servers` busy and leave; `load` is λS. By the recurrence over the number of
/// servers, which never overflows.
pub fn erlang_b(servers: u32, load: f64) -> f64 {
    (1..=servers).fold(1.0, |b, c| load * b / (f64::from(c) + load * b))
}

/// Erlang C: probability that an arrival has to wait for one of `servers` servers; `load` is λS, 1 from saturation on.
pub fn erlang_c(servers: u32, load: f64) -> f64 {
    let b = erlang_b(servers, load);
    let rho = load / f64::from(servers);
    if rho >= 1.0 { 1.0 } else { b / (1.0 - rho * (1.0 - b)) }
}

/// Response time of M/M/c at utilisation `rho` of its `servers`: a pool of connections with exponential hold times,
/// unbounded wait and hand-off in order of arrival.
pub fn mmc_response(servers: u32, service: f64, rho: f64) -> f64 {
    if rho >= 1.0 {
        return f64::INFINITY;
    }
    let c = f64::from(servers);
    service + erlang_c(servers, rho * c) * service / (c * (1.0 - rho))
}

/// A closed network solved.
#[derive(Clone, Debug, PartialEq)]
pub struct Closed {
    /// Throughput of the whole network.
    pub throughput: f64,
    /// Response time, think time not included.
    pub response: f64,
    /// Mean number of customers at each station.
    pub queues: Vec<f64>,
}

/// Exact mean-value analysis (Reiser and Lavenberg 1980) of `callers` customers who think for `think` and visit single
/// servers with these demands; exact for exponential first-come-first-served stations.
pub fn mva(callers: u32, think: f64, demands: &[f64]) -> Closed {
    let start = Closed { throughput: 0.0, response: sum(demands), queues: vec![0.0; demands.len()] };
    (1..=callers).fold(start, |before, n| {
        let times: Vec<f64> = demands.iter().zip(&before.queues).map(|(d, q)| d * (1.0 + q)).collect();
        let response = sum(&times);
        let throughput = f64::from(n) / (think + response);
        Closed { throughput, response, queues: times.iter().map(|t| throughput * t).collect() }
    })
}

/// Two classes of customers, `callers` of each, who think for `think` and share one single server with the same mean service time: exact
/// mean-value analysis over all smaller populations (Reiser and Lavenberg 1980). Throughput and response time of each class.
pub fn mva_two_classes(callers: [u32; 2], think: [f64; 2], service: f64) -> [(f64, f64); 2] {
    let (first, second) = (callers[0] as usize, callers[1] as usize);
    // Mean number at the server with n of the first class, by number of the second.
    let mut queues = vec![vec![0.0; second + 1]; first + 1];
    let mut classes = [(0.0, 0.0); 2];
    for n in 0..=first {
        for m in 0..=second {
            let before =
                [(n, n.checked_sub(1).map(|less| queues[less][m])), (m, m.checked_sub(1).map(|less| queues[n][less]))];
            let mut queue = 0.0;
            for (class, (count, seen)) in before.into_iter().enumerate() {
                let response = service * (1.0 + seen.unwrap_or(0.0));
                let throughput = count as f64 / (think[class] + response);
                queue += throughput * response;
                classes[class] = (throughput, response);
            }
            queues[n][m] = queue;
        }
    }
    classes
}

/// The machine repairman: `callers` who think exponentially for `think` and queue for one exponential server. The product
/// form is summed from the largest population down, which keeps every term between 0 and 1.
pub fn repairman(callers: u32, think: f64, service: f64) -> Closed {
    flow_equivalent(callers, think, |_| 1.0 / service)
}

/// Callers who think for `think` outside a station that completes `rate(n)` requests a unit while it holds n: the flow-
/// equivalent server. A pool of K connections around a network with throughput X(n) is `rate(n) = X(min(n, K))`. Solves
/// the birth-death chain; exact for product-form networks, an approximation otherwise.
pub fn flow_equivalent(callers: u32, think: f64, rate: impl Fn(u32) -> f64) -> Closed {
    let n = callers as usize;
    // p[k]: probability of k at the station, up to a factor; built from k = N down and rescaled to stay finite.
    let mut p = vec![0.0; n + 1];
    p[n] = 1.0;
    for k in (0..n).rev() {
        p[k] = p[k + 1] * rate(k as u32 + 1) * think / (n - k) as f64;
        if p[k] > 1e200 {
            p.iter_mut().for_each(|x| *x /= 1e200);
        }
    }
    let total = sum(&p);
    let throughput = p.iter().enumerate().skip(1).map(|(k, x)| x * rate(k as u32)).sum::<f64>() / total;
    let queue = p.iter().enumerate().map(|(k, x)| k as f64 * x).sum::<f64>() / total;
    Closed { throughput, response: queue / throughput, queues: vec![queue] }
}

/// One request at a time on one connection: X = 1/(RTT + S + C), C being the client's own time for each request.
pub fn stop_and_wait(rtt: f64, service: f64, client: f64) -> f64 {
    1.0 / (rtt + service + client)
}

/// Never more than `depth` outstanding, each reply lets the next request go: what callers of a shared connection do.
/// X = min(P/(RTT + S), 1/S).
pub fn sliding_window(depth: u32, rtt: f64, service: f64) -> f64 {
    (f64::from(depth) / (rtt + service)).min(1.0 / service)
}

/// Send `depth`, read `depth`, send the next: what a pipeline object or redis-benchmark -P does. X = P/(RTT + P·S).
pub fn batch_and_wait(depth: u32, rtt: f64, service: f64) -> f64 {
    f64::from(depth) / (rtt + f64::from(depth) * service)
}

/// Throughput of a server that spends `per_batch` on each batch of `depth` commands and `per_command` on each of them.
pub fn batch_cap(depth: u32, per_batch: f64, per_command: f64) -> f64 {
    1.0 / (per_command + per_batch / f64::from(depth))
}

/// Throughput of an event loop that pays `per_poll` for each turn, in which `clients` clients are ready, and `per_client`
/// (read, write, bookkeeping) for each of them with `depth` commands.
pub fn event_loop_cap(clients: u32, depth: u32, per_poll: f64, per_client: f64, per_command: f64) -> f64 {
    batch_cap(depth, per_client + per_poll / f64::from(clients), per_command)
}

/// `clients` connections that each send batches of `depth` and wait: latency-bound first, then bound by the server.
pub fn batching_clients(clients: u32, depth: u32, rtt: f64, per_batch: f64, per_command: f64) -> f64 {
    let outstanding = f64::from(clients) * f64::from(depth);
    let latency = outstanding / (rtt + per_batch + f64::from(depth) * per_command);
    latency.min(batch_cap(depth, per_batch, per_command))
}

/// Requests a second that a link of `bits_per_sec` lets through at `bytes` each.
pub fn bandwidth_cap(bits_per_sec: f64, bytes: f64) -> f64 {
    bits_per_sec / (8.0 * bytes)
}

/// A pool of `connections` for `callers` without think time, deterministic: X = min(min(K, T)/(RTT + S + H), 1/S); H is what
/// the client adds while it holds a connection.
pub fn pool_throughput(connections: u32, callers: u32, rtt: f64, service: f64, hold: f64) -> f64 {
    (f64::from(connections.min(callers)) / (rtt + service + hold)).min(1.0 / service)
}

/// Mean wait for a connection at that throughput, for every distribution (Little): (T − K)/X, 0 when K ≥ T.
pub fn pool_wait(connections: u32, callers: u32, throughput: f64) -> f64 {
    f64::from(callers.saturating_sub(connections)) / throughput
}

/// A pool whose connections are tried with a PING each time they are lent: X = min(min(K, T)/(2·RTT + S + S′), 1/(S + S′)).
pub fn pool_with_ping(connections: u32, callers: u32, rtt: f64, service: f64, ping: f64) -> f64 {
    pool_throughput(connections, callers, 2.0 * rtt, service + ping, 0.0)
}

fn sum(values: &[f64]) -> f64 {
    values.iter().sum()
}

fn largest(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Equal to as many digits as the reference table prints.
    fn close(value: f64, reference: f64, digits: i32) {
        assert!((value - reference).abs() <= 0.5000001 * 0.1f64.powi(digits), "{value} is not {reference}");
    }

    #[test]
    fn open_stations_have_the_tabulated_response_times() {
        for (rho, mm1, md1, half, four) in [
            (0.5, 20.0, 15.0, 17.5, 35.0),
            (0.8, 50.0, 30.0, 40.0, 110.0),
            (0.9, 100.0, 55.0, 77.5, 235.0),
            (0.95, 200.0, 105.0, 152.5, 485.0),
        ] {
            close(mm1_response(10.0, rho), mm1, 9);
            close(md1_response(10.0, rho), md1, 9);
            close(mg1_response(10.0, rho, 0.5), half, 9);
            close(mg1_response(10.0, rho, 4.0), four, 9);
        }
        assert_eq!(mm1_response(10.0, 1.0), f64::INFINITY);
        // Two classes of commands are M/G/1 with the second moment of their mixture.
        let (rate, p, short, long) = (0.02, 0.01, 10.0, 1000.0);
        let (mean, square) = (19.9, 0.99 * 100.0 + 0.01 * 1e6);
        let scv = square / (mean * mean) - 1.0;
        close(wait_behind_slow(rate, p, short, long), mg1_response(mean, rate * mean, scv) - mean, 9);
    }

    #[test]
    fn several_servers_wait_as_erlang_says() {
        for (servers, rho, probability, response) in
            [(2, 0.8, 0.7111, 2.7778), (4, 0.8, 0.5964, 1.7455), (8, 0.9, 0.7015, 1.8769)]
        {
            close(erlang_c(servers, rho * f64::from(servers)), probability, 4);
            close(mmc_response(servers, 1.0, rho), response, 4);
        }
        close(mmc_response(1, 10.0, 0.8), mm1_response(10.0, 0.8), 9);
        close(erlang_b(2, 1.0), 0.2, 12);
        assert_eq!(erlang_c(3, 4.0), 1.0);
    }

    #[test]
    fn the_machine_repairman_has_the_tabulated_values_and_agrees_with_mva() {
        for (callers, throughput, response) in [
            (1, 909.09, 100.0),
            (2, 1803.28, 109.09),
            (5, 4360.48, 146.66),
            (10, 7854.18, 273.21),
            (11, 8367.68, 314.58),
            (12, 8802.61, 363.23),
            (15, 9635.03, 556.82),
            (20, 9981.31, 1003.75),
            (50, 10_000.0, 4000.0),
        ] {
            for solved in [repairman(callers, 1000.0, 100.0), mva(callers, 1000.0, &[100.0])] {
                close(solved.throughput * 1e6, throughput, 2);
                close(solved.response, response, 2);
                close(interactive_response(callers, solved.throughput, 1000.0), solved.response, 6);
            }
        }
        close(knee(1000.0, &[100.0]), 11.0, 9);
        let shared = mva(200, 12_000.0, &[10.0]);
        close(shared.throughput * 1e6, 16_650.04, 2);
        close(shared.response, 11.983, 3);
        close(repairman(50_000, 12_000.0, 10.0).throughput, 0.1, 9);
    }

    #[test]
    fn mva_solves_three_stations_inside_their_bounds() {
        let demands = [50.0, 30.0, 20.0];
        let solved = mva(20, 1000.0, &demands);
        close(solved.throughput * 1e6, 15_975.15, 2);
        close(solved.response, 251.944, 3);
        for (queue, reference) in solved.queues.iter().zip([2.7013, 0.8658, 0.4578]) {
            close(*queue, reference, 4);
        }
        for callers in 1..200 {
            let solved = mva(callers, 1000.0, &demands);
            assert!(solved.throughput <= throughput_bound(callers, 1000.0, &demands) + 1e-12);
            assert!(solved.response >= response_bound(callers, 1000.0, &demands) - 1e-9);
            assert!(utilisation(solved.throughput, 50.0, 1) <= 1.0 + 1e-12);
            close(population(solved.throughput, solved.response), solved.queues.iter().sum(), 9);
            let batch = mva(callers, 0.0, &demands).throughput;
            let (lower, upper) = balanced_job_bounds(callers, &demands);
            assert!(lower <= batch + 1e-12 && batch <= upper + 1e-12, "{lower} {batch} {upper}");
        }
    }

    #[test]
    fn one_connection_has_the_tabulated_throughputs() {
        let service = 10e-6;
        for (rtt, rate, digits) in [(0.25, 3.99984, 5), (0.012, 83.26, 2), (0.001, 990.1, 1), (0.0002, 4761.9, 1)] {
            close(stop_and_wait(rtt, service, 0.0), rate, digits);
        }
        close(sliding_window(200, 0.012, service), 16_652.8, 1);
        close(sliding_window(5000, 0.012, service), 1e5, 6);
        close(batch_and_wait(1000, 0.25, service), 3846.2, 1);
        close(batch_and_wait(10, 0.001, service), 9090.9, 1);
        let (per_batch, per_command) = (7.74e-6, 0.806e-6);
        assert_eq!((batch_cap(1, per_batch, per_command) / 1000.0).round(), 117.0);
        assert_eq!((batch_cap(10, per_batch, per_command) / 1000.0).round(), 633.0);
        assert_eq!((batch_cap(100, per_batch, per_command) / 1e4).round(), 113.0);
        assert_eq!((batch_cap(u32::MAX, per_batch, per_command) / 1e4).round(), 124.0);
        close(event_loop_cap(100, 1, 0.0, per_batch, per_command), batch_cap(1, per_batch, per_command), 6);
        close(batching_clients(1, 10, 0.001, 0.0, service), batch_and_wait(10, 0.001, service), 6);
        close(batching_clients(500, 10, 0.001, per_batch, per_command), batch_cap(10, per_batch, per_command), 6);
        close(bandwidth_cap(1e9, 10_000.0), 12_500.0, 9);
    }

    #[test]
    fn a_pool_is_bound_by_connections_then_by_the_server() {
        let (rtt, service) = (0.001, 10e-6);
        close(pool_throughput(8, 200, rtt, service, 0.0), 8.0 / 0.00101, 6);
        close(pool_throughput(200, 200, rtt, service, 0.0), 1e5, 6);
        close(pool_throughput(300, 8, rtt, service, 0.0), pool_throughput(8, 8, rtt, service, 0.0), 6);
        let throughput = pool_throughput(8, 200, rtt, service, 0.0);
        close(pool_wait(8, 200, throughput), 192.0 / throughput, 9);
        assert_eq!(pool_wait(200, 8, throughput), 0.0);
        close(pool_with_ping(8, 200, rtt, service, service), 8.0 / 0.00202, 6);
    }

    /// A pool of 4 servers with think time outside is M/M/4//N; its birth-death chain is `flow_equivalent`.
    #[test]
    fn a_pool_seen_from_outside_is_one_server_whose_rate_depends_on_its_queue() {
        let few = flow_equivalent(4, 1000.0, |n| f64::from(n.min(4)) / 100.0);
        close(few.throughput, 4.0 / 1100.0, 12);
        let many = flow_equivalent(400, 1000.0, |n| f64::from(n.min(4)) / 100.0);
        close(many.throughput, 0.04, 9);
    }
}
