//! Exit codes: what a script may rely on.
//!
//! One puzzle has one code. Over several puzzles the most serious one counts, so that `quandary solve *.txt && echo
//! good` says "good" only when every puzzle is. The order is that of the variants below.

use std::process::ExitCode;

/// How a run ended, from the best to the most serious.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Solved: what was asked for was found.
    Solved,
    /// Proved to have no solution; for `check`, not a solution.
    Impossible,
    /// Several solutions where one was required.
    Several,
    /// The budget ran out first.
    RanOut,
    /// Bad input or usage.
    BadInput,
    /// Interrupted by Ctrl-C.
    Interrupted,
    /// A solver gave an answer that breaks the rules: a bug of ours.
    Internal,
}

impl Exit {
    /// The number that the shell sees.
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Solved => 0,
            Exit::Impossible => 1,
            Exit::BadInput => 2,
            Exit::Several => 3,
            Exit::RanOut => 4,
            Exit::Internal => 70,
            Exit::Interrupted => 130,
        }
    }

    /// The exit with this number.
    pub(crate) fn of_code(code: u8) -> Self {
        use Exit::{BadInput, Impossible, Internal, Interrupted, RanOut, Several, Solved};
        let all = [Solved, Impossible, Several, RanOut, BadInput, Interrupted, Internal];
        all.into_iter().find(|exit| exit.code() == code).unwrap_or(Internal)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::Exit;

    #[test]
    fn over_several_puzzles_the_most_serious_code_counts() {
        let order = [Exit::Interrupted, Exit::BadInput, Exit::RanOut, Exit::Several, Exit::Impossible, Exit::Solved];
        assert_eq!(order.map(Exit::code), [130, 2, 4, 3, 1, 0]);
        assert!(order.is_sorted_by(|a, b| a > b));
        assert_eq!(order.map(|exit| Exit::of_code(exit.code())), order);
    }
}
