//! `serve`: the page, on this machine.

use quandary::read::{Diagnostic, Source};
use quandary_web::server::{Settings, serve};

use super::Failure;
use crate::args::Serve;
use crate::exit::Exit;
use crate::interrupt;
use crate::output::{self, Out};

/// Runs the command until Ctrl-C.
pub(crate) fn run(args: &Serve) -> Result<Exit, Failure> {
    let settings = Settings {
        listen: args.listen,
        time_limit: args.time_limit,
        memory: args.memory_limit << 20,
        ..Settings::default()
    };
    let ready = |address: std::net::SocketAddr| {
        let mut out = Out::stdout();
        // Standard output may be closed; the page is served anyway.
        let _ = out.lines(&format!("Quandary is at http://{address} (Ctrl-C stops it)\n")).and_then(|()| out.flush());
        if !address.ip().is_loopback() {
            output::eprint("anyone who can reach this address can send requests\n");
        }
    };
    interrupt::stoppable(|| serve(settings, &interrupt::flag(), ready)).map_err(|error| {
        let message = format!("cannot listen on {}: {error}", args.listen);
        let help = "another program may use this port: choose one with --listen 127.0.0.1:PORT";
        Failure::from((Source::from_text(""), Diagnostic::new(message).help(help)))
    })?;
    Ok(Exit::Solved)
}
