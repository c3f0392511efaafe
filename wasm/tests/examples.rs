//! The programs in `examples` run to their end; each asserts its own result.

#[path = "../examples/pool.rs"]
mod pool;
#[path = "../examples/shared_connection.rs"]
mod shared_connection;
#[path = "../examples/textbook.rs"]
mod textbook;

#[test]
fn a_pool_stays_below_its_bound() {
    pool::main();
}

#[test]
fn a_shared_connection_carries_many_requests_per_round_trip() {
    shared_connection::main();
}

#[test]
fn the_closed_network_agrees_with_theory() {
    textbook::main();
}
