//! `replay`: the search of one algorithm, event by event, for a board that follows it.

use serde::{Deserialize, Serialize};

use super::Error;
use super::answer::{Header, Place};
use crate::Puzzle;
use crate::puzzle::Kind;
use quandary_core::puzzle::{self, Cell};
use quandary_core::reason::classic::Event;
use quandary_core::reason::{Model, can_replay, replay as record};
use quandary_core::verdict::{Ask, Budget, Counters};

/// The most events of one answer, and how many there are unless asked otherwise.
const MAX_EVENTS: usize = 20_000;
const DEFAULT_EVENTS: usize = 2_000;

/// What `replay` can be asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ReplayOptions {
    /// The algorithm; the first that can be replayed where none is given.
    pub algorithm: Option<String>,
    /// The most events.
    pub events: Option<usize>,
}

/// The answer to `replay`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Replay {
    /// Which puzzle it is.
    #[serde(flatten)]
    pub header: Header,
    /// The algorithm.
    pub algorithm: String,
    /// What happened, in order.
    pub events: Vec<SearchEvent>,
    /// Whether the events reach the end of the search.
    pub complete: bool,
    /// What it took.
    pub counters: Counters,
    /// Where the puzzle came from.
    pub source: Place,
}

/// What happens in a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "lowercase")]
#[non_exhaustive]
pub enum SearchEvent {
    /// A value is tried.
    Try {
        /// How many values are being tried, this one included.
        depth: usize,
        /// The cells that get it.
        cells: Vec<Cell>,
        /// The value.
        value: String,
        /// What follows from it at once.
        follows: Vec<Follows>,
    },
    /// A rule cannot hold any more.
    Dead {
        /// The rule.
        rule: Option<String>,
    },
    /// A value is taken back.
    Back {
        /// How many values are still being tried.
        depth: usize,
    },
    /// A solution is found.
    Solution,
}

/// A value that follows from one that is tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Follows {
    /// The cells that get it.
    pub cells: Vec<Cell>,
    /// The value.
    pub value: String,
}

impl Puzzle {
    /// Records an algorithm's search for the first solution.
    pub fn replay(&self, options: &ReplayOptions, budget: &Budget) -> Result<Replay, Error> {
        let board = self.board();
        let Kind::Deduction(model) = self.kind()? else {
            return Err(Error::unprocessable(format!("{} searches cannot be replayed", board.family().title()))
                .help("'solve' shows a plan, and 'compare' what each algorithm takes"));
        };
        let algorithms = board.family().algorithms().iter().map(|algorithm| algorithm.name);
        let known: Vec<&str> = algorithms.filter(|name| can_replay(name)).collect();
        let name = options.algorithm.as_deref().or(known.first().copied()).unwrap_or_default();
        let most = options.events.unwrap_or(DEFAULT_EVENTS).clamp(1, MAX_EVENTS);
        // Recording more than is shown would be wasted work: a search makes an event or two for each node.
        let nodes = budget.nodes.unwrap_or(u64::MAX).min(most as u64 + 1);
        let budget = Budget { nodes: Some(nodes), ..budget.begin() };
        let (recording, outcome) = record(&model, name, &Ask { solutions: 1, budget, ..Ask::default() }, most)
            .ok_or_else(|| {
                Error::unprocessable(format!("the algorithm '{name}' cannot be replayed"))
                    .help(format!("choose one of: {}", known.join(", ")))
            })?;
        let found = recording.events.contains(&Event::Solution);
        Ok(Replay {
            header: Header::of(board),
            algorithm: name.to_owned(),
            events: recording.events.iter().map(|event| SearchEvent::of(board, &model, event)).collect(),
            complete: !recording.is_cut && (found || outcome.count_is_exact),
            counters: outcome.counters,
            source: Place::of(self.source()),
        })
    }
}

impl SearchEvent {
    /// An event by the names that players use.
    fn of(board: &dyn puzzle::Puzzle, model: &Model, event: &Event) -> Self {
        match event {
            Event::Try { depth, var, value, follows } => SearchEvent::Try {
                depth: *depth,
                cells: model.cells(*var).to_vec(),
                value: board.value_name(*value),
                follows: follows
                    .iter()
                    .map(|&(var, value)| Follows { cells: model.cells(var).to_vec(), value: board.value_name(value) })
                    .collect(),
            },
            Event::Dead { constraint } => {
                SearchEvent::Dead { rule: constraint.map(|id| model.constraints()[id].name().to_owned()) }
            }
            Event::Back { depth } => SearchEvent::Back { depth: *depth },
            Event::Solution => SearchEvent::Solution,
        }
    }
}
