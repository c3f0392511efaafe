//! The profiles: which machines there are numbers of.

use crate::json::FromJson;
use serde::Serialize;

/// A named set of costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// All steps are free: only waiting and service time remain, as in a textbook.
    Ideal,
    /// A typical current Linux server, from published measurements and estimates.
    #[default]
    LinuxServer,
    /// The 2-core virtual machine of this project's own measurements. Waking another core is expensive there.
    #[serde(rename = "linux-2core-vm")]
    Linux2CoreVm,
    /// The laptop with 8 logical processors from the article on Lettuce and Jedis (S0). Client and server run on this
    /// machine.
    #[serde(rename = "s0-8cpu-laptop")]
    S0Laptop,
    /// The local machine from the article on batch operations (S3).
    S3Laptop,
    /// An AWS c8g.8xlarge with clients on Unix sockets (cache-benchmarks 2025).
    AwsC8g,
    /// The AWS m5.2xlarge from the article on threaded I/O (S1).
    #[serde(rename = "s1-m5-2xlarge")]
    S1M5,
    /// The Xeon servers from the article on connection pools in Go (S4).
    #[serde(rename = "s4-xeon-40core")]
    S4Xeon,
    /// The Apple M1 Pro of the rueidis benchmark of Go clients (C-1). Client and server run on this machine, under
    /// macOS.
    #[serde(rename = "apple-m1-pro")]
    AppleM1Pro,
}
