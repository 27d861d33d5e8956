//! Bar charts.
