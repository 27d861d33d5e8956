//! A server for a registry of one's own: the tests' tiny family, to be played in a browser without a line of JavaScript.

#[path = "../../quandary/tests/dummy/mod.rs"]
mod dummy;

use std::net::SocketAddr;

use quandary::Cancel;
use quandary_web::server::{Settings, serve_families};

fn main() -> std::io::Result<()> {
    let settings = Settings { listen: SocketAddr::from(([127, 0, 0, 1], 0)), ..Settings::default() };
    let ready = |address| println!("listening on http://{address}");
    serve_families(dummy::REGISTRY, settings, &Cancel::default(), ready)
}
