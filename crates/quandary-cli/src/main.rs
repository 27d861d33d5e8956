//! The `quandary` command.
fn main() {}
