//! `man`: manual pages, from the same definitions as the help.

use std::io;

use clap_mangen::Man as Page;

use super::{Failure, cannot_write};
use crate::args::{self, Man};
use crate::exit::Exit;
use crate::output::Out;

/// Runs the command.
pub(crate) fn run(args: &Man) -> Result<Exit, Failure> {
    let command = args::command();
    match &args.output {
        Some(folder) => {
            let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
            written.map_err(|error| cannot_write(folder, &error))?;
        }
        None => {
            let mut page = Vec::new();
            Page::new(command).render(&mut page).map_err(io::Error::other)?;
            let mut out = Out::stdout();
            out.data(&page)?;
            out.flush()?;
        }
    }
    Ok(Exit::Solved)
}
