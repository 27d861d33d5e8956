//! The page, and the server for it.
//!
//! The page (in `page/`) is plain HTML, CSS and JavaScript modules, built into the program as they are: nothing has to be
//! bundled or installed. It sends requests about a puzzle to an engine, in the terms of `quandary::api`. That
//! engine is either [`server`], which `quandary serve` runs on this machine, or the same library as WebAssembly in the
//! static site that `cargo xtask site` builds.

mod assets;
#[cfg(feature = "server")]
pub mod server;

pub use assets::{ASSETS, Asset, asset};

/// The interface's description, for programs that read such documents.
pub const OPENAPI: &str = include_str!("../openapi.json");
