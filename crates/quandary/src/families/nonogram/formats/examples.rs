//! Puzzles of our own: documentation, samples and tests at once.

use crate::puzzle::Example;

/// Small pictures in every notation, one board with two solutions, and two without any.
pub static EXAMPLES: [Example; 8] = [
    Example {
        name: "arrow",
        notation: "seed",
        text: concat!(
            "7 9   <- height and width\n",
            "1   <- from row 1\n",
            "3\n",
            "5\n",
            "7\n",
            "3\n",
            "3\n",
            "3\n",
            "0   <- column 1\n",
            "1\n",
            "2\n",
            "6\n",
            "7\n",
            "6\n",
            "2\n",
            "1\n",
            "0\n",
        ),
        verdict: "unique",
        solution: Some(concat!(
            "    *    \n",
            "   ***   \n",
            "  *****  \n",
            " ******* \n",
            "   ***   \n",
            "   ***   \n",
            "   ***   ",
        )),
    },
    Example {
        name: "duck",
        notation: "seed",
        text: concat!(
            "7 9\n", "3\n", "2 1\n", "4\n", "2 1\n", "7\n", "6\n", "4\n", "\n", "1\n", "2\n", "6\n", "1 5\n", "2 3\n",
            "3\n", "3\n", "2\n", "2\n",
        ),
        verdict: "unique",
        solution: Some(concat!(
            "  ***    \n",
            " ** *    \n",
            "****     \n",
            "  **    *\n",
            "  *******\n",
            "  ****** \n",
            "   ****  ",
        )),
    },
    Example {
        name: "cup",
        notation: "nin",
        text: concat!(
            "10 10\n", "1 1\n", "1 1\n", "1 1\n", "0\n", "8\n", "10\n", "8 1\n", "10\n", "8\n", "6\n", "5\n", "6\n",
            "1 1 6\n", "1 6\n", "6\n", "1 1 6\n", "1 6\n", "5\n", "1 1\n", "3\n",
        ),
        verdict: "unique",
        solution: Some(concat!(
            "  *  *    \n",
            "   *  *   \n",
            "  *  *    \n",
            "          \n",
            "********  \n",
            "**********\n",
            "******** *\n",
            "**********\n",
            "********  \n",
            " ******   ",
        )),
    },
    Example {
        name: "key",
        notation: "nin",
        text: concat!(
            "12 4\n", "4\n", "2 8\n", "2 5 2\n", "4 1 1\n", "2\n", "4\n", "1 1\n", "1 1\n", "4\n", "2\n", "3\n", "2\n",
            "2\n", "1\n", "2\n", "3\n",
        ),
        verdict: "unique",
        solution: Some(concat!(" ****       \n", "**  ********\n", "**  ***** **\n", " **** *    *",)),
    },
    Example {
        name: "cat",
        notation: "json",
        text: concat!(
            "{\"family\":\"nonogram\",\n",
            " \"rows\":[[1,1],[2,2],[5,1],[1,1,1,1],[5,2],[3,1],[9],[9],[2,2],[1,1],[1,1],[2,2]],\n",
            " \"columns\":[[5],[2,2,1],[10],[2,5],[5,2],[2],[2],[2],[2],[3,1],[8],[3]]}\n",
        ),
        verdict: "unique",
        solution: Some(concat!(
            "*   *       \n",
            "** **       \n",
            "*****      *\n",
            "* * *      *\n",
            "*****     **\n",
            " ***      * \n",
            "  ********* \n",
            "  ********* \n",
            "  **     ** \n",
            "  *       * \n",
            "  *       * \n",
            " **      ** ",
        )),
    },
    Example {
        name: "two ways across",
        notation: "seed",
        text: concat!("4 4\n", "2\n", "1\n", "1\n", "2\n", "2\n", "1\n", "1\n", "2\n",),
        verdict: "multiple",
        solution: None,
    },
    Example {
        name: "too many in the columns",
        notation: "json",
        text: concat!("{\"family\":\"nonogram\",\"rows\":[[3],[1],[]],\"columns\":[[2],[1],[1,1]]}\n",),
        verdict: "impossible",
        solution: None,
    },
    Example {
        name: "a gap that cannot be",
        notation: "seed",
        text: concat!("3 3\n", "1 1\n", "0\n", "1 1\n", "2\n", "0\n", "2\n",),
        verdict: "impossible",
        solution: None,
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::nonogram::FAMILY;
    use crate::puzzle::Family;
    use crate::read::{self, Hints, Source};
    use crate::verdict::Ask;

    #[test]
    fn every_example_is_recognised_and_gets_its_verdict_and_its_picture() {
        for example in &EXAMPLES {
            let source = Source::from_text(example.text);
            let notation = FAMILY.notation(example.notation).unwrap();
            let puzzle = notation.read(&source).unwrap();
            let outcome = puzzle.solve(&Ask::default());
            assert_eq!(outcome.verdict.word(), example.verdict, "{}", example.name);
            for solution in &outcome.solutions {
                assert_eq!(puzzle.verify(solution), Ok(()), "{}", example.name);
            }
            if let Some(picture) = example.solution {
                assert_eq!(puzzle.solution_text(&outcome.solutions[0]), picture, "{}", example.name);
            }
            let detected = read::detect(&source, &Hints::default()).unwrap();
            assert_eq!(detected.family.name(), "nonogram", "{}", example.name);
        }
    }

    #[test]
    fn every_notation_has_an_example() {
        for notation in FAMILY.notations() {
            assert!(EXAMPLES.iter().any(|example| example.notation == notation.name()), "{}", notation.name());
        }
    }
}
