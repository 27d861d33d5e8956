//! Boards of variants.

use super::unique;
use quandary_core::puzzle::Example;

pub(super) const EXAMPLES: &[Example] = &[
    unique(
        "both-diagonals",
        "json",
        concat!(
            r#"{"family":"sudoku","box":[3,3],"cells":"....94.52..1..............7.8.2....5...........9.....151............3.8.6..4..5..","rules":["main-diagonal","anti-diagonal"]}"#,
            "\n"
        ),
        "\
3 6 7 8 9 4 1 5 2
9 4 1 7 2 5 6 3 8
8 2 5 6 3 1 4 9 7
1 8 3 2 4 7 9 6 5
2 5 6 3 1 9 8 7 4
4 7 9 5 8 6 3 2 1
5 1 8 9 6 2 7 4 3
7 9 4 1 5 3 2 8 6
6 3 2 4 7 8 5 1 9",
    ),
    unique(
        "windows",
        "json",
        concat!(
            r#"{"family":"sudoku","box":[3,3],"cells":"1........64..........8.7.....6.2...3..........8....6.7.9.4...324......8..........","rules":["windows"]}"#,
            "\n"
        ),
        "\
1 2 8 5 4 6 3 7 9
6 4 7 2 9 3 1 5 8
5 3 9 8 1 7 2 6 4
7 5 6 1 2 8 4 9 3
3 1 4 6 7 9 8 2 5
9 8 2 3 5 4 6 1 7
8 9 1 4 6 5 7 3 2
4 6 5 7 3 2 9 8 1
2 7 3 9 8 1 5 4 6",
    ),
    unique(
        "anti-knight",
        "json",
        concat!(
            r#"{"family":"sudoku","box":[3,3],"cells":"2.67...3......1...5..3....8.9......6..8...7...2..9......1......8..13.27....869.1.","rules":["anti-knight"]}"#,
            "\n"
        ),
        "\
2 1 6 7 8 4 9 3 5
4 8 3 9 5 1 6 2 7
5 7 9 3 2 6 1 4 8
1 9 7 2 4 8 3 5 6
6 4 8 5 1 3 7 9 2
3 2 5 6 9 7 4 8 1
9 5 1 4 7 2 8 6 3
8 6 4 1 3 5 2 7 9
7 3 2 8 6 9 5 1 4",
    ),
    unique(
        "anti-king-non-consecutive",
        "json",
        concat!(
            r#"{"family":"sudoku","box":[3,3],"cells":"2....9....3....2..7.4....3....6....4....7...21....8....2...61....3....2....5....3","rules":["anti-king","non-consecutive"]}"#,
            "\n"
        ),
        "\
2 5 8 3 6 9 4 7 1
9 3 6 1 4 7 2 5 8
7 1 4 8 2 5 9 3 6
5 8 2 6 9 3 7 1 4
3 6 9 4 7 1 5 8 2
1 4 7 2 5 8 3 6 9
8 2 5 9 3 6 1 4 7
6 9 3 7 1 4 8 2 5
4 7 1 5 8 2 6 9 3",
    ),
    unique(
        "seven-regions",
        "json",
        concat!(
            r#"{"family":"sudoku","regions":"ABBBBBCAAABCCCAADBCDCADDDDDCEEEEEEFEFFFFFFGGGGGGG","cells":".3.......5..3...........6....46....26.41.3.1.5..."}"#,
            "\n"
        ),
        "\
1 3 4 2 5 6 7
6 7 5 1 2 3 4
3 2 1 7 6 4 5
4 5 2 6 3 7 1
5 4 6 3 7 1 2
2 6 7 4 1 5 3
7 1 3 5 4 2 6",
    ),
    unique(
        "killer",
        "json",
        concat!(
            r#"{"family":"sudoku","box":[2,3],"cells":"....................................","cages":[{"sum":9,"cells":["r1c1","r1c2","r2c1"]},{"sum":9,"cells":["r1c3","r1c4","r2c4"]},{"sum":13,"cells":["r1c5","r1c6","r2c6"]},{"sum":16,"cells":["r2c2","r3c2","r3c3","r4c2"]},{"sum":5,"cells":["r2c3"]},{"sum":3,"cells":["r2c5","r3c5"]},{"sum":9,"cells":["r3c1","r4c1","r5c1"]},{"sum":12,"cells":["r3c4","r4c3","r4c4"]},{"sum":11,"cells":["r3c6","r4c6","r5c6"]},{"sum":14,"cells":["r4c5","r5c5","r6c5"]},{"sum":10,"cells":["r5c2","r5c3","r6c2"]},{"sum":7,"cells":["r5c4","r6c4"]},{"sum":5,"cells":["r6c1"]},{"sum":2,"cells":["r6c3"]},{"sum":1,"cells":["r6c6"]}]}"#,
            "\n"
        ),
        "\
1 2 3 5 4 6
6 4 5 1 2 3
3 5 6 2 1 4
2 1 4 6 3 5
4 6 1 3 5 2
5 3 2 4 6 1",
    ),
    unique(
        "thermometers-and-arrows",
        "json",
        concat!(
            r#"{"family":"sudoku","box":[2,3],"cells":".....4...1......................1...","thermometers":[["r5c1","r4c1","r5c2","r6c2"],["r2c6","r3c5","r4c5","r4c6"],["r4c4","r4c3","r5c3","r5c4"]],"arrows":[{"circle":["r5c4"],"shaft":["r5c3","r4c4"]},{"circle":["r5c1"],"shaft":["r4c2","r3c2"]},{"circle":["r3c3"],"shaft":["r3c4","r2c5","r2c4"]}]}"#,
            "\n"
        ),
        "\
1 3 2 5 6 4
6 4 5 1 2 3
5 2 6 3 4 1
4 1 3 2 5 6
3 5 4 6 1 2
2 6 1 4 3 5",
    ),
    unique(
        "all-dots",
        "json",
        concat!(
            r#"{"family":"sudoku","box":[2,3],"cells":"....................................","rules":["all-white-dots","all-black-dots"],"signs":[{"between":["r1c1","r2c1"],"ratio":2},{"between":["r1c4","r1c5"],"ratio":2},{"between":["r1c4","r2c4"],"difference":1},{"between":["r1c6","r2c6"],"difference":1},{"between":["r2c1","r3c1"],"difference":1},{"between":["r2c2","r2c3"],"ratio":2},{"between":["r2c2","r3c2"],"difference":1},{"between":["r2c3","r2c4"],"difference":1},{"between":["r2c3","r3c3"],"ratio":2},{"between":["r3c2","r3c3"],"difference":1},{"between":["r3c2","r4c2"],"difference":1},{"between":["r3c5","r4c5"],"difference":1},{"between":["r3c6","r4c6"],"difference":1},{"between":["r4c1","r4c2"],"ratio":2},{"between":["r4c1","r5c1"],"ratio":2},{"between":["r4c4","r4c5"],"difference":1},{"between":["r4c6","r5c6"],"difference":1},{"between":["r5c1","r6c1"],"ratio":2},{"between":["r5c2","r6c2"],"difference":1},{"between":["r5c4","r5c5"],"ratio":2},{"between":["r5c4","r6c4"],"difference":1},{"between":["r5c5","r5c6"],"difference":1},{"between":["r5c5","r6c5"],"difference":1},{"between":["r6c2","r6c3"],"ratio":2},{"between":["r6c5","r6c6"],"ratio":2}]}"#,
            "\n"
        ),
        "\
3 1 5 2 4 6
6 4 2 3 1 5
5 3 4 1 6 2
1 2 6 4 5 3
2 5 1 6 3 4
4 6 3 5 2 1",
    ),
    unique(
        "x-and-v",
        "json",
        concat!(
            r#"{"family":"sudoku","box":[2,3],"cells":"...31.........................3.....","rules":["all-xv"],"signs":[{"between":["r1c2","r2c2"],"sum":10},{"between":["r1c3","r1c4"],"sum":5},{"between":["r1c3","r2c3"],"sum":5},{"between":["r1c4","r2c4"],"sum":5},{"between":["r1c5","r2c5"],"sum":5},{"between":["r2c3","r2c4"],"sum":5},{"between":["r3c3","r3c4"],"sum":5},{"between":["r3c4","r4c4"],"sum":5},{"between":["r3c6","r4c6"],"sum":5},{"between":["r4c4","r4c5"],"sum":10},{"between":["r5c5","r6c5"],"sum":5},{"between":["r5c6","r6c6"],"sum":5}]}"#,
            "\n"
        ),
        "\
5 4 2 3 1 6
1 6 3 2 4 5
6 3 4 1 5 2
2 1 5 4 6 3
4 2 6 5 3 1
3 5 1 6 2 4",
    ),
    unique(
        "marks",
        "json",
        concat!(
            r#"{"family":"sudoku","cells":".6.........436.....9.4.7......985.6.....2.75..2..7..........4.2.58...3.1..2......","marks":{"r7c3":"7","r1c6":"12","r6c6":"13","r7c6":"6"}}"#,
            "\n"
        ),
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
];
