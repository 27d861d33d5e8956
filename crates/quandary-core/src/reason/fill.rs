//! Filling a board at random: a solution of a model, drawn by chance.

use rand::seq::SliceRandom;

use super::{Engine, Model, Values, Var, each_value};
use crate::random::{ChaCha8Rng, RngExt};
use crate::verdict::{Budget, Stopped};

/// A random start that has not led to a solution after this many nodes hardly ever does.
const MAX_NODES: u64 = 3_000;

/// A variable that is decided on the path, the values that were not tried yet, and where its changes start.
struct Branch {
    var: Var,
    values: std::vec::IntoIter<Values>,
    mark: usize,
}

/// The values of all variables in a random solution. `None` where the random choices led nowhere; another try may succeed.
///
/// Every solution can result, but not all are equally likely. The path is kept here and not on the call stack, so the size of
/// a board is not a limit.
pub fn random_solution(model: &Model, random: &mut ChaCha8Rng, budget: &Budget) -> Result<Option<Vec<u8>>, Stopped> {
    let mut engine = Engine::new(model);
    let mut watch = budget.start();
    if engine.propagate().is_err() {
        return Ok(None);
    }
    let most_nodes = MAX_NODES.max(4 * model.start().len() as u64);
    let mut nodes = 0;
    let mut path: Vec<Branch> = Vec::new();
    loop {
        nodes += 1;
        watch.tick(nodes, 0)?;
        let Some(branch) = random_branch(model, &engine, random) else { return Ok(model.decided(engine.domains())) };
        path.push(branch);
        loop {
            let Some(Branch { var, values, mark }) = path.last_mut() else { return Ok(None) };
            engine.undo_to(*mark);
            match values.next() {
                Some(value) if engine.decide(*var, value).is_ok() => break,
                Some(_) => {}
                None => drop(path.pop()),
            }
            if nodes > most_nodes {
                return Ok(None);
            }
        }
    }
}

/// One of the variables with the fewest values left, and these in random order; `None` where every variable is decided.
fn random_branch(model: &Model, engine: &Engine<'_>, random: &mut ChaCha8Rng) -> Option<Branch> {
    let sizes = (0..model.start().len()).map(|var| (engine.domains().size(var), var));
    let (fewest, _) = sizes.clone().filter(|&(size, _)| size > 1).min()?;
    let candidates: Vec<Var> = sizes.filter(|&(size, _)| size == fewest).map(|(_, var)| var).collect();
    let var = candidates[random.random_range(0..candidates.len() as u32) as usize];
    let mut values: Vec<Values> = each_value(engine.domains().get(var)).map(|value| 1 << value).collect();
    values.shuffle(random);
    Some(Branch { var, values: values.into_iter(), mark: engine.mark() })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::random::stream;
    use crate::reason::AllDifferent;

    #[test]
    fn every_solution_is_drawn_sooner_or_later_and_each_satisfies_the_model() {
        let mut model = Model::new();
        let vars: Vec<Var> = (0..3).map(|_| model.variable(0b111, Vec::new())).collect();
        model.constrain(AllDifferent::new(vars, 3, "row 1", "row 1 holds each digit once"));
        let mut random = stream(1, "fill", 0);
        let draw = |_| random_solution(&model, &mut random, &Budget::default()).unwrap().unwrap();
        let drawn: BTreeSet<Vec<u8>> = (0..100).map(draw).collect();
        assert!(drawn.iter().all(|values| model.satisfied(values)));
        assert_eq!(drawn.len(), 6);
    }

    #[test]
    fn a_model_without_a_solution_is_not_filled_and_the_budget_holds() {
        let mut model = Model::new();
        let vars: Vec<Var> = (0..3).map(|_| model.variable(0b11, Vec::new())).collect();
        model.constrain(AllDifferent::new(vars, 2, "row 1", "row 1 holds each digit once"));
        let mut random = stream(1, "fill", 0);
        assert_eq!(random_solution(&model, &mut random, &Budget::default()), Ok(None));
        let mut open = Model::new();
        open.variable(0b11, Vec::new());
        assert_eq!(random_solution(&open, &mut random, &Budget::seconds(0.0)), Err(Stopped::Time));
    }
}
