//! Every verdict on every example is certified, and VeriPB agrees where it is at hand.

use std::path::{Path, PathBuf};
use std::process::Command;

use quandary::api::{CertifyOptions, ClaimWord, ExplainOptions, SolveOptions};
use quandary::{ALL, Ask, Budget, Puzzle, Verdict, family};
use quandary_check::{Certificate, Claim, Limits, Literal};
use quandary_core::puzzle::GenerateSpec;
use quandary_core::verdict::CellLiteral;
use quandary_prove::{Finding, veripb};

fn certify(puzzle: &Puzzle, options: &CertifyOptions) -> quandary::api::Certified {
    puzzle.certify(options, &Budget::seconds(60.0)).unwrap()
}

#[test]
fn every_verdict_on_every_example_is_certified() {
    let mut certified = 0;
    for family in ALL {
        for example in family.examples() {
            let puzzle = Puzzle::read(example.text).unwrap();
            let answer = certify(&puzzle, &CertifyOptions::default());
            let expected = match example.verdict {
                "unique" => ClaimWord::Unique,
                "multiple" => ClaimWord::Several,
                "optimal" => ClaimWord::Optimal,
                "impossible" if puzzle.board().moves().is_some() => ClaimWord::Unsolvable,
                "impossible" => ClaimWord::Impossible,
                other => {
                    assert!(answer.certificate.is_none(), "{}: {other}", example.name);
                    continue;
                }
            };
            let info = answer.certificate.unwrap_or_else(|| panic!("{}: {:?}", example.name, answer.not_certified));
            assert_eq!((info.kind, info.checked), (expected, true), "{}", example.name);
            assert!(answer.message.contains("(certificate checked)"), "{}", answer.message);
            // What is handed out is what was checked.
            let record = answer.record.unwrap();
            let limits = Limits::default();
            assert!(quandary_check::check_certificate(&answer.puzzle, &record, &limits).is_ok(), "{}", example.name);
            certified += 1;
        }
    }
    println!("{certified} examples certified");
    assert!(certified > 40);
}

#[test]
fn exact_numbers_of_solutions_are_certified() {
    for (text, count) in [("12..\n....\n....\n..43", 4), ("1...\n....\n....\n....", 72)] {
        let puzzle = Puzzle::read(text).unwrap();
        let answer = certify(&puzzle, &CertifyOptions { count: true, veripb: false });
        assert_eq!(answer.certificate.unwrap().kind, ClaimWord::Exactly);
        assert!(answer.message.starts_with("multiple (certificate checked): exactly "), "{}", answer.message);
        assert!(answer.message.contains(&count.to_string()));
    }
}

#[test]
fn a_number_that_is_not_certified_is_not_said_to_be() {
    // 8! solutions are more than a certificate lists.
    let lines = ["[1]"; 8].join(",");
    let text = format!(r#"{{"family":"nonogram","rows":[{lines}],"columns":[{lines}]}}"#);
    let answer = certify(&Puzzle::read(&text).unwrap(), &CertifyOptions { count: true, veripb: false });
    assert_eq!(answer.certificate.unwrap().kind, ClaimWord::Several);
    let expected = "multiple (certificate checked for two of them): exactly 40,320 solutions";
    assert!(answer.message.starts_with(expected), "{}", answer.message);
}

#[test]
fn what_runs_out_of_time_is_not_certified() {
    let text = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    let puzzle = Puzzle::read(text).unwrap();
    let mut solved = puzzle.solve(&SolveOptions::default(), &Budget::default()).unwrap();
    let over = Budget::seconds(0.0).begin();
    assert!(over.check().is_err());
    solved.certify(&puzzle, &over);
    assert_eq!(solved.certificate, None);
    assert!(solved.message.starts_with("unique (not certified: "), "{}", solved.message);
}

/// VeriPB, where it is installed.
fn veripb_program() -> Option<PathBuf> {
    let named = std::env::var_os("QUANDARY_VERIPB").map_or_else(|| PathBuf::from("veripb"), PathBuf::from);
    let runs = Command::new(&named).arg("--version").output().is_ok();
    if !runs {
        println!("skipped: veripb is not here; tools/install-veripb.sh installs it");
    }
    runs.then_some(named)
}

/// What VeriPB prints about a formula and a proof.
fn printed(program: &Path, name: &str, formula: &str, proof: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (opb, pbp) = (folder.join(format!("{name}.opb")), folder.join(format!("{name}.pbp")));
    std::fs::write(&opb, formula).unwrap();
    std::fs::write(&pbp, proof).unwrap();
    let output = Command::new(program).args([&opb, &pbp]).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// A hundred new puzzles of each family, and as many with a solution that is not the only one or none at all.
#[test]
fn veripb_accepts_true_claims_and_rejects_false_ones() {
    let Some(program) = veripb_program() else { return };
    for name in ["sudoku", "nonogram", "aquarium"] {
        let generator = family(name).and_then(|family| family.generator()).unwrap();
        let spec = GenerateSpec { seed: 7, ..GenerateSpec::default() };
        let (mut accepted, mut rejected) = (0, 0);
        for index in 0..100 {
            let puzzle = generator.generate(&spec, index).unwrap();
            let json = puzzle.write("json", ALL).unwrap();
            let outcome = puzzle.solve(&Ask::default());
            let solution = puzzle.solution_json(&outcome.solutions[0]).to_string();
            let proof = veripb(&json, &Finding::Unique(solution.clone()), None, &Limits::default()).unwrap().unwrap();
            let text = printed(&program, name, &proof.formula, &proof.proof);
            assert!(text.lines().any(|line| line == proof.verdict), "{json}: {text}");
            accepted += 1;
            // The same proof for the same board with one rule or clue less.
            let less = with_less(&json, index as usize);
            let rules = quandary_check::Rules::read(&less).unwrap();
            let values = rules.read_solution(&solution).unwrap();
            let formula = quandary_check::Formula::new(&rules, &Limits::default()).unwrap();
            let still_unique =
                quandary_prove::certify(&less, &Finding::Unique(solution), &[], &Limits::default()).is_ok();
            let inequalities = format!("f {};", formula.inequalities());
            let moved = proof.proof.lines().map(|line| if line.starts_with("f ") { &inequalities } else { line });
            let text = printed(&program, name, &formula.to_opb(Some(&values)), &moved.collect::<Vec<_>>().join("\n"));
            let is_accepted = text.lines().any(|line| line == proof.verdict);
            assert!(still_unique || !is_accepted, "{less}");
            rejected += usize::from(!is_accepted);
        }
        println!("{name}: {accepted} proofs accepted by VeriPB, {rejected} rejected with a clue less");
    }
}

/// The log of a search that forbids the only solution, as it is.
#[test]
fn veripb_accepts_a_log() {
    let Some(program) = veripb_program() else { return };
    let puzzle = Puzzle::read(dom(5, 1, 0)).unwrap();
    let outcome = puzzle.board().solve(&Ask { log: true, ..Ask::default() });
    let (json, solution) = (puzzle.write("json").unwrap(), puzzle.board().solution_json(&outcome.solutions[0]));
    let rules = quandary_check::Rules::read(&json).unwrap();
    let values = rules.read_solution(&solution.to_string()).unwrap();
    let certificate =
        Certificate { claim: Claim::Exactly(vec![values]), clauses: of_variables(&rules, &outcome.learned) };
    let record = certificate.to_bytes(&json, Some(&rules)).unwrap();
    assert!(quandary_check::check_certificate(&json, &record, &Limits::default()).is_ok());
    let found = Finding::Unique(solution.to_string());
    let proof = veripb(&json, &found, Some(&record), &Limits::default()).unwrap().unwrap();
    assert_eq!(proof.proof.matches("rup").count(), outcome.learned.len() + 1, "it is not proved again");
    let text = printed(&program, "log", &proof.formula, &proof.proof);
    assert!(text.lines().any(|line| line == proof.verdict), "{text}");
}

#[test]
fn veripb_accepts_an_exact_number_of_solutions_and_no_smaller_one() {
    let Some(program) = veripb_program() else { return };
    let puzzle = Puzzle::read(r#"{"family":"nonogram","rows":[[1],[1],[1]],"columns":[[1],[1],[1]]}"#).unwrap();
    let answer = certify(&puzzle, &CertifyOptions { count: true, veripb: true });
    let files = answer.veripb.unwrap();
    let text = printed(&program, "exactly", &files.opb, &files.pbp);
    assert!(text.lines().any(|line| line == files.verdict), "{text}");
    // The last line of the formula forbids the last solution.
    let lines: Vec<&str> = files.opb.lines().collect();
    let formula = lines[..lines.len() - 1].join("\n") + "\n";
    let count = files.pbp.lines().find_map(|line| line.strip_prefix("f ")?.strip_suffix(';')?.parse::<usize>().ok());
    let proof = files.pbp.replace(&format!("f {};", count.unwrap()), &format!("f {};", count.unwrap() - 1));
    let text = printed(&program, "one-less", &formula, &proof);
    assert!(!text.lines().any(|line| line == files.verdict), "{text}");
}

/// Generated Nonograms of which every tenth block has no length any more.
#[test]
fn nonograms_with_unknown_blocks_are_certified_and_explained() {
    let generator = family("nonogram").and_then(|family| family.generator()).unwrap();
    let (mut unique, mut others, mut explained) = (0, 0, 0);
    for index in 0..24 {
        let spec = GenerateSpec { seed: 16, ..GenerateSpec::default() };
        let board = generator.generate(&spec, index).unwrap();
        let mut json: serde_json::Value = serde_json::from_str(&board.write("json", ALL).unwrap()).unwrap();
        let mut count = index;
        for lines in ["rows", "columns"] {
            for block in json[lines].as_array_mut().unwrap().iter_mut().flat_map(|line| line.as_array_mut().unwrap()) {
                count += 1;
                if count % 10 == 0 {
                    *block = "?".into();
                }
            }
        }
        let puzzle = Puzzle::read(json.to_string()).unwrap();
        let answer = certify(&puzzle, &CertifyOptions { count: false, veripb: true });
        let info = answer.certificate.unwrap_or_else(|| panic!("{json}: {:?}", answer.not_certified));
        match info.kind {
            ClaimWord::Unique => unique += 1,
            _ => others += 1,
        }
        if let (Some(program), Some(files)) = (veripb_program(), &answer.veripb) {
            let text = printed(&program, "unknown-blocks", &files.opb, &files.pbp);
            assert!(text.lines().any(|line| line == files.verdict), "{json}: {text}");
        }
        if info.kind == ClaimWord::Unique {
            let steps = puzzle.explain(&ExplainOptions::default(), &Budget::seconds(60.0)).unwrap();
            let steps = serde_json::to_string(&steps).unwrap();
            let checked = quandary_check::check_explanation(&answer.puzzle, &steps);
            assert!(checked.is_ok(), "{json}: {checked:?}");
            explained += 1;
        }
    }
    println!("unknown blocks: {unique} unique, {others} others, {explained} explained");
    assert!(unique > 0 && others > 0);
}

/// A board whose lines depend on each other all over, with one solution (Greifer's n-Dom), in a colour, with some columns that are
/// empty.
fn dom(n: usize, colour: usize, empty: usize) -> String {
    let clue = |blocks: &[usize]| blocks.iter().map(|&block| [block, colour]).collect::<Vec<_>>();
    let rows: Vec<Vec<[usize; 2]>> =
        std::iter::repeat_n([clue(&[3, 1]), clue(&[1])], n).flatten().chain([clue(&[1])]).collect();
    let rows: Vec<_> = [vec![clue(&[3])], rows[1..].to_vec()].concat();
    let mut columns: Vec<_> = rows.iter().rev().map(|blocks| blocks.iter().rev().copied().collect()).collect();
    columns.extend(vec![Vec::new(); empty]);
    serde_json::json!({ "family": "nonogram", "rows": rows, "columns": columns }).to_string()
}

/// The clues of a random picture with two blocks of a row exchanged.
fn exchanged(side: usize, colours: usize, seed: u64) -> String {
    let mut dice = seed;
    let mut below = |bound: usize| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) as usize % bound
    };
    let mut cell = || if below(2) == 0 { 0 } else { 1 + below(colours) };
    let picture: Vec<Vec<usize>> = (0..side).map(|_| (0..side).map(|_| cell()).collect()).collect();
    let clue = |line: Vec<usize>| -> Vec<[usize; 2]> {
        line.chunk_by(|a, b| a == b).filter(|run| run[0] > 0).map(|run| [run.len(), run[0]]).collect()
    };
    let mut rows: Vec<_> = picture.iter().map(|row| clue(row.clone())).collect();
    let columns: Vec<_> = (0..side).map(|column| clue(picture.iter().map(|row| row[column]).collect())).collect();
    let differ = |row: &Vec<[usize; 2]>| (1..row.len()).find(|&at| row[at - 1] != row[at]);
    let (row, at) = rows.iter().enumerate().find_map(|(row, blocks)| Some((row, differ(blocks)?))).unwrap();
    rows[row].swap(at - 1, at);
    serde_json::json!({ "family": "nonogram", "rows": rows, "columns": columns }).to_string()
}

/// A log as clauses over the variables of the checker.
fn of_variables(rules: &quandary_check::Rules, log: &[Vec<CellLiteral>]) -> Vec<Vec<Literal>> {
    let literal = |literal: &CellLiteral| Literal {
        variable: rules.variable_of(literal.cell as usize).unwrap(),
        value: literal.value.into(),
        is: literal.is,
    };
    log.iter().map(|clause| clause.iter().map(literal).collect()).collect()
}

/// Short lines are probed side by side, lines of more than 62 cells one by one, coloured ones by other code.
#[test]
fn what_a_nonogram_logs_follows_and_leads_to_the_end() {
    let doms = |colour: usize, empty: usize| (3..6).map(move |n| dom(n, colour, empty)).collect::<Vec<_>>();
    let noise =
        |side: usize, colours: usize| (0..200).map(move |seed| exchanged(side, colours, seed)).collect::<Vec<_>>();
    for (name, boards) in [
        ("short lines", doms(1, 0)),
        ("long lines", doms(1, 60)),
        ("coloured lines", doms(2, 0)),
        ("no solution", noise(20, 1)),
        ("no solution, coloured", noise(14, 2)),
    ] {
        let (mut logs, mut clauses) = (0, 0);
        for text in boards {
            let puzzle = Puzzle::read(text).unwrap();
            let outcome = puzzle.board().solve(&Ask { log: true, ..Ask::default() });
            let solution = match &outcome.verdict {
                Verdict::Unique => Some(puzzle.board().solution_json(&outcome.solutions[0]).to_string()),
                Verdict::Impossible(_) => None,
                _ => continue,
            };
            let json = puzzle.write("json").unwrap();
            let rules = quandary_check::Rules::read(&json).unwrap();
            let limits = Limits::default();
            let mut state = quandary_check::State::new(&rules, &limits);
            let mut result = state.propagate();
            if outcome.learned.is_empty() || result.is_err() {
                continue;
            }
            if let Some(solution) = solution {
                let values = rules.read_solution(&solution).unwrap().into_iter().enumerate();
                let differs: Vec<_> = values.map(|(variable, value)| Literal { variable, value, is: false }).collect();
                result = state.add(&differs);
            }
            for clause in of_variables(&rules, &outcome.learned) {
                if result.is_err() {
                    break;
                }
                assert_eq!(state.follows(&clause), Ok(true), "{json} {clause:?}");
                result = state.add(&clause);
                clauses += 1;
            }
            assert_eq!(result, Err(quandary_check::Stop::Contradiction), "{json}");
            logs += 1;
        }
        println!("{name}: {logs} logs with {clauses} clauses");
        assert!(logs >= 2 && clauses >= 20, "{name}: {logs} logs with {clauses} clauses");
    }
}

/// The puzzle with one given, row clue or block less.
fn with_less(json: &str, index: usize) -> String {
    let mut puzzle: serde_json::Value = serde_json::from_str(json).unwrap();
    if let Some(cells) = puzzle.get("cells").and_then(|cells| cells.as_str()).map(str::to_owned) {
        let givens: Vec<usize> = cells.char_indices().filter(|(_, cell)| *cell != '.').map(|(at, _)| at).collect();
        let mut cells: Vec<char> = cells.chars().collect();
        cells[givens[index % givens.len()]] = '.';
        puzzle["cells"] = cells.into_iter().collect::<String>().into();
    } else if puzzle["family"] == "aquarium" {
        let rows = puzzle["rows"].as_array_mut().unwrap();
        let count = rows.len();
        rows[index % count] = serde_json::Value::Null;
    } else {
        let rows = puzzle["rows"].as_array_mut().unwrap();
        let count = rows.len();
        rows[index % count] = serde_json::json!([]);
    }
    puzzle.to_string()
}
