//! What a text says beside its board: rules, titles, labels, former names, and what reading passes over.

use super::*;

/// What used to get lost.
#[test]
fn a_rule_a_lock_and_a_colour_survive_or_are_refused_with_a_way_out() {
    let adjacent =
        read(r#"{"family":"aquarium","columns":[2,1,1],"rows":[1,3],"tanks":[[1,2,1],[1,1,1]],"rule":"adjacent"}"#)
            .unwrap();
    assert_eq!(adjacent.write("digits", quandary::ALL).unwrap(), "# rule: adjacent\n211\n13\n121\n111\n");
    assert_eq!(adjacent.write("task", quandary::ALL).unwrap(), "2_1_1_1_3;1,2,1,1,1,1 # rule: adjacent\n");
    assert_eq!(
        adjacent.write("map-json", quandary::ALL).unwrap_err().to_string(),
        "this board cannot be written as 'map-json': it cannot store the rule 'adjacent'; \
         choose one of: digits, matrix, letters, task, json"
    );
    // The rule that a notation implies is not said.
    let region = adjacent.with_rule("region").unwrap();
    assert_eq!(region.write("digits", quandary::ALL).unwrap(), "211\n13\n121\n111\n");

    let uniform =
        read(r#"{"family":"ballsort","capacity":3,"bottles":[[1,2,1],[2],[]],"rule":"ball-uniform"}"#).unwrap();
    assert_eq!(uniform.write("letters", quandary::ALL).unwrap(), "121;2..; # rule: ball-uniform\n");
    assert_eq!(read("121;2..; # rule: ball-uniform\n").unwrap().rule(), Some("ball-uniform"));
    let one = read(r#"{"family":"ballsort","capacity":2,"bottles":[[1,1]],"rule":"water"}"#).unwrap();
    assert_eq!(one.write("get-color", quandary::ALL).unwrap(), "2#0,0 # family: ballsort # notation: get-color\n");

    let locked = read(r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2,1],[]],"locks":{"3":1}}"#).unwrap();
    assert_eq!(
        locked.write("lists", quandary::ALL).unwrap_err().to_string(),
        "this board cannot be written as 'lists': it cannot store locked bottles; choose one of: plain, json, words"
    );
}

/// Where a title and an author stand in each notation that has a place for them, and what happens in the others.
#[test]
fn a_title_and_an_author_are_kept() {
    let house =
        r#"{"family":"nonogram","rows":[[2],[1]],"columns":[[2],[1]],"title":"A \"house\" #1","author":"Jänë"}"#;
    let house = read(house).unwrap();
    let written = |notation: &str| house.write(notation, quandary::ALL).unwrap();
    assert_eq!(house.heading(), "Nonogram, 2×2, “A \"house\" #1” by Jänë");
    let label = r#"# title: "A \"house\" #1" # author: "Jänë""#;
    assert!(written("non").starts_with("title \"A \"house\" #1\"\nby \"Jänë\"\nwidth 2\n"), "{}", written("non"));
    assert!(written("xml").contains("<title>A &quot;house&quot; #1</title>\n<author>Jänë</author>\n"));
    assert_eq!(written("plain"), format!("{label}\n2 2\n2\n1\n2\n1\n"));
    assert!(written("picross").starts_with(&format!("{label}\nGRID 2×2\n")), "{}", written("picross"));
    let refusal = house.write("puzz-link", quandary::ALL).unwrap_err().to_string();
    let why = "it cannot store the title 'A \"house\" #1' and the author 'Jänë'; choose one of: plain, ";
    assert!(refusal.contains(why), "{refusal}");
    let untitled = house.with_credits(Credits::NONE).unwrap();
    assert!(untitled.write("puzz-link", quandary::ALL).is_ok());

    let grid = "[Puzzle]\n21..\n..32\n...4\n..1.\n";
    let sdk = read(&format!("#A Jane \n# title: The first\n{grid}")).unwrap();
    assert_eq!(sdk.credits(), &Credits::new("The first", "Jane"));
    assert_eq!(sdk.write("sdk", quandary::ALL).unwrap(), format!("# title: \"The first\"\n#AJane\n{grid}"));
    let line = "21....32...4..1. # title: \"The first\" # author: \"Jane\"";
    assert_eq!(sdk.write("line", quandary::ALL).unwrap(), line);
    for link in ["f-puzzles", "sudokupad"] {
        let again = read(&sdk.write(link, quandary::ALL).unwrap()).unwrap();
        assert!(is_same(&*again, &*sdk), "{link}");
    }
    assert_eq!(sdk.with_rule("x").unwrap().credits(), sdk.credits());

    let long = Credits::new(&"x".repeat(10_000), "");
    let titled = sdk.with_credits(long).unwrap();
    assert!(is_same(&*read(&titled.write("json", quandary::ALL).unwrap()).unwrap(), &*titled));
    let refusal = titled.write("line", quandary::ALL).unwrap_err().to_string();
    assert!(refusal.contains("xxx…") && refusal.len() < 200, "{refusal}");
}

/// A sheet of clues that fits both ways round is read height first, unless it says otherwise.
#[test]
fn a_board_that_fits_both_ways_round_says_which_is_meant() {
    let board = read(r#"{"family":"nonogram","rows":[[1],[1]],"columns":[[0],[1],[1]]}"#).unwrap();
    let width_first = board.write("nin", quandary::ALL).unwrap();
    assert_eq!(width_first, "# family: nonogram # notation: nin\n3 2\n1\n1\n0\n1\n1\n");
    assert!(is_same(&*read(&width_first).unwrap(), &*board));
    assert_eq!(board.write("plain", quandary::ALL).unwrap(), "2 3\n1\n1\n0\n1\n1\n");
}

#[test]
fn pencil_marks_that_contradict_a_given_digit_are_an_error_with_a_place() {
    let marked = |marks: &str| {
        let text = format!(r#"{{"family":"sudoku","box":[2,2],"cells":"21...32...4...1.","marks":{{{marks}}}}}"#);
        let source = Source::from_text(text);
        read::puzzle(&source, &quandary::hints()).map_err(|error| (error.message.clone(), error.position(&source)))
    };
    let contradiction = "r1c1 is given as 2, but its pencil marks leave that out".to_owned();
    assert_eq!(marked(r#""r1c1":"134""#).unwrap_err(), (contradiction, Some((1, 68))));
    assert_eq!(marked(r#""r1c1":"""#).unwrap_err().0, "r1c1 is given as 2, but its pencil marks leave that out");
    assert_eq!(marked(r#""r1c3":"""#).unwrap_err(), ("r1c3 has no pencil marks".to_owned(), Some((1, 68))));
    // Marks that have the given digit say nothing.
    let plain = read(r#"{"family":"sudoku","box":[2,2],"cells":"21...32...4...1."}"#).unwrap();
    assert!(is_same(&*marked(r#""r1c1":"24""#).unwrap(), &*plain));
}

#[test]
fn a_label_above_many_lines_is_true_of_all_of_them() {
    let file = "# rule: pool\n2_1_1_2;1,2,1,1\n1_1_1_1;1,2,1,1 # rule: adjacent\n\n# rule: region\n1_1_1_1;1,1,2,2\n";
    let rules: Vec<Option<&str>> = split::puzzles(Source::from_text(file), &quandary::hints())
        .iter()
        .map(|puzzle| puzzle.as_ref().unwrap().rule())
        .collect();
    assert_eq!(rules, [Some("pool"), Some("adjacent"), Some("region")]);
}

#[test]
fn a_label_above_many_lines_may_take_several_lines() {
    let file = "# rule: pool\n# title: Twins\n2_1_1_2;1,2,1,1\n1_1_1_1;1,2,1,1\n# rule: adjacent\n1_1_1_1;1,1,2,2\n";
    let puzzles = split::puzzles(Source::from_text(file), &quandary::hints());
    let found: Vec<_> = puzzles.iter().flatten().map(|puzzle| (puzzle.rule(), puzzle.credits().title())).collect();
    // A label below a puzzle is another one: nothing of the first is left.
    let expected = [(Some("pool"), Some("Twins")), (Some("pool"), Some("Twins")), (Some("adjacent"), None)];
    assert_eq!(found, expected);
}

#[test]
fn a_label_that_cannot_be_true_is_an_error_with_a_place() {
    let cases = [
        ("# rule: wine\n211\n13\n121\n111\n", "Aquarium has no rule called 'wine'", (1, 9)),
        ("# rule: pool\n2 1\n1 2\n2 1\n", "Ball / Water Sort has no rule called 'pool'", (1, 9)),
        ("# family: jigsaw\n211\n13\n121\n111\n", "there is no family called 'jigsaw'", (1, 11)),
        ("# id: seven\n211\n13\n121\n111\n", "'seven' is not the number of a published Aquarium board", (1, 7)),
    ];
    for (text, message, place) in cases {
        let source = Source::from_text(text);
        let error = read::puzzle(&source, &quandary::hints()).map(|puzzle| format!("{puzzle:?}")).unwrap_err();
        assert_eq!((error.message.as_str(), error.position(&source)), (message, Some(place)), "{text}");
    }
}

#[test]
fn former_names_of_notations_and_algorithms_are_still_understood() {
    let all = quandary::ALL.iter().flat_map(|family| family.former_names().iter().map(move |names| (family, names)));
    let mut checked = 0;
    for (family, (former, present)) in all {
        let notation = family.notation(former);
        let is_algorithm = family.algorithms().iter().any(|algorithm| algorithm.name == *present);
        assert!(is_algorithm || notation.is_some_and(|notation| notation.name() == *present), "{former}");
        let example = family.examples()[0];
        let hints = Hints { notation: notation.map(|_| (*former).to_owned()), ..quandary::hints() };
        let found = read::detect(&Source::from_text(example.text), &hints).map(|found| found.notation.name());
        assert!(notation.is_none() || found == Ok(*present), "{former}: {found:?}");
        let puzzle = read(example.text).unwrap();
        let ask = quandary::Ask { budget: quandary::Budget::seconds(10.0), ..quandary::Ask::default() };
        assert!(!is_algorithm || puzzle.solve_with(former, &ask).is_some(), "{former}");
        checked += 1;
    }
    assert!(checked > 3);
}

/// Many boards in one file, each with its label, as `convert` and `generate` write them.
#[test]
fn a_file_of_boards_with_labels_is_cut_into_the_same_boards() {
    let orders: [(&str, &Options, &[&str]); 3] = [
        ("aquarium", &[("size", "5x4"), ("rule", "pool")], &["digits", "matrix", "letters", "task"]),
        ("ballsort", &[("colours", "3"), ("rule", "ball")], &["letters", "words", "lists", "columns", "get-color"]),
        ("ballsort", &[("colours", "3"), ("rule", "water")], &["plain", "tubes", "letters-top", "lists-bottom"]),
    ];
    for (name, options, notations) in orders {
        let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let spec = GenerateSpec { seed: 3, options, ..GenerateSpec::default() };
        let generator = family(name).unwrap().generator().unwrap();
        let boards: Vec<Box<dyn Puzzle>> = (0..4).map(|index| generator.generate(&spec, index).unwrap()).collect();
        for notation in notations {
            let texts: Vec<String> = boards.iter().map(|board| board.write(notation, quandary::ALL).unwrap()).collect();
            let is_block = family(name).unwrap().notation(notation).unwrap().packing() == Packing::Block;
            let file = texts.join(if is_block { "\n" } else { "" });
            let again = split::puzzles(Source::from_text(file.as_str()), &quandary::hints());
            let again: Vec<_> = again.into_iter().map(|board| board.map_err(|(_, error)| error.message)).collect();
            assert_eq!(again.len(), boards.len(), "{notation}:\n{file}\n{again:?}");
            for (board, again) in boards.iter().zip(again) {
                assert!(again.is_ok_and(|again| is_same(&**board, &*again)), "{notation}:\n{file}");
            }
        }
    }
}

#[test]
fn words_that_reading_passes_over_are_named() {
    let sudoku = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let non = "catalogue \"webpbn.com #1\"\ntitle \"House\"\nby \"Jane\"\ncopyright \"(c) 2004 Jane\"\nwidth 2\nheight 1\n\
               rows\n2\n\ncolumns\n1\n1\n";
    let rows: Vec<&str> = (0..9).map(|row| &sudoku[9 * row..9 * row + 9]).collect();
    let sdk = format!("#AJane\n#DFor a rainy day\n[Puzzle]\n{}\n", rows.join("\n"));
    let cases: [(&str, &[(usize, &str)]); 8] = [
        (sudoku, &[]),
        (&format!("{sudoku} easy"), &[(1, "easy")]),
        ("{\"family\":\"nonogram\",\"rows\":[[1]],\"columns\":[[1]]}", &[]),
        (&format!("{sudoku} # title: \"Monday\""), &[]),
        (&format!("{sudoku} from the Monday paper"), &[(1, "from the Monday paper")]),
        (&format!("# a remark\n{}\n", rows.join("\n")), &[(1, "# a remark")]),
        (non, &[(1, "catalogue \"webpbn.com #1\""), (4, "copyright \"(c) 2004 Jane\"")]),
        (&sdk, &[(2, "#DFor a rainy day")]),
    ];
    for (text, expected) in cases {
        let source = Source::from_text(text);
        let puzzle = read::puzzle(&source, &quandary::hints()).unwrap();
        let found = read::passed_over(&source, &*puzzle, &quandary::hints(), &Budget::default());
        let found: Vec<(usize, &str)> = found.iter().map(|(line, words)| (*line, words.as_str())).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_conversion_keeps_pencil_marks_or_says_that_it_cannot() {
    // The marks of r1c3 leave only 3 and 5, which the givens rule out: a mistake of the player, and not ours to mend.
    let cells = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let text = format!(r#"{{"family":"sudoku","cells":"{cells}","marks":{{"r1c3":"35","r1c7":"148"}}}}"#);
    let puzzle = quandary::Puzzle::read(&text).unwrap();
    let convert = |to: &str| {
        let options = ConvertOptions { to: Some(to.to_owned()), ..ConvertOptions::default() };
        puzzle.convert(&options, &Budget::default()).map(|converted| converted.text.unwrap())
    };
    for notation in ["json", "candidates", "hodoku", "sdx"] {
        let again = quandary::Puzzle::read(convert(notation).unwrap_or_else(|error| panic!("{notation}: {error}")));
        let marks: Value = serde_json::from_str(&again.unwrap().write("json").unwrap()).unwrap();
        assert_eq!(marks["marks"], json!({ "r1c3": "35", "r1c7": "148" }), "{notation}");
    }
    for notation in ["line", "grid", "sdk", "puzz-link", "pencilmarks"] {
        let refused = convert(notation).unwrap_err().message;
        assert!(refused.contains("pencil mark") && refused.contains("; choose one of: "), "{notation}: {refused}");
    }
}
