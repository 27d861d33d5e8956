//! Text → puzzle.
//!
//! A [`Source`] is a piece of text and where it came from. [`detect`] finds the family and notation it is written
//! in, [`puzzle`] reads it, and a [`Diagnostic`] says what is wrong with it, where, and what to do. Files that hold many
//! puzzles are cut up by [`split::Splitter`]. A text may say in a comment what it is, how it is played and what it is called
//! ([`label`]). The readers of all families are built from the few pieces in [`text`] and [`json`], so that every error in every notation has a line, a column and a caret.

mod buffer;
pub mod label;
pub mod split;

mod lines;
mod passed_over;

pub use buffer::Buffer;
pub use label::Label;
pub use passed_over::passed_over;

pub use crate::picture as image;
pub use crate::text::{self, Diagnostic, Line, Source, Span, Token, json};

use std::borrow::Cow;

use crate::credits::Credits;
use crate::puzzle::{AnyNotation, Family, Packing, Puzzle};
use crate::text::Fit;

/// What the caller knows about a text.
#[derive(Clone)]
pub struct Hints {
    /// The families to choose from: those of the registry, unless a program brings one of its own.
    pub families: &'static [&'static dyn Family],
    /// The family's name.
    pub family: Option<String>,
    /// The notation's name.
    pub notation: Option<String>,
    /// A rule to play by, whatever the puzzle itself says.
    pub rule: Option<String>,
    /// Whether errors are read at a command line: only then do they name its options.
    pub at_command_line: bool,
}

impl Hints {
    /// Nothing is known but the families to choose from.
    pub fn new(families: &'static [&'static dyn Family]) -> Self {
        Hints { families, family: None, notation: None, rule: None, at_command_line: false }
    }
}

/// A family and one of its notations.
#[derive(Clone, Copy)]
pub struct Detected {
    /// The family.
    pub family: &'static dyn Family,
    /// The notation.
    pub notation: &'static dyn AnyNotation,
    /// How well the text fits it.
    pub fit: Fit,
}

impl std::fmt::Debug for Detected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} as {} ({:?})", self.family.name(), self.notation.name(), self.fit)
    }
}

/// Reads one puzzle, finding out what it is.
pub fn puzzle(source: &Source, hints: &Hints) -> Result<Box<dyn Puzzle>, Diagnostic> {
    read_as(source, &detect(source, hints)?, hints)
}

/// Reads one puzzle whose family and notation are known.
pub fn read_as(source: &Source, detected: &Detected, hints: &Hints) -> Result<Box<dyn Puzzle>, Diagnostic> {
    let longest = detected.family.longest_in(detected.notation.name());
    if source.text.len() > longest {
        return Err(too_long(source, longest));
    }
    read_with(source, detected.family, detected.notation, hints)
}

/// Reads one puzzle with one notation, and by the rule that was asked for or that its label names.
pub(crate) fn read_with(
    source: &Source,
    family: &dyn Family,
    notation: &dyn AnyNotation,
    hints: &Hints,
) -> Result<Box<dyn Puzzle>, Diagnostic> {
    let (plain, label) = Label::take(source)?;
    let rule = hints.rule.as_deref().or(label.get("rule"));
    let mut puzzle = match rule {
        None => notation.read(&plain)?,
        Some(rule) => {
            let puzzle = notation.read(&Source { rule: Some(rule.to_owned()), ..plain.into_owned() })?;
            let blamed = |error| if hints.rule.is_none() { label.blamed("rule", error) } else { error };
            puzzle.with_rule(rule).ok_or_else(|| blamed(no_such_rule(family, &*puzzle, rule)))?
        }
    };
    if let Some(id) = label.get("id") {
        puzzle = puzzle.with_id(id).ok_or_else(|| {
            let message = format!("'{id}' is not the number of a published {} board", family.title());
            label.blamed("id", Diagnostic::new(message)).help("remove the comment, or correct it")
        })?;
    }
    let labelled = ["title", "author"].map(|key| label.get(key));
    if labelled.iter().any(Option::is_some) {
        let own = puzzle.credits();
        let [title, author] =
            [labelled[0].or(own.title()), labelled[1].or(own.author())].map(Option::unwrap_or_default);
        // A family need not keep them; they say nothing about the board.
        puzzle = puzzle.with_credits(Credits::new(title, author)).unwrap_or(puzzle);
    }
    Ok(puzzle)
}

/// The error for a rule that a family or a board cannot be played by.
fn no_such_rule(family: &dyn Family, puzzle: &dyn Puzzle, rule: &str) -> Diagnostic {
    if let Some(known) = family.rules().iter().find(|known| known.name == rule) {
        let message = format!("this board ({}) cannot be played by the rule '{rule}'", puzzle.size());
        return Diagnostic::new(message).help(format!("{rule}: {}", known.summary));
    }
    let known: Vec<_> = family.rules().iter().map(|rule| rule.name).collect();
    Diagnostic::new(format!("{} has no rule called '{rule}'", family.title())).help(if known.is_empty() {
        "this family has only one rule: omit the rule".to_owned()
    } else {
        format!("choose one of: {}", known.join(", "))
    })
}

/// Finds the family and notation that fit a text best.
pub fn detect(source: &Source, hints: &Hints) -> Result<Detected, Diagnostic> {
    let longest_in = |family: &&'static dyn Family| {
        let notations = family.notations().into_iter();
        notations.map(|notation| family.longest_in(notation.name())).max().unwrap_or(0)
    };
    let longest = hints.families.iter().map(longest_in).max().unwrap_or(0);
    if source.text.len() > longest && !source.text.trim().is_empty() {
        return Err(too_long(source, longest));
    }
    let usual = hints.families.iter().map(|family| family.longest_text()).max().unwrap_or(0);
    if source.text.len() > usual {
        // Only notations that take much room are left, and none of them has labels.
        return best(source, hints);
    }
    let (plain, label) = Label::take(source)?;
    let hints = label.complete(hints);
    let plain = match &hints.rule {
        Some(rule) => Cow::Owned(Source { rule: Some(rule.clone()), ..plain.into_owned() }),
        None => plain,
    };
    let blamed = |error| label.blamed("notation", label.blamed("family", error));
    let found = best(&plain, &hints).map_err(blamed)?;
    if !label.names_notation() {
        return Ok(found);
    }
    // The label decides; whether the text is complete shows when it is read.
    let fit = if found.notation.read(&plain).is_ok() { Fit::Sure } else { Fit::Damaged };
    Ok(Detected { fit, ..found })
}

/// Finds the family and notation of a text that probably has the same as the one before it: most files have one notation. Where
/// it could be something else the others are asked, too; lines hardly ever can.
pub fn detect_again(source: &Source, before: Option<Detected>, hints: &Hints) -> Result<Detected, Diagnostic> {
    let again = before.map(|before| Detected { fit: before.notation.detect(source), ..before });
    let is_clear = |again: &Detected| {
        again.fit == Fit::Sure || (again.fit == Fit::Likely && again.notation.packing() == Packing::Line)
    };
    match again {
        Some(again) if is_clear(&again) && !Label::is_in(source) => Ok(again),
        _ => detect(source, hints),
    }
}

/// Reads a text that probably has the notation of the one before it.
pub fn puzzle_like(source: &Source, before: Option<Detected>, hints: &Hints) -> Result<Box<dyn Puzzle>, Diagnostic> {
    if let Some(Detected { family, notation, .. }) = before
        && hints.rule.is_none()
        && let Some(read) = family.line_reader(notation.name())
        && let Some(board) = read(&source.text)
    {
        return Ok(board);
    }
    read_as(source, &detect_again(source, before, hints)?, hints)
}

/// The family and notation that fit a text without a label best.
fn best(source: &Source, hints: &Hints) -> Result<Detected, Diagnostic> {
    let fits = candidates(source, hints)?;
    let best = fits.iter().map(|found| found.fit).max().unwrap_or(Fit::No);
    let longest = fits.iter().map(|found| found.family.longest_text()).max().unwrap_or(0);
    if best == Fit::No && source.text.len() > longest && !source.text.trim().is_empty() {
        return Err(too_long(source, longest));
    }
    // A text that fits nothing is an error even when only one notation was left to choose from, but then that
    // notation's own reader says best what is wrong.
    let mut winners = fits.iter().filter(|found| found.fit == best);
    match (winners.next(), winners.next()) {
        (Some(only), None) if best > Fit::No || fits.len() == 1 => Ok(*only),
        (Some(first), Some(_)) if best > Fit::No => {
            let other =
                fits.iter().filter(|found| found.fit == best).find(|found| found.family.name() != first.family.name());
            match other {
                // Within one family the notations are ordered: the first is preferred.
                None => Ok(*first),
                Some(other) => {
                    let [first, other] = [first, other].map(|found| found.family.name());
                    Err(Diagnostic::new("this text could be more than one kind of puzzle").help(
                        match hints.at_command_line {
                            true => format!("choose one: --family {first} or --family {other}"),
                            false => format!("choose its family: {first} or {other}"),
                        },
                    ))
                }
            }
        }
        _ => Err(unrecognised(source, hints)),
    }
}

/// All notations that the hints leave, with how well each fits.
fn candidates(source: &Source, hints: &Hints) -> Result<Vec<Detected>, Diagnostic> {
    let families: Vec<&'static dyn Family> = match &hints.family {
        None => hints.families.to_vec(),
        Some(name) => vec![hints.families.iter().copied().find(|family| family.name() == name).ok_or_else(|| {
            let known: Vec<_> = hints.families.iter().map(|family| family.name()).collect();
            Diagnostic::new(format!("there is no family called '{name}'"))
                .help(format!("choose one of: {}", known.join(", ")))
        })?],
    };
    let all: Vec<_> = families
        .iter()
        .flat_map(|&family| family.notations().into_iter().map(move |notation| (family, notation)))
        .collect();
    let chosen: Vec<_> = match &hints.notation {
        None => all,
        Some(name) => {
            let mut known: Vec<_> = all.iter().map(|(_, notation)| notation.name()).collect();
            known.sort_unstable();
            known.dedup();
            let chosen: Vec<_> =
                all.into_iter().filter(|(family, notation)| notation.name() == family.present_name(name)).collect();
            if chosen.is_empty() {
                return Err(Diagnostic::new(format!("there is no notation called '{name}'"))
                    .help(format!("choose one of: {}", known.join(", "))));
            }
            chosen
        }
    };
    // A JSON object that names its family is nothing else; a large one would take long to be read in every other way.
    if let Some(name) = json::family(source)
        && let Some(&(family, notation)) =
            chosen.iter().find(|(family, notation)| family.name() == name && notation.name() == "json")
        && source.text.len() <= family.longest_in("json")
    {
        return Ok(vec![Detected { family, notation, fit: Fit::Sure }]);
    }
    Ok(chosen
        .into_iter()
        .map(|(family, notation)| {
            // A text that is longer than any puzzle of the family is not tried.
            let fits = source.text.len() <= family.longest_in(notation.name());
            Detected { family, notation, fit: if fits { notation.detect(source) } else { Fit::No } }
        })
        .collect())
}

/// A text that is too long for what it could be.
fn too_long(source: &Source, longest: usize) -> Diagnostic {
    let bytes = source.text.len();
    Diagnostic::new(format!("this text is too long for one puzzle: it has {bytes} bytes, and the limit is {longest}"))
        .label("it starts here", Span { len: 1, ..source.first_word() })
        .help("a file may hold many puzzles in a one-line notation, or with blank lines between them")
}

/// The error for a text that fits no notation.
fn unrecognised(source: &Source, hints: &Hints) -> Diagnostic {
    if source.text.trim().is_empty() {
        return Diagnostic::new("there is no puzzle here: the text is empty").help(match hints.at_command_line {
            true => "give a file, or a puzzle on standard input; 'quandary families' shows what can be read",
            false => "write a puzzle, in any notation",
        });
    }
    let what = match &hints.family {
        Some(name) => format!("unrecognised {name} notation"),
        None => "unrecognised puzzle format".to_owned(),
    };
    Diagnostic::new(what).label("starting here", source.first_word()).help(match hints.at_command_line {
        true => "'quandary families NAME' shows every notation with an example; --family and --from choose one",
        false => {
            "check that nothing is missing at its start or end; if you know its family or its notation, choose them"
        }
    })
}
