//! `generate`: new puzzles, the same from the same seed.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::families::known;
use super::graded::{Order, generate_to_order};
use super::{ContractError, Kind, Request, identity};
use crate::puzzle::{Family, Generator, Refusal, Wish};
use crate::verdict::Budget;

/// The most puzzles of one answer.
const MOST_PUZZLES: u64 = 1000;

/// Makes puzzles of the family that the request names. Options beside `count`, `seed`, `start` and `to` are those of the
/// family's generator; one without a value is `true`.
pub fn generate(request: &Request, budget: &Budget) -> Result<Value, ContractError> {
    let (mut options, budget) = request.options::<BTreeMap<String, Value>>(budget)?;
    let name = request.family.as_deref().ok_or_else(|| {
        ContractError::bad_request("name the family to make puzzles of").help(r#"send {"family": "…", "options": {…}}"#)
    })?;
    let family = known(request, name)?;
    let generator = family
        .generator()
        .ok_or_else(|| ContractError::unprocessable(format!("{} has no generator", family.title())))?;
    let mut number = |name: &str, default: u64| match options.remove(name) {
        None | Some(Value::Null) => Ok(default),
        Some(value) => value
            .as_u64()
            .ok_or_else(|| ContractError::bad_request(format!("the option '{name}' is a whole number, not {value}"))),
    };
    let (count, seed, start) = (number("count", 1)?, number("seed", 0)?, number("start", 0)?);
    if count > MOST_PUZZLES {
        return Err(ContractError::bad_request(format!("at most {MOST_PUZZLES} puzzles at a time"))
            .help("ask again with a higher 'start'"));
    }
    let notation = match options.remove("to") {
        Some(Value::String(name)) => name,
        _ => preferred(family).to_owned(),
    };
    let order = ordered(&mut options)?;
    let wish = Wish { seed, options: wishes(generator, options)?, budget };
    let mut puzzles = Vec::new();
    for index in (start..start.saturating_add(count)).take(count as usize) {
        let (puzzle, found) =
            generate_to_order(generator, &wish, index, &order).map_err(|refusal| refused(&refusal))?;
        let text =
            puzzle.write(&notation, request.families).map_err(|why| ContractError::unprocessable(why.to_string()))?;
        let mut object = identity(&*puzzle);
        object.insert("index".into(), json!(index));
        object.insert("size".into(), json!(puzzle.size()));
        object.insert("text".into(), json!(text));
        if let Some(found) = found {
            let grade = json!({ "word": found.word, "score": found.score, "techniques": found.techniques });
            object.insert("grade".into(), grade);
        }
        puzzles.push(Value::Object(object));
    }
    Ok(json!({ "family": family.name(), "seed": seed, "notation": notation, "puzzles": puzzles }))
}

/// What the puzzles have to be like: `grade`, `needs`, `avoids` (a name or a list of names) and `tries`.
fn ordered(options: &mut BTreeMap<String, Value>) -> Result<Order, ContractError> {
    let mut names = |option: &str| -> Result<Vec<String>, ContractError> {
        let text = |name: &Value| name.as_str().map(str::to_owned);
        let found = match options.remove(option) {
            None | Some(Value::Null) => Some(Vec::new()),
            Some(Value::Array(names)) => names.iter().map(text).collect(),
            Some(name) => text(&name).map(|name| vec![name]),
        };
        found.ok_or_else(|| ContractError::bad_request(format!("the option '{option}' is a name, or a list of names")))
    };
    let (needs, avoids, grade) = (names("needs")?, names("avoids")?, names("grade")?);
    let tries = options.remove("tries").and_then(|tries| tries.as_u64());
    Order::new(grade.first().map(String::as_str), &needs, &avoids, tries).map_err(|refusal| refused(&refusal))
}

/// The notation that a family's puzzles are written in unless somebody asks for another.
fn preferred(family: &dyn Family) -> &'static str {
    family.notations().iter().find(|notation| notation.writes()).map_or("json", |notation| notation.name())
}

/// The generator's own options; one that it does not know is refused.
fn wishes(
    generator: &dyn Generator,
    options: BTreeMap<String, Value>,
) -> Result<BTreeMap<String, String>, ContractError> {
    let mut wishes = BTreeMap::new();
    for (name, value) in options {
        if !generator.options().iter().any(|option| option.name == name) {
            let known: Vec<&str> = generator.options().iter().map(|option| option.name).collect();
            return Err(ContractError::bad_request(format!("there is no option called '{name}'"))
                .help(format!("this generator knows: {}", known.join(", "))));
        }
        let text = match value {
            Value::Null | Value::Bool(false) => continue,
            Value::Bool(true) => String::new(),
            Value::String(text) => text,
            value => value.to_string(),
        };
        wishes.insert(name, text);
    }
    Ok(wishes)
}

/// Why nothing was made.
fn refused(refusal: &Refusal) -> ContractError {
    match refusal {
        Refusal::Option { name, message } => {
            ContractError::bad_request(format!("the option '{name}' makes no sense: {message}"))
        }
        Refusal::Cannot(why) => ContractError::unprocessable(format!("no such puzzle was made: {why}")),
        Refusal::Stopped(why) => ContractError::budget(*why),
        Refusal::Ended(_, told) => ContractError::new(Kind::Budget, format!("no such puzzle was made: {told}")),
    }
}
