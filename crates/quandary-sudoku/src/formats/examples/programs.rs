//! Boards in the forms of other programs and sites.

use quandary_core::puzzle::Example;

pub(super) const EXAMPLES: &[Example] = &[
    Example {
        name: "forum-marks",
        notation: "pencilmarks",
        text: "\
.6.........436.......4.7...4..98..6.....2.75..2..7....1..8..4.2.58...3.1..2......
+------------------+-------------------+-----------------------+
| 8     6    13579 | 125  159   12589  | 12589  1234789 345789 |
| 25789 1789 4     | 3    6     12589  | 12589  12789   5789   |
| 23589 89   1359  | 4    159   7      | 125689 12389   35689  |
+------------------+-------------------+-----------------------+
| 4     137  1357  | 9    8     135    | 12     6       3      |
| 3689  1389 1369  | 16   2     1346   | 7      5       3489   |
| 35689 2    13569 | 156  7     13456  | 189    13489   3489   |
+------------------+-------------------+-----------------------+
| 1     379  3679  | 8    359   3569   | 4      79      2      |
| 679   5    8     | 267  49    2469   | 3      79      1      |
| 3679  3479 2     | 1567 13459 134569 | 5689   789     56789  |
+------------------+-------------------+-----------------------+
",
        verdict: "unique",
        solution: Some(
            "\
8 6 3 5 9 2 1 4 7
7 1 4 3 6 8 9 2 5
2 9 5 4 1 7 6 3 8
4 7 1 9 8 5 2 6 3
3 8 6 1 2 4 7 5 9
5 2 9 6 7 3 8 1 4
1 3 7 8 5 6 4 9 2
6 5 8 2 4 9 3 7 1
9 4 2 7 3 1 5 8 6",
        ),
    },
    Example {
        name: "all-candidates",
        notation: "candidates",
        text: "123456789.....6...1234567891234567891234567891234567..123456789123456789123456789123456789123456789...4.......3...........6...123456789123456789123456789123456789123456789........9123456789...4.....123456789......7..123456789123456789123456789123456789123456789123456789........9.......8.....5....123456789.....6...123456789123456789123456789123456789123456789.2.......123456789......7......5....123456789123456789.2.......123456789123456789......7..123.5.789123456789123456789123456789123456789123456789.2.45.78.123456789123456789.2.4567.....4.....123456789.2.......123456789....5...........8.123456789123456789123456789..3......1234567891........123456789123456789.2.......123456789123456789123456789123456789123456789123456789\n",
        verdict: "unique",
        solution: Some(
            "\
8 6 3 5 9 2 1 4 7
7 1 4 3 6 8 9 2 5
2 9 5 4 1 7 6 3 8
4 7 1 9 8 5 2 6 3
3 8 6 1 2 4 7 5 9
5 2 9 6 7 3 8 1 4
1 3 7 8 5 6 4 9 2
6 5 8 2 4 9 3 7 1
9 4 2 7 3 1 5 8 6",
        ),
    },
    Example {
        name: "library-line",
        notation: "hodoku",
        text: ":0000:x:.6.........436.....9.4.7...4..98..6........5..2..7....1..8..4.2.58...3.1..2......:115 215 515 235 361 661 961 368 468 868 968:::\n",
        verdict: "unique",
        solution: Some(
            "\
8 6 3 5 9 2 1 4 7
7 1 4 3 6 8 9 2 5
2 9 5 4 1 7 6 3 8
4 7 1 9 8 5 2 6 3
3 8 6 1 2 4 7 5 9
5 2 9 6 7 3 8 1 4
1 3 7 8 5 6 4 9 2
6 5 8 2 4 9 3 7 1
9 4 2 7 3 1 5 8 6",
        ),
    },
    Example {
        name: "sadman",
        notation: "sdk",
        text: "\
#AQuandary
#DA puzzle of our own
[Puzzle]
.6.......
..436....
.9.4.7...
4..985.6.
....2.75.
.2..7....
1..8..4.2
.58...3.1
..2......
",
        verdict: "unique",
        solution: Some(
            "\
8 6 3 5 9 2 1 4 7
7 1 4 3 6 8 9 2 5
2 9 5 4 1 7 6 3 8
4 7 1 9 8 5 2 6 3
3 8 6 1 2 4 7 5 9
5 2 9 6 7 3 8 1 4
1 3 7 8 5 6 4 9 2
6 5 8 2 4 9 3 7 1
9 4 2 7 3 1 5 8 6",
        ),
    },
    Example {
        name: "simple-sudoku",
        notation: "ss",
        text: "\
*-----------*
|.6.|...|...|
|..4|36.|...|
|.9.|4.7|...|
|---+---+---|
|4..|985|.6.|
|...|.2.|75.|
|.2.|.7.|...|
|---+---+---|
|1..|8..|4.2|
|.58|...|3.1|
|..2|...|...|
*-----------*
",
        verdict: "unique",
        solution: Some(
            "\
8 6 3 5 9 2 1 4 7
7 1 4 3 6 8 9 2 5
2 9 5 4 1 7 6 3 8
4 7 1 9 8 5 2 6 3
3 8 6 1 2 4 7 5 9
5 2 9 6 7 3 8 1 4
1 3 7 8 5 6 4 9 2
6 5 8 2 4 9 3 7 1
9 4 2 7 3 1 5 8 6",
        ),
    },
    Example {
        name: "in-progress",
        notation: "sdx",
        text: "\
17 u5 6 9 27 8 1267 367 4
2 4678 468 1 7 347 5 3678 9
1789 146789 3 467 5 247 1267 678 12678
1578 124678 2468 47 3 9 1467 4567 1567
178 14678 468 2 178 5 3 4679 167
3 147 9 47 17 6 8 2 157
6 29 5 8 279 237 2479 1 237
4 3 1 57 6 27 279 5789 2578
89 289 7 35 4 123 269 35689 23568
",
        verdict: "unique",
        solution: Some(
            "\
7 5 6 9 2 8 1 3 4
2 4 8 1 7 3 5 6 9
9 1 3 6 5 4 7 8 2
5 8 2 7 3 9 6 4 1
1 6 4 2 8 5 3 9 7
3 7 9 4 1 6 8 2 5
6 2 5 8 9 7 4 1 3
4 3 1 5 6 2 9 7 8
8 9 7 3 4 1 2 5 6",
        ),
    },
    Example {
        name: "solo",
        notation: "solo",
        text: "3x3:a5a9a8b4_2b1b5a9b3a5h3_9f2a5_3b3a9b6_8_2a6a5_8c1a4_3_1a6f7a4d\n",
        verdict: "unique",
        solution: Some(
            "\
7 5 6 9 2 8 1 3 4
2 4 8 1 7 3 5 6 9
9 1 3 6 5 4 7 8 2
5 8 2 7 3 9 6 4 1
1 6 4 2 8 5 3 9 7
3 7 9 4 1 6 8 2 5
6 2 5 8 9 7 4 1 3
4 3 1 5 6 2 9 7 8
8 9 7 3 4 1 2 5 6",
        ),
    },
    Example {
        name: "linked",
        notation: "puzz-link",
        text: "https://puzz.link/p?sudoku/9/9/g6o436k9g4g7i4h985g6k2g75h2h7j1h8h4g2g58i3g1h2l\n",
        verdict: "unique",
        solution: Some(
            "\
8 6 3 5 9 2 1 4 7
7 1 4 3 6 8 9 2 5
2 9 5 4 1 7 6 3 8
4 7 1 9 8 5 2 6 3
3 8 6 1 2 4 7 5 9
5 2 9 6 7 3 8 1 4
1 3 7 8 5 6 4 9 2
6 5 8 2 4 9 3 7 1
9 4 2 7 3 1 5 8 6",
        ),
    },
    Example {
        name: "coached",
        notation: "coach",
        text: "https://sudoku.coach/en/solver/060000000004360000090407000400985060000020750020070000100800402058000301002000000\n",
        verdict: "unique",
        solution: Some(
            "\
8 6 3 5 9 2 1 4 7
7 1 4 3 6 8 9 2 5
2 9 5 4 1 7 6 3 8
4 7 1 9 8 5 2 6 3
3 8 6 1 2 4 7 5 9
5 2 9 6 7 3 8 1 4
1 3 7 8 5 6 4 9 2
6 5 8 2 4 9 3 7 1
9 4 2 7 3 1 5 8 6",
        ),
    },
    Example {
        name: "wiki",
        notation: "sudokuwiki",
        text: "https://www.sudokuwiki.org/sudoku.htm?bd=060000000004360000090407000400985060000020750020070000100800402058000301002000000\n",
        verdict: "unique",
        solution: Some(
            "\
8 6 3 5 9 2 1 4 7
7 1 4 3 6 8 9 2 5
2 9 5 4 1 7 6 3 8
4 7 1 9 8 5 2 6 3
3 8 6 1 2 4 7 5 9
5 2 9 6 7 3 8 1 4
1 3 7 8 5 6 4 9 2
6 5 8 2 4 9 3 7 1
9 4 2 7 3 1 5 8 6",
        ),
    },
    Example {
        name: "killer-link",
        notation: "f-puzzles",
        text: "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcA2ANCA5gJwgEwQbT2AF9ljSSzKiBdZQih8p42%2B5xq1q99rj%2F8nx7cWtEAGsIAGykwMAYwCGaOPEIh5MGWHwgASgEYAwgZCpDRgExn9lkyDEA3RVICuqkAE4QFDVqk6avrGAMw2FgAs4XZRTi7uCF4%2BpH7auhYArOHGiNFGuXFuHgZhvpppQXp21uYhVuF1YeYR9YUJ8CAGuWX%2BgXi2RmFtHlk9Ff1VRlm1Uw6ozkWJpSnlAel1ps325hn2w4neY2uVdVFbTfotsfPxxdZHffp1uVsv%2BrsFN4sdBqYP6S1pu9ZuZELN9j8ov9KrsasCLnowdYIZ0AAzJUCrR56XZnfRg64gBbtEAAdgxqWOEzBphRoxWvXSYKGXxJ9wZ43x%2BTmRNuiT%2B1CIQA%3D%3D%3D\n",
        verdict: "unique",
        solution: Some(
            "\
1 2 3 5 4 6
6 4 5 1 2 3
3 5 6 2 1 4
2 1 4 6 3 5
4 6 1 3 5 2
5 3 2 4 6 1",
        ),
    },
    Example {
        name: "lines-link",
        notation: "sudokupad",
        text: "https://sudokupad.app/fpuzN4IgzglgXgpiBcA2ANCA5gJwgEwQbT2AF9ljSSzKQA3AQwBsBXOeAFlTQmpgDsEAXDMyIBdZIQqTSNBswQBGDl14ChMKcTETyOypK17dG0eMNn9pjTKYtF6ZX3iDhR8iLEh%2BACxgYAtgD2fjD8vvig9BA8MGD4eCAASgCsAMLyIKgJrGkZiakATLkJiCmF7hQgkdGx8ASJ%2BSmIRQDMKUlF2e2Z2U3l0lUxcYnZrB0pzUWpE5mpo%2BUetBgYAQDu4SAAxjD09DXxySlzqAN7%2B7OT42NzIhVbO3t5OR4nQwfp3aUtn32gd7v4iVaE2eUUGtX2QK%2Bo0yDS69UOIHmRCAA%3D%3D%3D%3D\n",
        verdict: "unique",
        solution: Some(
            "\
1 3 2 5 6 4
6 4 5 1 2 3
5 2 6 3 4 1
4 1 3 2 5 6
3 5 4 6 1 2
2 6 1 4 3 5",
        ),
    },
];
