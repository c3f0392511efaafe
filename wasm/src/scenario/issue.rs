//! Issues of a scenario, as codes and facts. The engine speaks no language: the page and the command line turn an
//! issue into a sentence in the reader's language.

use serde::Serialize;

/// Kind of problem; the text before the space of each comment is what people search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum IssueCode {
    /// The text is not JSON; `line` and `column` say where reading stopped.
    #[serde(rename = "SCN-01")]
    NotJson,
    /// A field the scenario does not have; `suggestion` is the most similar one.
    #[serde(rename = "SCN-02")]
    UnknownField,
    /// A value of the wrong type; `expected` names the right one.
    #[serde(rename = "SCN-03")]
    WrongType,
    /// A number outside `min`..`max`; `nearest` is the closest valid one.
    #[serde(rename = "SCN-04")]
    OutOfRange,
    /// A choice that does not exist; `allowed` lists those that do.
    #[serde(rename = "SCN-05")]
    UnknownChoice,
    /// A field that must be given is missing; `allowed` lists its choices if it has any.
    #[serde(rename = "SCN-06")]
    MissingField,
    /// Made by a newer version of the program; `max` is the newest format it understands.
    #[serde(rename = "SCN-07")]
    NewerVersion,
    /// Blocking callers cannot share a connection: a reply could reach the wrong one.
    #[serde(rename = "SCN-08")]
    BlockingShared,
    /// The smaller bound of a uniform distribution exceeds the larger.
    #[serde(rename = "SCN-09")]
    EmptyInterval,
    /// A closed loop in which no step takes time: model time would stand still for ever.
    #[serde(rename = "SCN-10")]
    NothingTakesTime,
    /// A transaction in several round trips on a shared connection: others' commands would come between.
    #[serde(rename = "SCN-11")]
    SharedTransaction,
    /// Goroutines that hand their commands to event loops: their I/O is done by goroutines.
    #[serde(rename = "SCN-16")]
    GoroutinesWithLoops,
    /// Callbacks of one event loop with I/O that is not this loop's.
    #[serde(rename = "SCN-17")]
    CallbacksElsewhere,
    /// Several loops of callbacks whose callers have no connection of their own.
    #[serde(rename = "SCN-36")]
    LoopsInCommon,
    /// Writer and reader goroutines without goroutines, or without connections to share.
    #[serde(rename = "SCN-18")]
    WriterReaderAlone,
    /// More bytes on their way at once than the engine can follow; `value` are those bytes, `max` those it can.
    #[serde(rename = "SCN-19")]
    TooMuchAtOnce,
    /// More connections to all nodes together than can be simulated; `max` is how many can.
    #[serde(rename = "SCN-24")]
    TooManyConnections,
    /// I/O threads in the nodes of a cluster, which are not modelled together.
    #[serde(rename = "SCN-25")]
    ClusterWithIoThreads,
    /// A transaction whose keys are in several slots.
    #[serde(rename = "SCN-26")]
    TransactionAcrossSlots,
    /// A batch in more parts than can be simulated; `max` is how many can.
    #[serde(rename = "SCN-27")]
    TooManyParts,
    /// Looking without pause, or waiting for microseconds in turn, by a caller that is no thread of its own.
    #[serde(rename = "SCN-28")]
    SpinningWithoutThread,
    /// A topology to be learnt, or slots that move, where there is only one node.
    #[serde(rename = "SCN-29")]
    TopologyWithoutCluster,
    /// More slots to move than their node has; `max` is how many it has.
    #[serde(rename = "SCN-30")]
    TooManySlots,
    /// A command that waits on a server with I/O threads, which are not modelled together.
    #[serde(rename = "SCN-31")]
    WaitingWithIoThreads,
    /// A setting that nothing in this scenario looks at; `nearest` is the value that says nothing.
    #[serde(rename = "SCN-32")]
    NoEffect,
    /// Second and third kind of command would be more than all requests; `max` is what the second leaves for the third.
    #[serde(rename = "SCN-33")]
    MoreThanAll,
    /// The text nests more deeply than any scenario; `max` is the number of levels that are read.
    #[serde(rename = "SCN-34")]
    TooDeep,
    /// More threads or memory for all instances of all clients than can be simulated; `value` are the threads, or bytes, of all together.
    #[serde(rename = "SCN-37")]
    TooManyInstances,
    /// An event of something that this scenario does not have; `value` names it.
    #[serde(rename = "SCN-48")]
    EventWithoutSubject,
    /// TLS on a server whose I/O threads do not support it.
    #[serde(rename = "SCN-38")]
    TlsWithFanOut,
    /// Client-side caching with something that is not modelled together with it; `path` names that.
    #[serde(rename = "SCN-50")]
    NotWithCaching,
    /// Subscriptions with something that is not modelled together with them; `path` names that.
    #[serde(rename = "SCN-52")]
    NotWithSubscriptions,
    /// A proxy with something that is not modelled together with it; `path` names that.
    #[serde(rename = "SCN-53")]
    NotWithProxy,
    /// There are more problems than are listed; `value` is how many more.
    #[serde(rename = "SCN-35")]
    FurtherProblems,
}

/// One problem of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Issue {
    /// Kind of problem.
    pub code: IssueCode,
    /// Where: dot-separated path into the scenario; empty for the whole text.
    pub path: String,
    /// The offending value as JSON, shortened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Smallest allowed number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// Largest allowed number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// The allowed number closest to the given one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<f64>,
    /// The existing name most similar to the given one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    /// Type that was expected: `object`, `number`, `integer`, `string` or `boolean`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// Names that would be allowed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<String>,
    /// Line at which reading stopped, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Column at which reading stopped, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}

impl Issue {
    /// An issue without facts beside its place.
    pub fn new(code: IssueCode, path: &str) -> Self {
        Issue {
            code,
            path: path.to_owned(),
            value: None,
            min: None,
            max: None,
            nearest: None,
            suggestion: None,
            expected: None,
            allowed: Vec::new(),
            line: None,
            column: None,
        }
    }

    /// The same issue, quoting the value that caused it as JSON text, shortened.
    pub fn with_value(mut self, value: &impl Serialize) -> Self {
        let text = serde_json::to_string(value).expect("numbers, words and JSON values have a text");
        self.value =
            Some(if text.chars().count() > 60 { text.chars().take(59).chain(['…']).collect() } else { text });
        self
    }
}
