//! Puzzles of our own: documentation, samples and tests at once.

use crate::puzzle::Example;

/// One or more per notation and size; the last three are no proper puzzles, and say so.
pub(in crate::families::sudoku) static EXAMPLES: &[Example] = &[
    Example {
        name: "first-steps",
        notation: "grid",
        text: "0 0 0 4\n4 0 0 0\n0 2 0 0\n0 0 1 0\n",
        verdict: "unique",
        solution: Some("2 1 3 4\n4 3 2 1\n1 2 4 3\n3 4 1 2"),
    },
    Example {
        name: "six-by-six",
        notation: "line",
        text: ".5....3...4.....1.6..3..........1.56\n",
        verdict: "unique",
        solution: Some("1 5 4 2 6 3\n3 6 2 5 4 1\n4 2 3 6 1 5\n6 1 5 3 2 4\n5 4 6 1 3 2\n2 3 1 4 5 6"),
    },
    Example {
        name: "tall-boxes",
        notation: "json",
        text: concat!(r#"{"family":"sudoku","box":[3,2],"cells":"6..1...5...6...2.....41.3....5......"}"#, "\n"),
        verdict: "unique",
        solution: Some("6 2 5 1 3 4\n1 5 4 3 2 6\n4 3 6 2 5 1\n5 6 3 4 1 2\n3 1 2 6 4 5\n2 4 1 5 6 3"),
    },
    Example {
        name: "classic",
        notation: "grid",
        text: "\
0 5 0 9 0 8 0 0 4
2 0 0 1 0 0 5 0 9
0 0 3 0 5 0 0 0 0
0 0 0 0 3 9 0 0 0
0 0 0 2 0 5 3 0 0
3 0 9 0 0 6 8 2 0
6 0 5 8 0 0 0 1 0
4 3 1 0 6 0 0 0 0
0 0 7 0 4 0 0 0 0
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
        name: "few-clues",
        notation: "line",
        text: "..6......8.............437...8..2.67...8.9.2...5.67.......4.1..3.72....62...5..4.\n",
        verdict: "unique",
        solution: Some(
            "\
4 9 6 3 7 8 2 1 5
8 7 3 1 2 5 6 9 4
5 1 2 6 9 4 3 7 8
9 3 8 5 1 2 4 6 7
7 6 4 8 3 9 5 2 1
1 2 5 4 6 7 8 3 9
6 5 9 7 4 3 1 8 2
3 4 7 2 8 1 9 5 6
2 8 1 9 5 6 7 4 3",
        ),
    },
    Example {
        name: "as-json",
        notation: "json",
        text: concat!(
            r#"{"family":"sudoku","box":[3,3],"cells":".6.........436.....9.4.7...4..985.6.....2.75..2..7....1..8..4.2.58...3.1..2......"}"#,
            "\n"
        ),
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
        name: "twelve-by-twelve",
        notation: "grid",
        text: "\
1 . . . | .  . 7 . | 9 .  .  .
. 12 . . | . . . 6 | 7 . 11  8
. . . 7 | 10 . 11 . | 2 . . .
--------+----------+---------
12 . . . | . . . 4 | . 2 10 .
. 4 8 . | 7 . 3 10 | . . . .
. . 3 . | 11 . . . | . . . 6
--------+----------+---------
. . 6 . | . . . . | . . . .
10 . . 5 | 6 . . 1 | . 9 3 7
. 3 7 4 | . . . 8 | 6 . 5 11
--------+----------+---------
9 11 . . | . 2 . . | . 3 1 .
4 . 2 3 | . . . . | . . . 9
. . . . | . 4 12 . | . . . .
",
        verdict: "unique",
        solution: Some(
            "\
1 2 B 6 4 8 7 5 9 A C 3
3 C 4 A 2 1 9 6 7 5 B 8
8 5 9 7 A 3 B C 2 4 6 1
C 7 1 B 9 6 8 4 3 2 A 5
6 4 8 2 7 5 3 A 1 B 9 C
5 A 3 9 B C 1 2 8 7 4 6
B 9 6 1 5 7 4 3 A C 8 2
A 8 C 5 6 B 2 1 4 9 3 7
2 3 7 4 C 9 A 8 6 1 5 B
9 B A C 8 2 6 7 5 3 1 4
4 6 2 3 1 A 5 B C 8 7 9
7 1 5 8 3 4 C 9 B 6 2 A",
        ),
    },
    Example {
        name: "sixteen-by-sixteen",
        notation: "grid",
        text: "\
.7.5B..DE...F16.
4...E.......58..
C.1.F..9....BA.E
..8.A..16B....7.
A.B.....1...3...
.....F.C.EBA2...
.9C...86..7D..1.
...2G..E.3C.D78A
83G42D......A9..
.EF..1.....9...G
.BAC4.E...18.FD.
2...C..A..D.7.E.
..4.9E.FG8.6..B.
....D...A.259..3
.G2...3.79F.8E.4
.F398.A.B..E...7
",
        verdict: "unique",
        solution: Some(
            "\
3 7 9 5 B 8 4 D E A G 2 F 1 6 C
4 A D B E G 6 7 C F 9 1 5 8 3 2
C 6 1 G F 5 2 9 D 7 8 3 B A 4 E
E 2 8 F A 3 C 1 6 B 5 4 G D 7 9
A 8 B E 7 2 D 4 1 5 6 G 3 C 9 F
G D 7 1 3 F 9 C 8 E B A 2 4 5 6
F 9 C 3 5 A 8 6 4 2 7 D E G 1 B
5 4 6 2 G B 1 E 9 3 C F D 7 8 A
8 3 G 4 2 D F B 5 6 E 7 A 9 C 1
D E F 7 6 1 5 8 3 C A 9 4 B 2 G
9 B A C 4 7 E 3 2 G 1 8 6 F D 5
2 1 5 6 C 9 G A F 4 D B 7 3 E 8
1 5 4 A 9 E 7 F G 8 3 6 C 2 B D
7 C E 8 D 4 B G A 1 2 5 9 6 F 3
B G 2 D 1 6 3 5 7 9 F C 8 E A 4
6 F 3 9 8 C A 2 B D 4 E 1 5 G 7",
        ),
    },
    Example {
        name: "both-diagonals",
        notation: "json",
        text: concat!(
            r#"{"family":"sudoku","box":[3,3],"cells":"....94.52..1..............7.8.2....5...........9.....151............3.8.6..4..5..","rules":["main-diagonal","anti-diagonal"]}"#,
            "\n"
        ),
        verdict: "unique",
        solution: Some(
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
    },
    Example {
        name: "windows",
        notation: "json",
        text: concat!(
            r#"{"family":"sudoku","box":[3,3],"cells":"1........64..........8.7.....6.2...3..........8....6.7.9.4...324......8..........","rules":["windows"]}"#,
            "\n"
        ),
        verdict: "unique",
        solution: Some(
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
    },
    Example {
        name: "anti-knight",
        notation: "json",
        text: concat!(
            r#"{"family":"sudoku","box":[3,3],"cells":"2.67...3......1...5..3....8.9......6..8...7...2..9......1......8..13.27....869.1.","rules":["anti-knight"]}"#,
            "\n"
        ),
        verdict: "unique",
        solution: Some(
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
    },
    Example {
        name: "anti-king-non-consecutive",
        notation: "json",
        text: concat!(
            r#"{"family":"sudoku","box":[3,3],"cells":"2....9....3....2..7.4....3....6....4....7...21....8....2...61....3....2....5....3","rules":["anti-king","non-consecutive"]}"#,
            "\n"
        ),
        verdict: "unique",
        solution: Some(
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
    },
    Example {
        name: "seven-regions",
        notation: "json",
        text: concat!(
            r#"{"family":"sudoku","regions":"ABBBBBCAAABCCCAADBCDCADDDDDCEEEEEEFEFFFFFFGGGGGGG","cells":".3.......5..3...........6....46....26.41.3.1.5..."}"#,
            "\n"
        ),
        verdict: "unique",
        solution: Some(
            "\
1 3 4 2 5 6 7
6 7 5 1 2 3 4
3 2 1 7 6 4 5
4 5 2 6 3 7 1
5 4 6 3 7 1 2
2 6 7 4 1 5 3
7 1 3 5 4 2 6",
        ),
    },
    Example {
        name: "killer",
        notation: "json",
        text: concat!(
            r#"{"family":"sudoku","box":[2,3],"cells":"....................................","cages":[{"sum":9,"cells":["r1c1","r1c2","r2c1"]},{"sum":9,"cells":["r1c3","r1c4","r2c4"]},{"sum":13,"cells":["r1c5","r1c6","r2c6"]},{"sum":16,"cells":["r2c2","r3c2","r3c3","r4c2"]},{"sum":5,"cells":["r2c3"]},{"sum":3,"cells":["r2c5","r3c5"]},{"sum":9,"cells":["r3c1","r4c1","r5c1"]},{"sum":12,"cells":["r3c4","r4c3","r4c4"]},{"sum":11,"cells":["r3c6","r4c6","r5c6"]},{"sum":14,"cells":["r4c5","r5c5","r6c5"]},{"sum":10,"cells":["r5c2","r5c3","r6c2"]},{"sum":7,"cells":["r5c4","r6c4"]},{"sum":5,"cells":["r6c1"]},{"sum":2,"cells":["r6c3"]},{"sum":1,"cells":["r6c6"]}]}"#,
            "\n"
        ),
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
        name: "thermometers-and-arrows",
        notation: "json",
        text: concat!(
            r#"{"family":"sudoku","box":[2,3],"cells":".....4...1......................1...","thermometers":[["r5c1","r4c1","r5c2","r6c2"],["r2c6","r3c5","r4c5","r4c6"],["r4c4","r4c3","r5c3","r5c4"]],"arrows":[{"circle":["r5c4"],"shaft":["r5c3","r4c4"]},{"circle":["r5c1"],"shaft":["r4c2","r3c2"]},{"circle":["r3c3"],"shaft":["r3c4","r2c5","r2c4"]}]}"#,
            "\n"
        ),
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
    Example {
        name: "all-dots",
        notation: "json",
        text: concat!(
            r#"{"family":"sudoku","box":[2,3],"cells":"....................................","rules":["all-white-dots","all-black-dots"],"signs":[{"between":["r1c1","r2c1"],"ratio":2},{"between":["r1c4","r1c5"],"ratio":2},{"between":["r1c4","r2c4"],"difference":1},{"between":["r1c6","r2c6"],"difference":1},{"between":["r2c1","r3c1"],"difference":1},{"between":["r2c2","r2c3"],"ratio":2},{"between":["r2c2","r3c2"],"difference":1},{"between":["r2c3","r2c4"],"difference":1},{"between":["r2c3","r3c3"],"ratio":2},{"between":["r3c2","r3c3"],"difference":1},{"between":["r3c2","r4c2"],"difference":1},{"between":["r3c5","r4c5"],"difference":1},{"between":["r3c6","r4c6"],"difference":1},{"between":["r4c1","r4c2"],"ratio":2},{"between":["r4c1","r5c1"],"ratio":2},{"between":["r4c4","r4c5"],"difference":1},{"between":["r4c6","r5c6"],"difference":1},{"between":["r5c1","r6c1"],"ratio":2},{"between":["r5c2","r6c2"],"difference":1},{"between":["r5c4","r5c5"],"ratio":2},{"between":["r5c4","r6c4"],"difference":1},{"between":["r5c5","r5c6"],"difference":1},{"between":["r5c5","r6c5"],"difference":1},{"between":["r6c2","r6c3"],"ratio":2},{"between":["r6c5","r6c6"],"ratio":2}]}"#,
            "\n"
        ),
        verdict: "unique",
        solution: Some(
            "\
3 1 5 2 4 6
6 4 2 3 1 5
5 3 4 1 6 2
1 2 6 4 5 3
2 5 1 6 3 4
4 6 3 5 2 1",
        ),
    },
    Example {
        name: "x-and-v",
        notation: "json",
        text: concat!(
            r#"{"family":"sudoku","box":[2,3],"cells":"...31.........................3.....","rules":["all-xv"],"signs":[{"between":["r1c2","r2c2"],"sum":10},{"between":["r1c3","r1c4"],"sum":5},{"between":["r1c3","r2c3"],"sum":5},{"between":["r1c4","r2c4"],"sum":5},{"between":["r1c5","r2c5"],"sum":5},{"between":["r2c3","r2c4"],"sum":5},{"between":["r3c3","r3c4"],"sum":5},{"between":["r3c4","r4c4"],"sum":5},{"between":["r3c6","r4c6"],"sum":5},{"between":["r4c4","r4c5"],"sum":10},{"between":["r5c5","r6c5"],"sum":5},{"between":["r5c6","r6c6"],"sum":5}]}"#,
            "\n"
        ),
        verdict: "unique",
        solution: Some(
            "\
5 4 2 3 1 6
1 6 3 2 4 5
6 3 4 1 5 2
2 1 5 4 6 3
4 2 6 5 3 1
3 5 1 6 2 4",
        ),
    },
    Example {
        name: "marks",
        notation: "json",
        text: concat!(
            r#"{"family":"sudoku","cells":".6.........436.....9.4.7......985.6.....2.75..2..7..........4.2.58...3.1..2......","marks":{"r7c3":"7","r1c6":"12","r6c6":"13","r7c6":"6"}}"#,
            "\n"
        ),
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
    Example {
        name: "one-clue-too-few",
        notation: "line",
        text: ".5....3...4.....1.6..3............56\n",
        verdict: "multiple",
        solution: None,
    },
    Example {
        name: "no-place-for-a-3",
        notation: "grid",
        text: "1 2 0 0\n0 0 3 0\n0 0 0 0\n0 0 0 0\n",
        verdict: "impossible",
        solution: None,
    },
    Example {
        name: "two-fives-in-a-row",
        notation: "line",
        text: "5......5.........................................................................\n",
        verdict: "impossible",
        solution: None,
    },
];
