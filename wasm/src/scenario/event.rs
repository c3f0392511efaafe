//! Events of a run: failures, and changes of settings.

use super::issue::{Issue, IssueCode};
use super::validate::{join, violations};
use super::{Arrivals, CrossSlot, Flush, Scenario, Transport};
use crate::json::FromJson;
use serde::Serialize;
use serde_json::Value;

/// Something that happens at a moment of the run. Times count from the start of the run, warm-up included.
#[derive(Clone, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Event {
    /// The main thread of a node does something else for a while: it forks, or executes one slow command.
    ServerStall {
        /// Start time.
        #[serde(default = "default_at")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 4200000), extend("x-unit" = "ms")))]
        at_ms: f64,
        /// Duration.
        #[serde(default = "default_stall")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 600000), extend("x-unit" = "ms")))]
        duration_ms: f64,
        /// Number of the node; the first is 0.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 255)))]
        node: u32,
    },
    /// All threads of a client's processes are stopped, as in a full garbage collection.
    ClientPause {
        /// Start time.
        #[serde(default = "default_at")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 4200000), extend("x-unit" = "ms")))]
        at_ms: f64,
        /// Duration.
        #[serde(default = "default_stall")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 600000), extend("x-unit" = "ms")))]
        duration_ms: f64,
        /// Which client: 0 is the client of the scenario, 1 its first neighbour.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 63)))]
        client: u32,
    },
    /// All clients lose connections, for example through a restart or a firewall.
    ConnectionsDropped {
        /// Time of the event.
        #[serde(default = "default_at")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 4200000), extend("x-unit" = "ms")))]
        at_ms: f64,
        /// Share of the connections that are lost.
        #[serde(default = "all")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 100), extend("x-unit" = "%")))]
        share_percent: f64,
        /// Whether the connections die silently: clients get no FIN or RST, and their requests are lost.
        #[serde(default)]
        silent: bool,
        /// Time until the client's kernel closes a silent connection: TCP_USER_TIMEOUT, keepalive, or the end of all
        /// retransmissions.
        #[serde(default = "default_give_up")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 4200000), extend("x-unit" = "ms")))]
        give_up_ms: f64,
        /// Period after the event during which the server refuses new connections, as in a restart.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 600000), extend("x-unit" = "ms")))]
        refused_ms: f64,
    },
    /// The machine of a node fails. After detection and election, the node's replica serves in its place.
    NodeLost {
        /// Time of the event.
        #[serde(default = "default_at")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 4200000), extend("x-unit" = "ms")))]
        at_ms: f64,
        /// Number of the node; the first is 0.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 255)))]
        node: u32,
        /// Time until the other nodes agree that the node is down (`cluster-node-timeout`, or Sentinel's
        /// `down-after-milliseconds`).
        #[serde(default = "default_detect")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 600000), extend("x-unit" = "ms")))]
        detect_ms: f64,
        /// Time from the detection until the replica serves requests.
        #[serde(default = "default_elect")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 600000), extend("x-unit" = "ms")))]
        elect_ms: f64,
    },
    /// The round trip takes longer for a while.
    NetworkDelay {
        /// Start time.
        #[serde(default = "default_at")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 4200000), extend("x-unit" = "ms")))]
        at_ms: f64,
        /// Duration.
        #[serde(default = "default_spell")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 4200000), extend("x-unit" = "ms")))]
        duration_ms: f64,
        /// Time added to every round trip.
        #[serde(default = "default_extra")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e7), extend("x-unit" = "µs")))]
        extra_us: f64,
    },
    /// Segments are lost for a while.
    NetworkLoss {
        /// Start time.
        #[serde(default = "default_at")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 4200000), extend("x-unit" = "ms")))]
        at_ms: f64,
        /// Duration.
        #[serde(default = "default_spell")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 4200000), extend("x-unit" = "ms")))]
        duration_ms: f64,
        /// Share of segments lost during the event, if it is higher than the network's own loss.
        #[serde(default = "one_percent")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 20), extend("x-unit" = "%")))]
        loss_percent: f64,
    },
    /// More requests arrive for a while, in an open workload.
    Burst {
        /// Start time.
        #[serde(default = "default_at")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 4200000), extend("x-unit" = "ms")))]
        at_ms: f64,
        /// Duration.
        #[serde(default = "default_spell")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 4200000), extend("x-unit" = "ms")))]
        duration_ms: f64,
        /// Factor by which the arrival rate rises.
        #[serde(default = "two")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0.01, max = 100)))]
        factor: f64,
    },
    /// The number of running client instances changes: new ones start, or some take no new requests.
    InstancesChanged {
        /// Time of the event.
        #[serde(default = "default_at")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 4200000), extend("x-unit" = "ms")))]
        at_ms: f64,
        /// Number of running instances from then on.
        #[serde(default = "one")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1024)))]
        instances: u32,
    },
    /// A setting changes its value during the run.
    LimitChanged {
        /// Time of the event.
        #[serde(default = "default_at")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 4200000), extend("x-unit" = "ms")))]
        at_ms: f64,
        /// Path of the setting in the scenario. Only the listed settings can change in a running
        /// system.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = [
            "workload.arrivals.callers",
            "workload.arrivals.ratePerSec",
            "workload.batch.size",
            "workload.command.requestBytes",
            "workload.command.replyBytes",
            "client.connections.maxTotal",
            "client.connections.maxWaitMs",
            "client.retry.maxRetries",
            "client.retry.minBackoffMs",
            "client.retry.maxBackoffMs",
            "network.rttUs",
            "network.connectDelayUs",
            "network.mbitPerSec"
        ])))]
        path: String,
        /// Value of the setting from then on.
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e9)))]
        value: f64,
    },
}

fn default_at() -> f64 {
    200.0
}
fn default_stall() -> f64 {
    100.0
}
fn default_spell() -> f64 {
    100.0
}
fn default_give_up() -> f64 {
    924_600.0
}
fn default_detect() -> f64 {
    15_000.0
}
fn default_elect() -> f64 {
    750.0
}
fn default_extra() -> f64 {
    5000.0
}
fn all() -> f64 {
    100.0
}
fn one_percent() -> f64 {
    1.0
}
fn two() -> f64 {
    2.0
}
fn one() -> u32 {
    1
}

impl Event {
    /// When it happens or begins, ms from the start of the run.
    pub fn at_ms(&self) -> f64 {
        use Event::*;
        match *self {
            ServerStall { at_ms, .. }
            | ClientPause { at_ms, .. }
            | ConnectionsDropped { at_ms, .. }
            | NodeLost { at_ms, .. }
            | NetworkDelay { at_ms, .. }
            | NetworkLoss { at_ms, .. }
            | Burst { at_ms, .. }
            | InstancesChanged { at_ms, .. }
            | LimitChanged { at_ms, .. } => at_ms,
        }
    }

    /// How long it lasts, ms; `None` for what happens at one moment, or changes something for good.
    pub fn duration_ms(&self) -> Option<f64> {
        use Event::*;
        match *self {
            ServerStall { duration_ms, .. }
            | ClientPause { duration_ms, .. }
            | NetworkDelay { duration_ms, .. }
            | NetworkLoss { duration_ms, .. }
            | Burst { duration_ms, .. } => Some(duration_ms),
            NodeLost { detect_ms, elect_ms, .. } => Some(detect_ms + elect_ms),
            ConnectionsDropped { silent: true, give_up_ms, .. } => Some(give_up_ms),
            ConnectionsDropped { .. } | InstancesChanged { .. } | LimitChanged { .. } => None,
        }
    }

    /// Makes a scenario what it is while this lasts.
    fn apply(&self, scenario: &mut Scenario) {
        match self {
            Event::NetworkDelay { extra_us, .. } => {
                scenario.network.rtt_us += extra_us;
                for rtt in scenario.neighbours.iter_mut().filter_map(|neighbour| neighbour.rtt_us.as_mut()) {
                    *rtt += extra_us;
                }
            }
            Event::NetworkLoss { loss_percent, .. } => {
                scenario.network.loss_percent = scenario.network.loss_percent.max(*loss_percent);
            }
            Event::Burst { factor, .. } => {
                if let Arrivals::Open { rate_per_sec, .. } = &mut scenario.workload.arrivals {
                    *rate_per_sec *= factor;
                }
            }
            Event::LimitChanged { path, value, .. } => {
                if let Some(changed) = Scenario::from_json(&with_limit(scenario, path, *value)) {
                    *scenario = changed;
                }
            }
            _ => {}
        }
    }
}

impl Scenario {
    /// What the scenario is while those of its events last that `is_under_way` names by their number.
    pub fn during(&self, is_under_way: impl Fn(usize) -> bool) -> Scenario {
        let mut scenario = self.clone();
        let under_way = self.events.iter().enumerate().filter(|(number, _)| is_under_way(*number));
        for (_, event) in under_way {
            event.apply(&mut scenario);
        }
        scenario
    }

    /// The most instances of the client that are at work at any time of the run.
    pub fn most_instances(&self) -> u32 {
        let of = |event: &Event| match event {
            Event::InstancesChanged { instances, .. } => *instances,
            _ => 0,
        };
        self.events.iter().map(of).max().unwrap_or(0).max(self.client.instances)
    }

    /// Whether segments may be lost at some time of the run.
    pub fn may_lose(&self) -> bool {
        let loses = |event: &Event| matches!(event, Event::NetworkLoss { loss_percent, .. } if *loss_percent > 0.0);
        self.network.transport == Transport::Tcp && self.events.iter().any(loses)
    }
}

/// A scenario as JSON. Through its text: a writer of its own for values would be an eighth of the engine.
fn value_of(scenario: &Scenario) -> Value {
    let text = serde_json::to_string(scenario).expect("a scenario has a JSON text");
    serde_json::from_str(&text).expect("it is JSON")
}

/// A scenario as JSON with another value at a path.
fn with_limit(scenario: &Scenario, path: &str, value: f64) -> Value {
    let mut whole = value_of(scenario);
    let mut at = &mut whole;
    for name in path.split('.') {
        at = &mut at[name];
    }
    *at = match value.fract() == 0.0 {
        true => Value::from(value as u64),
        false => Value::from(value),
    };
    whole
}

/// What is wrong with the events of a scenario whose fields are right one by one.
pub(super) fn impossible(scenario: &Scenario) -> Vec<Issue> {
    let mut issues = Vec::new();
    let clients = 1 + scenario.neighbours.len();
    for (number, event) in scenario.events.iter().enumerate() {
        let place = |name: &str| format!("events.{number}.{name}");
        match event {
            Event::ServerStall { node, .. } | Event::NodeLost { node, .. } if *node >= scenario.server.nodes => {
                issues.push(out_of(&place("node"), *node, scenario.server.nodes));
            }
            Event::ClientPause { client, .. } if *client as usize >= clients => {
                issues.push(out_of(&place("client"), *client, clients as u32));
            }
            Event::Burst { .. } if !matches!(scenario.workload.arrivals, Arrivals::Open { .. }) => {
                issues.push(Issue::new(IssueCode::EventWithoutSubject, &place("kind")).with_value(&"burst"));
            }
            Event::NetworkLoss { .. } if scenario.network.transport != Transport::Tcp => {
                issues.push(Issue::new(IssueCode::EventWithoutSubject, &place("kind")).with_value(&"networkLoss"));
            }
            Event::LimitChanged { path, value, .. } => issues.extend(wrong_limit(scenario, number, path, *value)),
            _ => {}
        }
    }
    issues
}

/// A number that counts from 0, of which there are `count`.
fn out_of(path: &str, value: u32, count: u32) -> Issue {
    let mut issue = Issue::new(IssueCode::OutOfRange, path).with_value(&value);
    issue.min = Some(0.0);
    issue.max = Some(f64::from(count - 1));
    issue.nearest = issue.max;
    issue
}

/// What is wrong with a setting that gets another value.
fn wrong_limit(scenario: &Scenario, number: usize, path: &str, value: f64) -> Option<Issue> {
    let place = |name: &str| join(&format!("events.{number}"), name);
    let mut alone = scenario.clone();
    alone.events.clear();
    let whole = value_of(&alone);
    if !path.split('.').fold(&whole, |at, name| &at[name]).is_number() {
        return Some(Issue::new(IssueCode::EventWithoutSubject, &place("path")).with_value(&path));
    }
    if is_fixed(scenario, path) {
        return Some(Issue::new(IssueCode::EventWithoutSubject, &place("path")).with_value(&path));
    }
    let mut issue = violations(&with_limit(&alone, path, value)).into_iter().next()?;
    issue.path = place("value");
    Some(issue)
}

/// Whether a setting that can change in other systems cannot in this one: connections of a cluster are numbered by node, parts of batches are
/// prepared by size, and a load generator deals its connections out at the start.
fn is_fixed(scenario: &Scenario, path: &str) -> bool {
    let client = &scenario.client;
    match path {
        "client.connections.maxTotal" => scenario.serving_nodes() > 1,
        "workload.batch.size" => matches!(client.cross_slot, CrossSlot::Split { .. }),
        "workload.arrivals.callers" => client.io.flush() == Flush::Writable {},
        _ => false,
    }
}
