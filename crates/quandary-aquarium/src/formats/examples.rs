//! Puzzles of our own: documentation, samples and tests at once.

use quandary_core::puzzle::Example;

/// What people call them; the others are there for their notation.
pub(in super::super) static TITLES: &[(&str, &str)] = &[
    ("harbour", "Harbour"),
    ("siphon", "Siphon"),
    ("terrace", "Terrace: communicating vessels"),
    ("bent-tube", "Bent tube"),
    ("two-ways", "Two solutions"),
];

/// A few small boards in every notation, one with two solutions, one without any.
pub(in super::super) static EXAMPLES: &[Example] = &[
    Example {
        name: "harbour",
        notation: "digits",
        text: "313434\n121356\n111233\n112244\n155667\n155567\n158888\n558888\n",
        verdict: "unique",
        solution: Some(HARBOUR),
    },
    Example {
        name: "harbour",
        notation: "matrix",
        text: "\
8	3	8	1	8	3	8	4	8	3	8	4
1	0	8	0	8	0	9	0	9	0	8	0
8	8	8	8	9	9	9	8	9	9	9	9
2	0	8	0	9	0	8	0	9	0	8	0
8	8	9	9	9	9	9	9	9	9	9	9
1	0	9	0	8	0	9	0	8	0	9	0
8	8	9	8	8	8	9	9	9	8	9	8
3	0	9	0	8	0	8	0	9	0	9	0
8	8	9	8	9	9	9	9	9	9	9	9
5	0	9	0	9	0	8	0	8	0	8	0
8	9	9	8	9	8	8	8	8	8	8	8
6	0	8	0	9	0	8	0	8	0	8	0
",
        verdict: "unique",
        solution: Some(HARBOUR),
    },
    Example {
        name: "siphon",
        notation: "task",
        text: "2_4_2_2_1_2_1_5_1_2_2_2;1,2,3,3,3,4,1,2,2,2,3,4,1,1,2,5,5,5,6,1,7,5,7,5,6,6,7,7,7,7,6,6,8,8,8,8\n",
        verdict: "unique",
        solution: Some(
            "0, 1, 0, 0, 0, 0\n0, 1, 1, 1, 1, 1\n0, 0, 1, 0, 0, 0\n0, 0, 0, 1, 0, 1\n1, 1, 0, 0, 0, 0\n\
             1, 1, 0, 0, 0, 0\n",
        ),
    },
    Example {
        name: "harbour",
        notation: "link",
        text: "https://puzz.link/p?aquarium/r/6/6/6aljo85nogv0/313434121356\n",
        verdict: "unique",
        solution: Some(HARBOUR),
    },
    Example {
        name: "terrace",
        notation: "json",
        text: concat!(
            r#"{"family":"aquarium","columns":[2,1,2,null,4,3,3],"rows":[4,6,3,3,null],"#,
            r#""tanks":[[1,2,2,2,3,3,3],[1,1,1,2,3,3,3],[4,4,4,4,5,5,5],[6,4,5,5,5,7,7],[6,6,6,7,7,7,7]],"#,
            r#""rule":"pool"}"#,
            "\n"
        ),
        verdict: "unique",
        solution: Some(
            "1, 0, 0, 0, 1, 1, 1\n1, 1, 1, 0, 1, 1, 1\n0, 0, 0, 0, 1, 1, 1\n0, 0, 1, 1, 1, 0, 0\n\
             0, 0, 0, 0, 0, 0, 0\n",
        ),
    },
    Example {
        name: "harbour",
        notation: "letters",
        text: "3 1 3 4 3 4\n1 AAABCC\n2 AABBDD\n1 AEEFFG\n3 AEEEFG\n5 AEHHHH\n6 EEHHHH\n",
        verdict: "unique",
        solution: Some(HARBOUR),
    },
    Example {
        name: "harbour",
        notation: "site",
        text: "https://www.puzzle-aquarium.com/?e=MDoxMjMsNDU2LDc4OQ==\n3_1_3_4_3_4_1_2_1_3_5_6;1,1,1,2,3,3,1,1,2,2,4,4,1,5,5,6,6,7,1,5,5,5,6,7,1,5,8,8,8,8,5,5,8,8,8,8\n",
        verdict: "unique",
        solution: Some(HARBOUR),
    },
    Example {
        name: "harbour",
        notation: "pzprv3",
        text: "pzprv3\naquarium\n6\n6\nr\n0 0 1 1 0 \n0 1 0 1 0 \n1 0 1 0 1 \n1 0 0 1 1 \n1 1 0 0 0 \n0 1 0 0 0 \n0 0 1 0 1 1 \n0 1 1 1 1 1 \n0 0 0 1 0 0 \n0 0 1 1 1 1 \n1 0 0 0 0 0 \n. 3 1 3 4 3 4 \n1 . . . . . . \n2 . . . . . . \n1 . . . . . . \n3 . . . . . . \n5 . . . . . . \n6 . . . . . . \n",
        verdict: "unique",
        solution: Some(HARBOUR),
    },
    Example {
        name: "harbour",
        notation: "penpa",
        text: concat!(
            "https://swaroopg92.github.io/penpa-edit/#m=edit&p=pVNNSwMxEL33V5Sc55BMvnMTtXgQBa2ILItUqCgUitv2skv/u7",
            "PTlIS9iJTsPh6PN282k+zu57Dq1uBp6QASFC0tDb9Ojs95Lb/3m3Wa3626j+2hg6vD/mvbpTkAPC4W8Lna7NazRnGEbGfDcTb0T2",
            "no31PTHqF/KTQU+pwGwoc0CLQiNUILqhZKtCDQjYKqBD91hFEwlRAnDi0nDm0noYa7YBGsnzhcmIR67mKLELmLOwu0IcXbemNcMC",
            "LjknYNvWa8YZSMlvGePbc0DGUCKEt9kBJtxU0E5eSJ09EopzKnY3NY/C77Xc2p1le1Ptf6mlOOzzkeieuS42Pxh+wP5A+VP2S/p1",
            "4x94rkidkTyBOzJ1Y8aOIm6zU3xG3mElCe+qIsfMxHiVlHQDVm0iBfeZzXjIbR8Zj9ePX+dTkvP9E/P6fRjn+907qAt78=\n"
        ),
        verdict: "unique",
        solution: Some(HARBOUR),
    },
    Example {
        name: "harbour",
        notation: "sums-json",
        text: concat!(
            r#"{"id":"0:123,456,789","size":6,"sums":{"cols":[3,1,3,4,3,4],"rows":[1,2,1,3,5,6]},"#,
            r#""matrix":[[1,1,1,2,3,3],[1,1,2,2,4,4],[1,5,5,6,6,7],[1,5,5,5,6,7],[1,5,8,8,8,8],[5,5,8,8,8,8]]}"#,
            "\n"
        ),
        verdict: "unique",
        solution: Some(HARBOUR),
    },
    Example {
        name: "harbour",
        notation: "map-json",
        text: concat!(
            r#"{"colClues":[3,1,3,4,3,4],"rowClues":[1,2,1,3,5,6],"#,
            r#""regionMap":[[1,1,1,2,3,3],[1,1,2,2,4,4],[1,5,5,6,6,7],[1,5,5,5,6,7],[1,5,8,8,8,8],[5,5,8,8,8,8]]}"#,
            "\n"
        ),
        verdict: "unique",
        solution: Some(HARBOUR),
    },
    Example {
        name: "harbour",
        notation: "regions-json",
        text: concat!(
            r#"{"col_clues":[3,1,3,4,3,4],"row_clues":[1,2,1,3,5,6],"#,
            r#""regions":[[1,1,1,2,3,3],[1,1,2,2,4,4],[1,5,5,6,6,7],[1,5,5,5,6,7],[1,5,8,8,8,8],[5,5,8,8,8,8]]}"#,
            "\n"
        ),
        verdict: "unique",
        solution: Some(HARBOUR),
    },
    Example { name: "two-ways", notation: "digits", text: "11\n11\n12\n34\n", verdict: "multiple", solution: None },
    Example {
        name: "bent-tube",
        notation: "digits",
        text: "211\n13\nABA\nAAA\n",
        verdict: "impossible",
        solution: None,
    },
];

const HARBOUR: &str = "0, 0, 0, 1, 0, 0\n0, 0, 1, 1, 0, 0\n0, 0, 0, 0, 0, 1\n1, 0, 0, 0, 1, 1\n1, 0, 1, 1, 1, 1\n\
                       1, 1, 1, 1, 1, 1\n";
