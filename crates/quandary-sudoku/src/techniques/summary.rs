//! What each technique is, in a sentence or two, for people who meet its name for the first time.

/// The techniques by name, with what they are.
pub(crate) const SUMMARIES: &[(&str, &str)] = &[
    ("full house", "Only one cell of a row, column or box is empty: it gets the digit that is missing there."),
    (
        "hidden single",
        "A row, column or box has only one cell left in which a certain digit can go, whatever else that cell could hold.",
    ),
    ("naked single", "A cell has only one digit left: its row, column and box already contain all the others."),
    (
        "locked candidates",
        "In one unit, a digit can go only where another unit crosses it. So it cannot be anywhere else in that other unit.",
    ),
    (
        "locked candidates (pointing)",
        "In a box, a digit can go in one row or column only. So it cannot be anywhere else in that row or column.",
    ),
    (
        "locked candidates (claiming)",
        "In a row or column, a digit can go in one box only. So it cannot be anywhere else in that box.",
    ),
    (
        "locked pair",
        "Two cells that share a box and a line hold the same two digits. No other cell of the box or of the line can hold them.",
    ),
    (
        "locked triple",
        "Three cells that share a box and a line hold the same three digits. No other cell of the box or of the line can hold them.",
    ),
    (
        "naked pair",
        "Two cells of a unit can hold only the same two digits. So these digits cannot be anywhere else in the unit.",
    ),
    (
        "naked triple",
        "Three cells of a unit can hold only three digits between them. So these digits cannot be anywhere else in the unit.",
    ),
    (
        "naked quad",
        "Four cells of a unit can hold only four digits between them. So these digits cannot be anywhere else in the unit.",
    ),
    ("hidden pair", "In a unit, two digits fit only in the same two cells. So these cells can hold nothing else."),
    (
        "hidden triple",
        "In a unit, three digits fit only in the same three cells. So these cells can hold nothing else.",
    ),
    ("hidden quad", "In a unit, four digits fit only in the same four cells. So these cells can hold nothing else."),
    (
        "X-Wing",
        "In two rows, a digit fits only in the same two columns. So these columns have it in these rows, and nowhere else. It works the other way round, too.",
    ),
    (
        "Swordfish",
        "In three rows, a digit fits only in the same three columns. So these columns have it in these rows, and nowhere else. It works the other way round, too.",
    ),
    (
        "Jellyfish",
        "In four rows, a digit fits only in the same four columns. So these columns have it in these rows, and nowhere else. It works the other way round, too.",
    ),
    (
        "finned X-Wing",
        "An X-Wing with extra places, the fins, all in one box. Either a fin is true or the X-Wing is complete: what both rule out can go.",
    ),
    (
        "finned Swordfish",
        "A Swordfish with extra places, the fins, all in one box. Either a fin is true or the Swordfish is complete: what both rule out can go.",
    ),
    (
        "finned Jellyfish",
        "A Jellyfish with extra places, the fins, all in one box. Either a fin is true or the Jellyfish is complete: what both rule out can go.",
    ),
    ("sashimi X-Wing", "A finned X-Wing of which one line has a single place besides its fins."),
    ("sashimi Swordfish", "A finned Swordfish of which one line has a single place besides its fins."),
    ("sashimi Jellyfish", "A finned Jellyfish of which one line has a single place besides its fins."),
    (
        "Skyscraper",
        "In two rows, a digit has two places each, and one end of both is in the same column. One of the other two ends is true: what sees both cannot hold the digit.",
    ),
    (
        "2-String Kite",
        "A row and a column have two places each for a digit, and an end of each is in the same box. One of the other two ends is true: what sees both cannot hold the digit.",
    ),
    (
        "Turbot Fish",
        "Two units have two places each for a digit, and an end of one sees an end of the other. One of the far ends is true: what sees both cannot hold the digit.",
    ),
    (
        "empty rectangle",
        "In a box, a digit is confined to one row and one column. Together with a line that has two places for it, this removes the digit where the far ends cross.",
    ),
    (
        "XY-Wing",
        "A cell with candidates AB sees cells with AC and BC. One of these two is C: what sees both cannot be C.",
    ),
    (
        "XYZ-Wing",
        "Like an XY-Wing, but the middle cell also has the third digit: what sees all three cells cannot hold it.",
    ),
    (
        "W-Wing",
        "Two cells have the same two digits, and a unit has one of these digits only where it sees the two cells. So one of the cells holds the other digit.",
    ),
    (
        "remote pairs",
        "A chain of cells with the same two digits, in turn one and the other. What sees two cells of different turns can hold neither.",
    ),
    (
        "simple colours",
        "The places of a digit are coloured in two colours, of which one is true. Two cells of one colour that see each other make that colour false, and what sees both colours cannot hold the digit.",
    ),
    (
        "multi-colours",
        "Two networks of coloured places of a digit see each other: together they rule out a colour, or what sees both ends.",
    ),
    (
        "unique rectangle type 1",
        "Four cells in two rows, two columns and two boxes must not hold only the same two digits: they could be exchanged, and the puzzle would have two solutions. Three corners hold only the pair, so the fourth must hold something else.",
    ),
    (
        "unique rectangle type 2",
        "A rectangle of a pair in which two corners have the same extra digit: one of them holds it, so what sees both cannot.",
    ),
    (
        "unique rectangle type 3",
        "A rectangle of a pair whose extra digits form a naked subset with other cells of the same unit.",
    ),
    (
        "unique rectangle type 4",
        "A rectangle of a pair in which one of the two digits is confined to two corners: these cannot hold the other digit of the pair.",
    ),
    (
        "unique rectangle type 5",
        "A rectangle of a pair in which two or three corners across have the same extra digit: what sees all of them cannot hold it.",
    ),
    (
        "unique rectangle type 6",
        "A rectangle of a pair in which one digit forms an X-Wing on the corners: the corners with extra digits cannot hold it.",
    ),
    (
        "hidden rectangle",
        "A rectangle of a pair in which strong links force one digit: the corner opposite cannot hold the other one.",
    ),
    (
        "BUG+1",
        "Every open cell has two digits left but one, which has three. Without its third digit the puzzle would have two solutions, so it holds the digit that occurs three times in its units.",
    ),
    (
        "X-chain",
        "A chain of places of one digit, in turn strongly and weakly linked. One of its ends is true: what sees both cannot hold the digit.",
    ),
    (
        "XY-chain",
        "A chain of cells with two digits each, every two neighbours sharing one. One of its ends holds a certain digit: what sees both ends cannot.",
    ),
    (
        "alternating inference chain",
        "A chain of candidates in which one of every two neighbours is true, then not both, in turn. One of its ends is true: what both ends rule out can go.",
    ),
    (
        "continuous nice loop",
        "An alternating chain that closes on itself: every weak link becomes strong, and removes what is outside it.",
    ),
    (
        "grouped alternating inference chain",
        "An alternating chain in which several cells of a box and a line may stand for one place.",
    ),
    (
        "grouped continuous nice loop",
        "A closed alternating chain in which several cells of a box and a line may stand for one place.",
    ),
    (
        "alternating inference chain with almost locked sets",
        "An alternating chain in which sets of cells with one digit too many may stand for a link.",
    ),
    (
        "Sue de Coq",
        "Where a box and a line cross, two or three cells hold digits that are split between a set in the box and a set in the line. What is outside these sets loses their digits.",
    ),
    (
        "ALS-XZ",
        "Two sets of cells, each with one digit more than cells, share a digit that only one of them can hold. Another digit that both have is in one of them: what sees all its places cannot hold it.",
    ),
    (
        "ALS-XY-Wing",
        "Three sets of cells with one digit too many, the middle one linked with both others: a digit that the outer two share is in one of them.",
    ),
    (
        "ALS chain",
        "A chain of sets of cells with one digit too many, each linked with the next: a digit that the ends share is in one of them.",
    ),
    (
        "forcing chain (contradiction)",
        "A candidate is followed until a unit has no place or a cell no digit left: so it is false.",
    ),
    (
        "forcing chain (verity)",
        "Every candidate of a cell, or every place of a digit in a unit, leads to the same result: so it holds.",
    ),
    ("supposition", "Assume a value, and follow the rules until they break: so the value is wrong."),
    ("nested supposition", "An assumption whose chain needs assumptions of its own."),
    (
        "dynamic forcing chain",
        "Assume a digit and follow the singles that result, until they contradict each other: so the digit is wrong.",
    ),
    (
        "dynamic+ forcing chain",
        "A dynamic forcing chain that also uses locked candidates, pairs or larger sets that appear along the way.",
    ),
    (
        "nested forcing chain",
        "A dynamic forcing chain that also uses other forcing chains along the way: the last resort on the hardest puzzles.",
    ),
];
