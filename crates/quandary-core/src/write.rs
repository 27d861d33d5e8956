//! Puzzle → text that reads back as the same board.
//!
//! The text is read back before it is returned, by its own notation and by detection among the families that
//! a reader would choose from. Where that gives another board, a [label](crate::read::label) states what the notation
//! cannot store; where that does not help either, writing fails, and the error names the notations that can store the
//! board.

use crate::puzzle::{AnyNotation, Families, Puzzle, WriteError};
use crate::read::{self, Hints, label};
use crate::text::{Diagnostic, Source, Token};

impl dyn Puzzle {
    /// Writes the puzzle in one of its family's notations. What is written reads back as the same board, also where the
    /// reader has to find out to which of these families it belongs, or it is not written; the error then names the
    /// notations that can hold it.
    pub fn write(&self, notation: &str, families: Families) -> Result<String, WriteError> {
        let family = self.family();
        let found = family.notation(notation).ok_or_else(|| WriteError::NoSuchNotation {
            notation: notation.to_owned(),
            family: family.name(),
            known: family.notations().iter().filter(|n| n.writes()).map(|n| n.name()).collect::<Vec<_>>().join(", "),
        })?;
        found.write(self, families).map_err(|error| match error {
            WriteError::Cannot { notation, why, .. } => {
                let others = family.notations().into_iter().filter(|other| other.name() != notation);
                let instead =
                    others.filter(|other| other.write(self, families).is_ok()).map(|other| other.name()).collect();
                WriteError::Cannot { notation, why, instead }
            }
            error => error,
        })
    }
}

impl<'n> dyn AnyNotation + 'n {
    /// Writes one puzzle, so that it reads back as the same board, both by this notation and by detection among these
    /// families. Without families detection is not tried.
    pub fn write(&self, puzzle: &dyn Puzzle, families: Families) -> Result<String, WriteError> {
        let text = self.write_unchecked(puzzle)?;
        self.labelled(puzzle, &text, families).map_err(|why| WriteError::cannot(self.name(), why))
    }

    /// A text that was written, with a label for what it does not say itself; the error says why no label helps.
    fn labelled(&self, puzzle: &dyn Puzzle, text: &str, families: Families) -> Result<String, String> {
        let family = puzzle.family();
        let hints = Hints::new(families);
        let own = |text: &str| read::read_with(&Source::from_text(text), family, self, &hints);
        let is_same =
            |again: Result<Box<dyn Puzzle>, Diagnostic>| again.is_ok_and(|again| self.is_same(puzzle, &*again));
        let is_detected = |text: &str| families.is_empty() || is_same(read::puzzle(&Source::from_text(text), &hints));
        let again = own(text).ok();
        let mut missing: Vec<(&'static str, String)> = Vec::new();
        if again.as_ref().is_none_or(|again| again.rule() != puzzle.rule()) {
            missing.extend(puzzle.rule().map(|rule| ("rule", rule.to_owned())));
        }
        if again.as_ref().is_none_or(|again| again.id() != puzzle.id()) {
            missing.extend(puzzle.id().map(|id| ("id", id)));
        }
        let written: Vec<(&str, &str)> = again.iter().flat_map(|again| again.credits().entries()).collect();
        let unwritten = puzzle.credits().entries().filter(|entry| !written.contains(entry));
        missing.extend(unwritten.map(|(key, text)| (key, text.to_owned())));
        let kind = [("family", family.name().to_owned()), ("notation", self.name().to_owned())];
        let all = [&kind[..], &missing].concat();
        let labels = [&[][..], &missing, &all];
        let texts = labels.map(|label| label::put(text, self.packing(), label));
        let tried = if self.comments() { &texts[..] } else { &texts[..1] };
        match tried.iter().find(|text| is_same(own(text)) && is_detected(text)) {
            Some(text) => Ok(text.clone()),
            None if is_same(own(&texts[0])) => Err("nothing in it would show what it is".to_owned()),
            None if is_same(own(&texts[1])) || label::is_too_long(&missing) => {
                let what: Vec<String> = missing
                    .iter()
                    .map(|(key, value)| format!("the {key} '{}'", Token { text: value, start: 0 }.shown()))
                    .collect();
                Err(format!("it cannot store {}", what.join(" and ")))
            }
            None => Err("it would be read back as another board".to_owned()),
        }
    }
}
