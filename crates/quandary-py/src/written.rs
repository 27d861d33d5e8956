//! A board as text, and the number that its copies share.

use quandary::{ALL, Error};
use quandary_core::random::fingerprint;

/// A puzzle in the first notation that can hold it.
pub(crate) fn text_of(board: &dyn quandary_core::Puzzle) -> Result<String, Error> {
    let notations = board.family().notations().into_iter().filter(|notation| notation.writes());
    let mut first_error = None;
    for notation in notations {
        match notation.write(board, ALL) {
            Ok(text) => return Ok(text),
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    Err(Error::unprocessable(first_error.map_or_else(|| "no notation can hold it".to_owned(), |e| e.to_string())))
}

/// The number that all copies of a board share; where its family does not know its copies, that of its text.
pub(crate) fn fingerprint_of(board: &dyn quandary_core::Puzzle) -> Result<u64, Error> {
    match (board.copy_form(), board.copy_class()) {
        (Some(form), _) => Ok(fingerprint(form.as_bytes())),
        (None, Some(class)) => Ok(class),
        (None, None) => Ok(fingerprint(text_of(board)?.as_bytes())),
    }
}
