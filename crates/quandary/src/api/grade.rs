//! `grade`: how hard a puzzle is, and why.

use serde::{Deserialize, Serialize};

use super::answer::{Ending, EndingInfo, Header, Place};
use super::plan::{self, GradedBoards, GradedPlan, MoveGrade};
use super::steps::names;
use super::{Error, ending};
use crate::Puzzle;
use crate::puzzle::Kind;
use quandary_core::puzzle::Rating;
use quandary_core::reason::explain::{self, Explanation, Grade, State};
use quandary_core::verdict::Budget;

/// What `grade` can be asked for: nothing yet.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct GradeOptions {}

/// A grade: statistics of an explanation, or of a plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum GradeInfo {
    /// Of a deduction puzzle.
    Deduction(Grade),
    /// Of a move puzzle.
    Moves(MoveGrade),
}

impl GradeInfo {
    /// easy, moderate, hard, very hard, fiendish or extreme.
    pub fn word(&self) -> &'static str {
        match self {
            GradeInfo::Deduction(grade) => grade.word,
            GradeInfo::Moves(grade) => grade.word,
        }
    }

    /// A number from 0: the level's place times 100, and the score within it, below 100.
    pub fn score(&self) -> f64 {
        match self {
            GradeInfo::Deduction(grade) => grade.score,
            GradeInfo::Moves(grade) => grade.score,
        }
    }
}

/// The answer to `grade`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Graded {
    /// Which puzzle it is.
    #[serde(flatten)]
    pub header: Header,
    /// How hard it is; `null` where the explanation did not reach the solution.
    pub grade: Option<GradeInfo>,
    /// The techniques that the explanation uses, in alphabetical order.
    pub techniques: Vec<&'static str>,
    /// What players call the hardest step, where it has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardest_step: Option<&'static str>,
    /// Where part of the puzzle is hidden: how many boards that it may turn out to be were graded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards: Option<usize>,
    /// How many boards that it may turn out to be can be solved, where that is known exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards_solvable: Option<u64>,
    /// The same in full.
    #[serde(skip)]
    pub graded_boards: Option<GradedBoards>,
    /// How hard it is on the scales that the family's players know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<Rating>,
    /// How the explanation ended.
    #[serde(flatten)]
    pub ending: EndingInfo,
    /// The ending in words.
    pub message: String,
    /// Where the puzzle came from.
    pub source: Place,
}

impl Puzzle {
    /// Grades the puzzle by its explanation, and on the scales that the family's players know.
    pub fn grade(&self, _options: &GradeOptions, budget: &Budget) -> Result<Graded, Error> {
        let budget = &budget.begin();
        let mut graded = self.grade_alone(budget)?;
        if let Some(GradeInfo::Deduction(_)) = graded.grade {
            graded.ratings = self.board().ratings(budget);
        }
        Ok(graded)
    }

    /// The grade without the ratings on other scales, which may take much longer.
    pub fn grade_alone(&self, budget: &Budget) -> Result<Graded, Error> {
        let budget = &budget.begin();
        let board = self.board();
        let ungraded = |ending: EndingInfo| Graded {
            header: Header::of(board),
            grade: None,
            techniques: Vec::new(),
            hardest_step: None,
            boards: None,
            boards_solvable: None,
            graded_boards: None,
            ratings: Vec::new(),
            message: ending.message.clone(),
            ending,
            source: Place::of(self.source()),
        };
        match self.kind()? {
            Kind::Moves(play) => Ok(match plan::grade(board, play, budget) {
                Err(ending) => ungraded(ending),
                Ok(GradedPlan { grade, plan, message, boards }) => {
                    let names = plan.steps.iter().filter_map(|step| step.name);
                    Graded {
                        grade: Some(GradeInfo::Moves(grade)),
                        techniques: sorted(names),
                        boards: boards.map(|boards| boards.graded),
                        boards_solvable: boards.and_then(|boards| boards.solvable),
                        graded_boards: boards,
                        ..ungraded(EndingInfo {
                            stopped: boards.and_then(|boards| boards.stopped),
                            ..EndingInfo::new(Ending::Complete, message)
                        })
                    }
                }
            }),
            Kind::Deduction(model) => {
                let start = State::new(&model);
                let explanation = match &start {
                    // On a large board it would take long to get stuck.
                    Ok(_) if explain::has_several_solutions(&model, budget) => {
                        return Ok(ungraded(ending::of(board, &explain::Ending::Stuck, budget)));
                    }
                    Ok(start) => explain::explain_without_words(&model, start.clone(), budget),
                    Err(_) => Explanation::broken(&model),
                };
                let ungraded = ungraded(ending::of(board, &explanation.ending, budget));
                let (Some(grade), Ok(start)) = (explain::grade(&explanation), start) else {
                    return Ok(ungraded);
                };
                let names = names(board, &model, start, &explanation.steps);
                Ok(Graded {
                    hardest_step: names.get(grade.hardest.1.wrapping_sub(1)).copied().flatten(),
                    techniques: sorted(names.into_iter().flatten()),
                    grade: Some(GradeInfo::Deduction(grade)),
                    ..ungraded
                })
            }
        }
    }
}

/// Each name once, in alphabetical order.
fn sorted(names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = names.collect();
    names.sort_unstable();
    names.dedup();
    names
}
