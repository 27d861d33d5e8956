//! Puzzle → text that reads back as the same board.
//!
//! The text is read back before it is returned, by its own notation and by detection among the families that
//! a reader would choose from. Where that gives another board, a [label](crate::read::label) states what the notation
//! cannot store; where that does not help either, writing fails, and the error names the notations that can store the
//! board.

use crate::puzzle::{AnyNotation, DoesNotFit, Families, Puzzle, WriteError};
use crate::read::{self, Hints, label};
use crate::text::{Source, Token};
use crate::verdict::Budget;

impl dyn Puzzle {
    /// Writes the puzzle in one of its family's notations. What is written reads back as the same board, also where the
    /// reader has to find out to which of these families it belongs, or it is not written; the error then names the
    /// notations that can hold it.
    pub fn write(&self, notation: &str, families: Families) -> Result<String, WriteError> {
        self.write_within(notation, families, &Budget::default())
    }

    /// The same within a running budget: when it ends, the error names the notations that are known by then.
    pub fn write_within(&self, notation: &str, families: Families, budget: &Budget) -> Result<String, WriteError> {
        let family = self.family();
        let found = family.notation(notation).ok_or_else(|| WriteError::NoSuchNotation {
            notation: notation.to_owned(),
            family: family.name(),
            known: family.notations().iter().filter(|n| n.writes()).map(|n| n.name()).collect::<Vec<_>>().join(", "),
        })?;
        found.write(self, families).map_err(|error| match error {
            WriteError::Cannot { notation, why, .. } => {
                let others = family.notations().into_iter().filter(|other| other.name() != notation);
                let can = |other: &&dyn AnyNotation| budget.check().is_ok() && other.write(self, families).is_ok();
                let instead = others.filter(can).map(|other| other.name()).collect();
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
        self.labelled(puzzle, text, families).map_err(|why| WriteError::cannot(self.name(), why))
    }

    /// A text that was written, with a label for what it does not say itself; the error says why no label helps.
    fn labelled(&self, puzzle: &dyn Puzzle, text: String, families: Families) -> Result<String, DoesNotFit> {
        let hints = Hints::new(families);
        let bare = Written::new(self, puzzle, text, &hints);
        if bare.is_found(self, puzzle, &hints) {
            return Ok(bare.source.text);
        }
        let missing = missing(puzzle, bare.puzzle.as_deref());
        let kind = [("family", puzzle.family().name().to_owned()), ("notation", self.name().to_owned())];
        let with = |label: &[(&'static str, String)]| {
            Written::new(self, puzzle, label::put(&bare.source.text, self.packing(), label), &hints)
        };
        let mut has_no_place = false;
        if !missing.is_empty() {
            let labelled = with(&missing);
            if self.comments() && labelled.is_found(self, puzzle, &hints) {
                return Ok(labelled.source.text);
            }
            has_no_place = labelled.is_same || label::is_too_long(&missing);
        }
        if self.comments() {
            let labelled = with(&[&kind[..], &missing].concat());
            if labelled.is_found(self, puzzle, &hints) {
                return Ok(labelled.source.text);
            }
        }
        if bare.is_same {
            return Err("nothing in the text would identify the notation".into());
        }
        if has_no_place {
            let what: Vec<String> = missing
                .iter()
                .map(|(key, value)| format!("the {key} '{}'", Token { text: value, start: 0 }.shown()))
                .collect();
            return Err(format!("it cannot store {}", what.join(" and ")).into());
        }
        Err("it would be read back as another board".into())
    }
}

/// A text that was written, and what its notation reads from it.
struct Written {
    source: Source,
    puzzle: Option<Box<dyn Puzzle>>,
    /// Whether that is the board that was written.
    is_same: bool,
    /// Whether the family's quick reader took it, which takes no text that could be anything else.
    is_plain: bool,
}

impl Written {
    fn new(notation: &dyn AnyNotation, puzzle: &dyn Puzzle, text: String, hints: &Hints) -> Self {
        let source = Source::from_text(text);
        let quick = puzzle.family().line_reader(notation.name());
        let plain = quick.and_then(|read| read(source.text.strip_suffix('\n').unwrap_or(&source.text)));
        let is_plain = plain.is_some();
        let again = plain.or_else(|| read::read_with(&source, puzzle.family(), notation, hints).ok());
        let is_same = again.as_ref().is_some_and(|again| notation.is_same(puzzle, &**again));
        Written { source, puzzle: again, is_same, is_plain }
    }

    /// Whether the text comes back as the same board, also where a reader has to find out what it is. A text that is found
    /// to be in its own notation has been read already.
    fn is_found(&self, notation: &dyn AnyNotation, puzzle: &dyn Puzzle, hints: &Hints) -> bool {
        if !self.is_same || hints.families.is_empty() {
            return self.is_same;
        }
        let family = puzzle.family();
        let fits = self.source.text.len() <= family.longest_in(notation.name());
        if self.is_plain && hints.families.iter().any(|known| known.name() == family.name()) {
            return fits;
        }
        let Ok(detected) = read::detect(&self.source, hints) else { return false };
        let is_own = (detected.family.name(), detected.notation.name()) == (family.name(), notation.name());
        if is_own {
            return fits;
        }
        read::read_as(&self.source, &detected, hints).is_ok_and(|again| notation.is_same(puzzle, &*again))
    }
}

/// What a puzzle has and the one that was read back has not: what a label has to say.
fn missing(puzzle: &dyn Puzzle, again: Option<&dyn Puzzle>) -> Vec<(&'static str, String)> {
    let mut missing: Vec<(&'static str, String)> = Vec::new();
    if again.is_none_or(|again| again.rule() != puzzle.rule()) {
        missing.extend(puzzle.rule().map(|rule| ("rule", rule.to_owned())));
    }
    if again.is_none_or(|again| again.id() != puzzle.id()) {
        missing.extend(puzzle.id().map(|id| ("id", id)));
    }
    let written: Vec<(&str, &str)> = again.iter().flat_map(|again| again.credits().entries()).collect();
    let unwritten = puzzle.credits().entries().filter(|entry| !written.contains(entry));
    missing.extend(unwritten.map(|(key, text)| (key, text.to_owned())));
    missing
}
