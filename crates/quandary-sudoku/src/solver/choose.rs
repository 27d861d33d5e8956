//! Where to branch when the rules find nothing more.
//!
//! A cell with two digits left makes the smallest tree, and among those one that sees many open cells, because there a
//! choice decides most: compared with the first such cell, that halves the number of nodes on the hardest boards.

use super::bands::BAND;

/// What to try: a digit in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    /// The word: `band * 9 + digit`.
    pub(super) word: usize,
    /// The cell's bit in that word.
    pub(super) bit: u32,
}

impl Branch {
    /// A digit (from 0 to 8) in a cell of the board.
    pub(super) fn new(cell: usize, digit: usize) -> Branch {
        Branch { word: cell / 27 * 9 + digit, bit: 1 << (cell % 27) }
    }
}

/// For each cell of the board, the cells that it sees, and the cell itself, band by band.
static PEERS: [[u32; 3]; 81] = {
    let mut table = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut other = 0;
        while other < 81 {
            let same_box = cell / 27 == other / 27 && cell % 9 / 3 == other % 9 / 3;
            if cell / 9 == other / 9 || cell % 9 == other % 9 || same_box {
                table[cell][other / 27] |= 1 << (other % 27);
            }
            other += 1;
        }
        cell += 1;
    }
    table
};

/// Where to branch: a cell with two digits left, and among those the one that sees most open cells. Where no cell has two
/// digits, one with as few as there are. `None` when every cell has at most one.
pub(super) fn choose(words: &[u32; 27]) -> Option<Branch> {
    let (mut open, mut fewest) = ([0; 3], [0; 3]);
    for band in 0..3 {
        let (mut once, mut twice, mut thrice) = (0, 0, 0);
        for &word in &words[band * 9..band * 9 + 9] {
            thrice |= twice & word;
            twice |= once & word;
            once |= word;
        }
        open[band] = twice;
        fewest[band] = twice & !thrice;
    }
    if fewest == [0; 3] {
        fewest = fewest_digits(words);
    }
    let mut best = (0, 0);
    for (band, &cells) in fewest.iter().enumerate() {
        let mut left = cells;
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            let score = open_peers(&open, band, place);
            if score > best.0 {
                best = (score, band * 27 + place);
            }
        }
    }
    let (score, cell) = best;
    // An open cell sees at least itself.
    if score == 0 { None } else { first_digit(words, cell) }
}

/// The first digit that a cell can have.
#[inline(always)]
pub(super) fn first_digit(words: &[u32; 27], cell: usize) -> Option<Branch> {
    let (band, place) = (cell / 27, cell % 27);
    let mut possible = 0;
    for (digit, &word) in words[band * 9..band * 9 + 9].iter().enumerate() {
        possible |= (word >> place & 1) << digit;
    }
    (possible != 0).then(|| Branch::new(cell, possible.trailing_zeros() as usize))
}

/// How many open cells a cell sees.
#[inline(always)]
fn open_peers(open: &[u32; 3], band: usize, place: usize) -> u32 {
    let [a, b, c] = PEERS[band * 27 + place];
    (open[0] & a).count_ones() + (open[1] & b).count_ones() + (open[2] & c).count_ones()
}

/// The cells with as few digits left as an open cell has, on a board where none has two.
fn fewest_digits(words: &[u32; 27]) -> [u32; 3] {
    // The cells with at least this many digits, counted from 0.
    let mut at_least = [[BAND; 3], [0; 3], [0; 3], [0; 3], [0; 3], [0; 3], [0; 3], [0; 3], [0; 3], [0; 3], [0; 3]];
    for (index, &word) in words.iter().enumerate() {
        for count in (0..=index % 9).rev() {
            at_least[count + 1][index / 9] |= at_least[count][index / 9] & word;
        }
    }
    (3..10)
        .map(|count| [0, 1, 2].map(|band| at_least[count][band] & !at_least[count + 1][band]))
        .find(|cells| cells != &[0; 3])
        .unwrap_or_default()
}
