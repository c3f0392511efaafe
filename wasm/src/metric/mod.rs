//! Metrics of a run, and their reports. Recording is integer arithmetic without allocation; all division happens
//! once, in the summary.

pub mod batch;
pub mod histogram;
pub mod meter;
pub mod phase_times;
pub mod picture;
pub mod summary;
pub mod time_weighted;
pub mod trace;
pub mod vocabulary;
