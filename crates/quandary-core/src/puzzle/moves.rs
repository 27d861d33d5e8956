//! Puzzles of moves: what a player may ask while solving one.

use super::Puzzle;
use crate::play::{LegalMove, Offer, Question, Stacks};
use crate::reason::explain::Words;
use crate::scene::SceneCell;
use crate::solution::{Move, Violation};
use crate::verdict::{Budget, Orders, Stopped};

/// What a move is called when every other one loses, or there is no other.
pub const FORCED_MOVE: &str = "forced move";

/// A move puzzle: what a player may ask while solving it.
pub trait Moves: Send + Sync {
    /// The board after some moves; the error is the first one that is against the rules.
    fn after(&self, moves: &[Move]) -> Result<Box<dyn Puzzle>, Violation>;

    /// Every move that the rules allow now.
    fn legal(&self) -> Vec<Move>;

    /// The moves that lead to different positions: of moves between interchangeable places, only one.
    fn distinct(&self) -> Vec<Move> {
        self.legal()
    }

    /// What a move is good for, made on this board, with the moves of the plan that follow it.
    fn narrate(&self, step: Move, rest: &[Move]) -> Words;

    /// A lower bound on the number of moves, found by counting, and why it holds, in whole sentences.
    fn lower_bound(&self) -> (u32, String);

    /// Whether the board is solved in its current state, whatever is still hidden.
    fn is_solved(&self) -> bool;

    /// Whether there is a solution after some moves, proved; `false` also when one of them is against the rules. With hidden
    /// parts: in at least one order of what is hidden.
    fn can_be_solved(&self, moves: &[Move], budget: &Budget) -> Result<bool, Stopped>;

    /// How many of the last moves must be taken back before there is a solution again, proved: 0 when there is one now, `None`
    /// when not even the start has one, or a move is against the rules. A lost position stays lost, so the last good one is
    /// found by bisection.
    fn moves_to_undo(&self, moves: &[Move], budget: &Budget) -> Result<Option<usize>, Stopped> {
        let budget = budget.begin();
        let is_alive = |made: usize| self.can_be_solved(&moves[..made], &budget);
        if self.after(moves).is_err() {
            return Ok(None);
        }
        if is_alive(moves.len())? {
            return Ok(Some(0));
        }
        if moves.is_empty() || !is_alive(0)? {
            return Ok(None);
        }
        let (mut alive, mut dead) = (0, moves.len());
        while dead - alive > 1 {
            let middle = usize::midpoint(alive, dead);
            *(if is_alive(middle)? { &mut alive } else { &mut dead }) = middle;
        }
        Ok(Some(moves.len() - alive))
    }

    /// What players call a place from which and to which moves go: "bottle".
    fn place_noun(&self) -> &'static str {
        "place"
    }

    /// What is in the places. By default it is read off the picture: each column is a place.
    fn stacks(&self) -> Option<Stacks> {
        None
    }

    /// [`legal`](Moves::legal) with the number of pieces that go over in each move, where that is quicker to say than to find
    /// out by making every move.
    fn legal_amounts(&self) -> Option<Vec<LegalMove>> {
        None
    }

    /// Why a move is against the rules, in a sentence that says nothing of other moves; `None` for a legal one.
    fn refusal(&self, step: Move) -> Option<String> {
        self.after(&[step]).err().map(|broken| broken.message)
    }

    /// How pieces look that may be revealed and are in no picture yet.
    fn hidden_pieces(&self) -> Vec<SceneCell> {
        Vec::new()
    }

    /// What a player must say about a revealed piece before the next move.
    fn question(&self) -> Option<Question> {
        None
    }

    /// The board once the player has said which piece was revealed in a place; the error says why it cannot be that one.
    fn reveal(&self, place: usize, _piece: &str) -> Result<Box<dyn Puzzle>, Violation> {
        Err(Violation::shape(format!("nothing has been revealed in place {}", place + 1)))
    }

    /// Changes of the board itself that a player may ask for.
    fn offers(&self) -> Vec<Offer> {
        Vec::new()
    }

    /// The board with one of the [`offers`](Moves::offers) taken.
    fn accept(&self, _offer: &str) -> Option<Box<dyn Puzzle>> {
        None
    }

    /// What has been revealed and must be written into the puzzle before the next hint, in a sentence.
    fn revealed(&self) -> Option<String> {
        None
    }

    /// Where part of the puzzle is hidden: in how many orders of what is hidden there is a solution after some moves.
    fn orders(&self, _moves: &[Move], _budget: &Budget) -> Option<Orders> {
        None
    }

    /// What the orders of what is hidden mean for the player, in a sentence.
    fn outlook(&self, _orders: &Orders) -> String {
        String::new()
    }

    /// Whether part of the puzzle is hidden.
    fn has_hidden(&self) -> bool {
        false
    }

    /// Where part of the puzzle is hidden: boards that it may turn out to be and that can be solved, at most `most` and evenly
    /// spread where there are more, and what is known of all of them.
    fn solvable_boards(&self, _most: usize, _budget: &Budget) -> Option<(Vec<Box<dyn Puzzle>>, Orders)> {
        None
    }
}
