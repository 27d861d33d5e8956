//! Numbers and verdicts in plain words: the library's own.

pub(crate) use quandary::contract::words::*;
