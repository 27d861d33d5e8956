//! The options of `certify`.

use std::path::PathBuf;

use clap::Args;

use super::common::Reading;

/// Prove verdicts: certificates that others can check
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary certify puzzle.txt -o proofs
  quandary-check proofs/puzzle.jsonl proofs/puzzle.qcert
  quandary certify --veripb puzzle.txt -o proofs
  veripb proofs/puzzle-1.opb proofs/puzzle-1.pbp

For each input, DIR gets NAME.jsonl with the puzzles and NAME.qcert with their certificates, in the
same order. Each certificate is checked before it is written. A verdict that cannot be certified
within the limits is reported as not certified and is in neither file.
Exit codes: 0 everything is certified (also that there is no solution), 4 something is not.")]
pub(crate) struct Certify {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// Write puzzles and certificates into this directory
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Certify the exact number of solutions, up to 10,000
    #[arg(long)]
    pub(crate) count: bool,
    /// Also write a formula and a proof for VeriPB: NAME-1.opb, NAME-1.pbp, and so on
    #[arg(long, requires = "output")]
    pub(crate) veripb: bool,
    /// Print one JSON object per puzzle per line
    #[arg(long)]
    pub(crate) json: bool,
}
