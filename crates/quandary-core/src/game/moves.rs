//! A row of stacks, played by moves.

use serde_json::json;

use super::cells::look;
use super::{PlayError, Played, Position, Standing};
use crate::grid::Cell;
use crate::play::{Controls, Done, LegalMove, Piece, Place, Setup, Shape, Snapshot, Stacks, Touch};
use crate::puzzle::Puzzle;
use crate::scene::{Paint, Scene};
use crate::solution::{Move, Violation};

/// A move puzzle being played.
#[derive(Debug)]
pub struct MoveGame<'p> {
    puzzle: &'p dyn Puzzle,
}

/// Where some moves have led to.
struct Path {
    /// The current board; `None` at the start.
    now: Option<Box<dyn Puzzle>>,
    /// The board from which the moves count; `None` for the start.
    base: Option<Box<dyn Puzzle>>,
    moves: Vec<Move>,
}

impl<'p> MoveGame<'p> {
    /// The game of a move puzzle.
    pub fn new(puzzle: &'p dyn Puzzle) -> Self {
        MoveGame { puzzle }
    }

    pub(super) fn setup(&self) -> Setup {
        let scene = self.puzzle.scene(None);
        let places = columns(&scene);
        let noun = self.puzzle.moves().map_or("place", |moves| moves.place_noun());
        let stacks = stacks(self.puzzle);
        let capital = crate::reason::explain::words::capital(noun);
        // Above a place that is smaller than others there is nothing.
        let cells = |column: usize| {
            let is_there = |&cell: &Cell| scene.cells[cell].paint != Paint::Gap;
            (0..scene.cells.rows()).rev().map(move |row| Cell { row, column }).filter(is_there)
        };
        let place = |(index, &column): (usize, &usize)| Place {
            cells: cells(column).collect(),
            name: format!("{capital} {}", index + 1),
            is_given: false,
        };
        Setup {
            controls: Controls::Move {
                pieces: self.pieces(&scene),
                hint: format!("take from this {noun}, or put into it"),
            },
            columns: places.iter().filter(|&&column| scene.fold == 0 || column < scene.fold).count(),
            row_names: Vec::new(),
            column_names: Vec::new(),
            places: places.iter().enumerate().map(place).collect(),
            values: stacks.contents.iter().map(|stack| text(stack)).collect(),
            offers: self.puzzle.moves().map(|moves| moves.offers()).unwrap_or_default(),
        }
    }

    /// The pieces of the picture, and those that may be revealed.
    fn pieces(&self, scene: &Scene) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        let shown = scene.cells.values().iter().filter(|cell| cell.paint != Paint::Gap && !cell.shown().is_empty());
        let hidden = self.puzzle.moves().map(|moves| moves.hidden_pieces()).unwrap_or_default();
        for cell in shown.chain(&hidden) {
            let id = cell.shown().into_owned();
            if pieces.iter().all(|piece| piece.id != id) {
                let look = look(cell);
                let shape = match (look.fill.is_some(), scene.has_discs) {
                    (true, true) => Shape::Disc,
                    (true, false) => Shape::Whole,
                    (false, _) => Shape::Text,
                };
                pieces.push(Piece { id, look: crate::play::Look { shape, ..look } });
            }
        }
        pieces
    }

    pub(super) fn play(&self, actions: &[Touch], touches: &[Touch]) -> Result<Played, PlayError> {
        let mut path = self.walk(actions)?;
        let mut done = actions.to_vec();
        let mut changed = Vec::new();
        let (mut refused, mut replaced) = (None, None);
        for touch in touches {
            let before = stacks(path.now(self.puzzle)).contents;
            if let Touch::Offer { id } = touch {
                // An offer changes the puzzle itself; what was played goes on there.
                let offer = self.puzzle.moves().and_then(|moves| moves.accept(id));
                replaced = Some(offer.ok_or_else(|| PlayError::NoSuchOffer(id.clone()))?);
                continue;
            }
            if let Err(why) = path.go(self.puzzle, touch) {
                refused = Some(why.to_string());
                break;
            }
            done.push(touch.clone());
            let after = stacks(path.now(self.puzzle)).contents;
            let places = (0..after.len()).filter(|&place| after[place] != before[place]);
            changed.push(places.map(|place| (place, text(&after[place]))).collect());
        }
        let position = position(path.now(self.puzzle));
        let numbers = |step: &Move| [u32::from(step.from) + 1, u32::from(step.to) + 1];
        let moves: Vec<[u32; 2]> = path.moves.iter().map(numbers).collect();
        let state = json!({ "moves": moves }).to_string();
        let standing = Standing { from: path.base, state, now: path.now };
        Ok(Played { done: Done::Actions(done), changed, refused, position, standing, replaced })
    }

    /// The boards before and after each of some moves.
    pub(super) fn replay(&self, actions: &[Touch], moves: &[Move]) -> Result<Vec<Snapshot>, PlayError> {
        let mut path = self.walk(actions)?;
        let seen = |path: &Path| snapshot(stacks(path.now(self.puzzle)));
        let mut boards = vec![seen(&path)];
        for step in moves {
            path.go(self.puzzle, &Touch::Move { from: step.from.into(), to: step.to.into() })?;
            boards.push(seen(&path));
        }
        Ok(boards)
    }

    /// Where the actions lead to; all of them must be legal.
    fn walk(&self, actions: &[Touch]) -> Result<Path, PlayError> {
        let mut path = Path { now: None, base: None, moves: Vec::new() };
        for (index, action) in actions.iter().enumerate() {
            let at = |error: PlayError| PlayError::Action { number: index + 1, error: Box::new(error) };
            path.go(self.puzzle, action).map_err(at)?;
        }
        Ok(path)
    }
}

impl Path {
    fn now<'a>(&'a self, start: &'a dyn Puzzle) -> &'a dyn Puzzle {
        self.now.as_deref().unwrap_or(start)
    }

    /// Goes one step further, or says why not.
    fn go(&mut self, start: &dyn Puzzle, touch: &Touch) -> Result<(), PlayError> {
        let forbidden = PlayError::Forbidden;
        let here = self.now(start).moves().ok_or_else(|| forbidden("this puzzle has no moves".to_owned()))?;
        let place = |place: usize| u16::try_from(place).map_err(|_| forbidden(format!("there is no place {place}")));
        match touch {
            Touch::Move { from, to } => {
                if let Some(question) = here.question() {
                    return Err(forbidden(question.text));
                }
                let step = Move { from: place(*from)?, to: place(*to)? };
                let refused = |broken: Violation| forbidden(here.refusal(step).unwrap_or(broken.message));
                let next = here.after(&[step]).map_err(refused)?;
                self.moves.push(step);
                self.now = Some(next);
            }
            Touch::Name { place, piece } => {
                let next = here.reveal(*place, piece).map_err(|broken| forbidden(broken.message))?;
                if next.moves().is_some_and(|next| next.question().is_none()) {
                    self.moves.clear();
                    // The moves count from here on.
                    self.base = next.moves().and_then(|next| next.after(&[]).ok());
                }
                self.now = Some(next);
            }
            Touch::Write { .. } | Touch::Offer { .. } | Touch::FillMarks {} => return Err(PlayError::TouchOfValues),
        }
        Ok(())
    }
}

/// What is to be seen of a board.
fn position(puzzle: &dyn Puzzle) -> Position {
    let stacks = stacks(puzzle);
    let Some(moves) = puzzle.moves() else { return Position::default() };
    let question = moves.question();
    let legal = if question.is_some() { Vec::new() } else { legal(puzzle, &stacks.contents) };
    let complete = question.is_none() && moves.is_solved();
    Position { board: snapshot(stacks), complete, legal, question, ..Position::default() }
}

fn snapshot(stacks: Stacks) -> Snapshot {
    let Stacks { contents, finished, closed } = stacks;
    Snapshot { values: contents.iter().map(|stack| text(stack)).collect(), finished, closed }
}

/// Every legal move, with the number of pieces that go over.
fn legal(puzzle: &dyn Puzzle, contents: &[Vec<String>]) -> Vec<LegalMove> {
    let Some(moves) = puzzle.moves() else { return Vec::new() };
    if let Some(legal) = moves.legal_amounts() {
        return legal;
    }
    let count = |step: Move| {
        let after = moves.after(&[step]).ok()?;
        let left = stacks(&*after).contents.get(usize::from(step.from)).map_or(0, Vec::len);
        Some(contents.get(usize::from(step.from))?.len().saturating_sub(left))
    };
    let amount = |step: &Move| Some(LegalMove { from: step.from.into(), to: step.to.into(), count: count(*step)? });
    moves.legal().iter().filter_map(amount).collect()
}

/// What is in the places: what the family says, or what its picture shows, column by column from the bottom up.
fn stacks(puzzle: &dyn Puzzle) -> Stacks {
    if let Some(stacks) = puzzle.moves().and_then(|moves| moves.stacks()) {
        return stacks;
    }
    let scene = puzzle.scene(None);
    let stack = |column: usize| {
        let cells = scene.cells.column(column).rev();
        cells.map(|cell| cell.shown().into_owned()).take_while(|text| !text.is_empty()).collect()
    };
    Stacks { contents: columns(&scene).into_iter().map(stack).collect(), ..Stacks::default() }
}

/// The columns of a picture that are not gaps: each is a place.
fn columns(scene: &Scene) -> Vec<usize> {
    let is_place = |column: &usize| scene.cells.column(*column).any(|cell| cell.paint != Paint::Gap);
    (0..scene.cells.columns()).filter(is_place).collect()
}

/// The contents of a place as a value.
fn text(stack: &[String]) -> String {
    json!(stack).to_string()
}
