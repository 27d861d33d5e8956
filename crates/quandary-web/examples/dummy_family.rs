//! A server for a registry of one's own: the tests' tiny family, to be played in a browser without a line of JavaScript.

#[path = "../../quandary/tests/dummy/mod.rs"]
mod dummy;

use std::net::SocketAddr;

use quandary::Cancel;
use quandary_web::server::{Settings, serve};

fn main() -> std::io::Result<()> {
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let settings = Settings { families: dummy::REGISTRY, listen, ..Settings::default() };
    serve(settings, &Cancel::default(), |address| println!("listening on http://{address}"))
}
