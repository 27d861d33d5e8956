//! Boards of our own: documentation, samples and tests at once.

use quandary_core::puzzle::Example;

/// What people call them; the others are there for their notation.
pub(in super::super) static TITLES: &[(&str, &str)] = &[
    ("three-colours", "Three colours"),
    ("almost-home", "One move to go"),
    ("cellar", "Wine cellar: water, five colours"),
    ("beach", "Beach"),
    ("twice-one", "Two bottles of one colour"),
    ("orchard", "Orchard"),
    ("under-cover", "Hidden balls"),
    ("behind-the-lock", "A locked bottle"),
    ("dye-works", "Dye works"),
    ("three-flasks", "Three flasks"),
    ("paint-shop", "Paint shop"),
    ("crates", "Crates"),
    ("marbles", "Marbles"),
    ("laboratory", "Laboratory"),
    ("odd-bottles", "Bottles of different sizes"),
    ("tidy-enough", "Tidy enough: one colour per bottle"),
    ("one-bottle-short", "Impossible: one bottle short"),
];

/// Boards of our own: of each notation, of every rule, with hidden balls and with a lock, and one that cannot be sorted.
pub(in super::super) static EXAMPLES: &[Example] = &[
    Example {
        name: "three-colours",
        notation: "plain",
        text: "3 2\n1 2 3 1\n2 3 1 2\n3 1 2 3\n",
        verdict: "optimal",
        solution: None,
    },
    Example {
        name: "almost-home",
        notation: "plain",
        text: "2 0\n1 1 -1\n1 -1 -1\n",
        verdict: "optimal",
        solution: Some("2 -> 1"),
    },
    Example {
        name: "cellar",
        notation: "plain",
        text: "5 2 water\nR G B R\nY V G B\nB Y V R\nV V Y G\nG R B Y\n",
        verdict: "optimal",
        solution: None,
    },
    Example {
        name: "one-bottle-short",
        notation: "plain",
        text: "5 1\n5 1 4 1\n5 5 1 4\n5 4 3 2\n4 1 3 2\n2 3 3 2\n",
        verdict: "impossible",
        solution: None,
    },
    Example {
        name: "beach",
        notation: "json",
        text: r#"{"family":"ballsort","capacity":3,"bottles":[["sand","sea","sand"],["sea","moss","sea"],["moss","sand","moss"],[]],"rule":"ball"}
"#,
        verdict: "optimal",
        solution: None,
    },
    Example {
        name: "twice-one",
        notation: "json",
        text: r#"{"family":"ballsort","capacity":4,"bottles":[[1,2,1,1],[2,1,1],[2,1,2],[1,1],[]],"rule":"water"}
"#,
        verdict: "optimal",
        solution: None,
    },
    Example { name: "orchard", notation: "letters", text: "APLA;LPPA;PLAL;;\n", verdict: "optimal", solution: None },
    Example {
        name: "orchard-from-above",
        notation: "letters-top",
        text: "..LA;APPL;.LAP;.PAL # A=apple L=lime P=pear\n",
        verdict: "optimal",
        solution: None,
    },
    Example {
        name: "under-cover",
        notation: "words",
        text: "RGYG Y??R G??Y EEEE EEEE\n",
        verdict: "unknown",
        solution: None,
    },
    Example {
        name: "behind-the-lock",
        notation: "words",
        text: "RGRG RRYG !R,YGYY EEEE EEEE\n",
        verdict: "optimal",
        solution: None,
    },
    Example {
        name: "dye-works",
        notation: "lists",
        text: "[blue,rust,lime]\n[lime,blue,rust]\n[rust,lime,blue]\nempty\n",
        verdict: "optimal",
        solution: None,
    },
    Example {
        name: "dye-works-half-full",
        notation: "lists-bottom",
        text: "[rust,blue,_]\n[blue,lime,rust]\n[lime,rust,_]\n[lime,blue,_]\n",
        verdict: "optimal",
        solution: None,
    },
    Example {
        name: "three-flasks",
        notation: "get-color",
        text: "4#0,1,0,2|2,1,0,1|1,2,2,0||\n",
        verdict: "optimal",
        solution: None,
    },
    Example {
        name: "paint-shop",
        notation: "arrays",
        text: "[[\"Blue\",\"Pink\",\"Sky\"],[\"Sky\",\"Blue\",\"Pink\"],[\"Pink\",\"Sky\",\"Blue\"],[]]\n",
        verdict: "optimal",
        solution: None,
    },
    Example {
        name: "crates",
        notation: "layout",
        text: "{\"gridWidth\":5,\"gridHeight\":3,\"data\":{\"layout\":[1,2,3,3,1,2,2,3,1,0,0,0,0,0,0]}}\n",
        verdict: "optimal",
        solution: None,
    },
    Example { name: "marbles", notation: "tubes", text: "5\nBRWB\nRRWB\nWBWR\n", verdict: "optimal", solution: None },
    Example {
        name: "laboratory",
        notation: "columns",
        text: "height=4\ncolors=3\nempty=2\ncolumn=0121\ncolumn=2010\ncolumn=1202\n",
        verdict: "optimal",
        solution: None,
    },
    Example {
        name: "odd-bottles",
        notation: "plain",
        text: "4 2 water 3,4,4,5,3,5\nR B G\nG R Y B\nY Y B R\nB R Y G Y\n",
        verdict: "optimal",
        solution: None,
    },
    Example {
        name: "tidy-enough",
        notation: "plain",
        text: "3 1 ball-uniform\n1 2 3\n3 1 2\n2 3 1\n",
        verdict: "optimal",
        solution: None,
    },
];
