//! Plain boards of every size.

use quandary_core::puzzle::Example;

pub(super) const EXAMPLES: &[Example] = &[
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
];
