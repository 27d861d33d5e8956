//! `verify` and the independent checker, which share no code, agree on every example and on its spoiled copies.

use quandary::read::{self, Source};
use quandary::{ALL, Ask, Grid, Plan, Solution};
use quandary_core::Puzzle;

fn agree(puzzle: &dyn Puzzle, solution: &Solution, name: &str) -> bool {
    let json = puzzle.write("json", quandary::ALL).unwrap();
    let answer = puzzle.solution_json(solution).to_string();
    let (ours, theirs) = (puzzle.verify(solution), quandary_check::check(&json, &answer));
    assert_eq!(ours.is_ok(), theirs.is_ok(), "{name}: {ours:?}, but {theirs:?}\n{json}\n{answer}");
    ours.is_ok()
}

/// The solution with one cell changed, or one move left out or turned round, in every place.
fn spoiled(solution: &Solution) -> Vec<Solution> {
    match solution {
        Solution::Grid(grid) => {
            let change = |place: usize| {
                let mut values = grid.values().to_vec();
                values[place] = if values[place] == 1 { 0 } else { 1 };
                Grid::from_values(grid.rows(), grid.columns(), values).map(Solution::Grid)
            };
            (0..grid.values().len()).filter_map(change).collect()
        }
        Solution::Plan(plan) => (0..plan.moves.len())
            .flat_map(|place| {
                let (mut without, mut turned) = (plan.clone(), plan.clone());
                without.moves.remove(place);
                let step = &mut turned.moves[place];
                (step.from, step.to) = (step.to, step.from);
                // A shorter plan makes no claim about the shortest one.
                [Plan { lower_bound: 0, ..without }, turned].map(Solution::Plan)
            })
            .collect(),
    }
}

#[test]
fn the_checker_agrees_with_verify_on_every_example() {
    let mut refused = 0;
    for example in ALL.iter().flat_map(|family| family.examples()) {
        let puzzle = read::puzzle(&Source::from_text(example.text), &quandary::hints()).unwrap();
        for solution in &puzzle.solve(&Ask::default()).solutions {
            assert!(agree(&*puzzle, solution, example.name), "{}", example.name);
            for wrong in spoiled(solution) {
                refused += usize::from(!agree(&*puzzle, &wrong, example.name));
            }
        }
    }
    assert!(refused > 100, "only {refused} spoiled answers were refused");
}
