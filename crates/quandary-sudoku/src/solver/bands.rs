//! The 9×9 board as 27 words: which cells of a band can still hold a digit.
//!
//! A *band* is three rows. The cells of a band that can still hold one digit are 27 bits of a word; nine digits and three
//! bands make 27 words, and that is the whole state of a board: small enough to copy at every branch.
//!
//! **Closure.** In a band, one digit appears once in each row and once in each box: its three places form a 3×3
//! permutation of rows and boxes, of which there are only six. So the 27 bits are folded to nine ("can the digit be in
//! this row of this box?"), and a table of 512 entries answers with the union of the permutations that are still whole.
//! One look-up and one `and` do what players know as hidden singles, pointing and claiming, all at once; an answer of
//! zero is a contradiction. Bands and columns form the same 3×3 shape in a stack (three columns), so the same table
//! serves there too.
//!
//! **Singles.** A row of a band with one place left settles a cell, which then leaves the other digits. And with the nine
//! words of a band side by side, "seen once" and "seen twice" counters find every cell with one digit left, 27 cells at
//! a time.

use super::choose::{Branch, choose};
use super::single::Position;

/// A board row by row, 0 for a blank cell.
pub type Cells = [u8; 81];

/// All cells of a band.
pub(super) const BAND: u32 = (1 << 27) - 1;

/// The first cell of each row of a band.
const FIRST_OF_ROWS: u32 = 1 | 1 << 9 | 1 << 18;

/// The left cell of each third of a row of a band.
const FIRST_OF_THIRDS: u32 = 0o111_111_111;

/// Candidates of one board. Word `band * 9 + digit` has a bit for each cell of the band, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bands {
    words: [u32; 27],
    /// Cells that are settled and whose digit has left its peers, per band.
    settled: [u32; 3],
    /// A bit for each word that has changed since it was last looked at.
    dirty: u32,
}

/// A board on which some cell, row, column or box has no possibility left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contradiction;

/// The permutations of three boxes over three rows.
const PERMUTATIONS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// For a 3×3 matrix of bits (`3 * i + j`), the union of the permutations that it contains.
const WHOLE: [u16; 512] = {
    let mut table = [0; 512];
    let mut index = 0;
    while index < 512 {
        let mut p = 0;
        while p < 6 {
            let [a, b, c] = PERMUTATIONS[p];
            let bits = 1 << a | 1 << (3 + b) | 1 << (6 + c);
            if index & bits == bits {
                table[index] |= bits as u16;
            }
            p += 1;
        }
        index += 1;
    }
    table
};

/// The same as cells of a band: bit `3 * box + row` of the index stands for three cells.
const WHOLE_CELLS: [u32; 512] = {
    let mut table = [0; 512];
    let mut index = 0;
    while index < 512 {
        let mut bit = 0;
        while bit < 9 {
            if WHOLE[index] >> bit & 1 == 1 {
                let (column, row) = (bit / 3, bit % 3);
                table[index] |= 0b111 << (9 * row + 3 * column);
            }
            bit += 1;
        }
        index += 1;
    }
    table
};

/// For the set of columns that a digit can use in a band, the columns that it must leave in the other bands, as cells
/// to keep there: a box with one column left takes that column.
const KEPT_BELOW: [u32; 512] = {
    let mut table = [0; 512];
    let mut index = 0;
    while index < 512 {
        let mut taken = 0;
        let mut third = 0;
        while third < 3 {
            let columns = index as u32 >> (3 * third) & 0b111;
            if columns.count_ones() == 1 {
                taken |= columns << (3 * third);
            }
            third += 1;
        }
        table[index] = BAND & !(taken * FIRST_OF_ROWS);
        index += 1;
    }
    table
};

/// For each cell of a band, the cells of that band that can hold the same digit too, and the cell itself.
const COMPATIBLE: [u32; 27] = {
    let mut table = [0; 27];
    let mut cell = 0;
    while cell < 27 {
        let mut other = 0;
        while other < 27 {
            let sees = cell / 9 == other / 9 || cell % 9 == other % 9 || cell % 9 / 3 == other % 9 / 3;
            if cell == other || !sees {
                table[cell] |= 1 << other;
            }
            other += 1;
        }
        cell += 1;
    }
    table
};

/// The two other bands.
const OTHERS: [[usize; 2]; 3] = [[1, 2], [0, 2], [0, 1]];

/// Every word is to be looked at.
const ALL_WORDS: u32 = (1 << 27) - 1;

/// Which boxes of which rows a digit can be in: bit `3 * box + row`.
#[inline(always)]
fn thirds(word: u32) -> usize {
    let any = (word | word >> 1 | word >> 2) & FIRST_OF_THIRDS;
    ((any | any >> 8 | any >> 16) & 0o777) as usize
}

/// Which columns a digit can be in.
#[inline(always)]
fn columns(word: u32) -> usize {
    ((word | word >> 9 | word >> 18) & 0o777) as usize
}

/// The cells that are alone in their row, of a word that has something in each row.
#[inline(always)]
fn alone_in_row(word: u32) -> u32 {
    const LOW: u32 = 0o377 * FIRST_OF_ROWS;
    // Taking one from each row clears its lowest bit; what is left over has company.
    let company = word & word.wrapping_sub(FIRST_OF_ROWS);
    let has_company = (((company & LOW) + LOW) | company) >> 8 & FIRST_OF_ROWS;
    word & !(has_company * 0o777)
}

impl Bands {
    /// The board with its givens and what they rule out at once; an error when two equal givens see each other.
    pub(super) fn of_givens(cells: &Cells) -> Result<Bands, Contradiction> {
        let mut words = [BAND; 27];
        let mut settled = [0; 3];
        let mut given = [0u32; 27];
        let mut clash = false;
        for (band, rows) in cells.chunks_exact(27).enumerate() {
            for (place, &digit) in rows.iter().enumerate() {
                if matches!(digit, 1..=9) {
                    let word = band * 9 + usize::from(digit - 1);
                    let below = !(FIRST_OF_ROWS << (place % 9));
                    clash |= words[word] >> place & 1 == 0;
                    words[word] &= COMPATIBLE[place];
                    words[(word + 9) % 27] &= below;
                    words[(word + 18) % 27] &= below;
                    given[word] |= 1 << place;
                    settled[band] |= 1 << place;
                }
            }
        }
        for (index, word) in words.iter_mut().enumerate() {
            *word &= !settled[index / 9] | given[index];
        }
        if clash { Err(Contradiction) } else { Ok(Bands { words, settled, dirty: ALL_WORDS }) }
    }

    /// The board with these candidates. Cells that are settled by now will be found again at once.
    pub(super) fn of_words(words: &[u32; 27]) -> Bands {
        Bands { words: *words, settled: [0; 3], dirty: ALL_WORDS }
    }

    /// Lets the rules of bands and cells work until nothing moves.
    #[inline(always)]
    fn propagate(&mut self) -> Result<(), Contradiction> {
        let mut dirty = std::mem::take(&mut self.dirty);
        loop {
            while dirty != 0 {
                let band = dirty.trailing_zeros() as usize / 9;
                let batch = dirty >> (9 * band) & 0o777;
                dirty &= !(0o777 << (9 * band));
                self.close_band(band, batch, &mut dirty)?;
            }
            if !self.place_lone_digits(&mut dirty)? {
                return Ok(());
            }
        }
    }

    /// Closure of some digits of a band; settles cells and passes on to the other bands what follows there.
    #[inline(always)]
    fn close_band(&mut self, band: usize, mut batch: u32, dirty: &mut u32) -> Result<(), Contradiction> {
        let [above, below] = OTHERS[band];
        let mut own = [0; 9];
        let mut settled = 0;
        while batch != 0 {
            let digit = batch.trailing_zeros() as usize;
            batch &= batch - 1;
            let word = self.words[band * 9 + digit];
            let closed = word & WHOLE_CELLS[thirds(word)];
            if closed == 0 {
                return Err(Contradiction);
            }
            self.words[band * 9 + digit] = closed;
            let kept = KEPT_BELOW[columns(closed)];
            for other in [above, below] {
                let index = other * 9 + digit;
                let word = self.words[index];
                self.words[index] = word & kept;
                *dirty |= u32::from(word & !kept != 0) << index;
            }
            let alone = alone_in_row(closed) & !self.settled[band];
            own[digit] = alone;
            settled |= alone;
        }
        if settled != 0 {
            self.settled[band] |= settled;
            for (digit, own) in own.into_iter().enumerate() {
                let index = band * 9 + digit;
                let word = self.words[index];
                let gone = word & settled & !own;
                self.words[index] = word & !gone;
                *dirty |= u32::from(gone != 0) << index;
            }
        }
        Ok(())
    }

    /// Finds cells with one digit left and places it; says whether there were any.
    #[inline(always)]
    fn place_lone_digits(&mut self, dirty: &mut u32) -> Result<bool, Contradiction> {
        let mut any = false;
        for (band, [above, below]) in OTHERS.into_iter().enumerate() {
            let (mut once, mut twice) = (0, 0);
            for &word in &self.words[band * 9..band * 9 + 9] {
                twice |= once & word;
                once |= word;
            }
            if once != BAND {
                return Err(Contradiction);
            }
            let lone = once & !twice & !self.settled[band];
            if lone == 0 {
                continue;
            }
            any = true;
            self.settled[band] |= lone;
            for digit in 0..9 {
                let mut hits = self.words[band * 9 + digit] & lone;
                while hits != 0 {
                    let place = hits.trailing_zeros();
                    hits &= hits - 1;
                    self.words[band * 9 + digit] &= COMPATIBLE[place as usize];
                    *dirty |= 1 << (band * 9 + digit);
                    let kept = !(FIRST_OF_ROWS << (place % 9));
                    for other in [above, below] {
                        let index = other * 9 + digit;
                        let word = self.words[index];
                        self.words[index] = word & kept;
                        *dirty |= u32::from(word & !kept != 0) << index;
                    }
                }
            }
        }
        Ok(any)
    }

    /// Closure of every digit in the three stacks, which the bands see only in part.
    #[inline(always)]
    fn close_stacks(&mut self) -> Result<(), Contradiction> {
        let mut dirty = 0;
        for digit in 0..9 {
            let [a, b, c] = [0, 9, 18].map(|band| columns(self.words[band + digit]));
            let mut kept = [0; 3];
            for stack in [0, 3, 6] {
                let index = a >> stack & 7 | (b >> stack & 7) << 3 | (c >> stack & 7) << 6;
                let whole = u32::from(WHOLE[index]);
                if whole == 0 {
                    return Err(Contradiction);
                }
                for (band, kept) in kept.iter_mut().enumerate() {
                    *kept |= (whole >> (3 * band) & 7) << stack;
                }
            }
            for (band, kept) in kept.into_iter().enumerate() {
                let (index, kept) = (band * 9 + digit, kept * FIRST_OF_ROWS);
                dirty |= u32::from(self.words[index] & !kept != 0) << index;
                self.words[index] &= kept;
            }
        }
        self.dirty = dirty;
        Ok(())
    }

    /// Whether every cell is settled.
    fn is_solved(&self) -> bool {
        self.settled[0] & self.settled[1] & self.settled[2] == BAND
    }
}

impl Position for Bands {
    /// The stacks are closed only where bands and cells have nothing more to say: on an easy board these do all the
    /// work, and a rule that is asked rarely costs little.
    #[inline]
    fn settle(&mut self) -> Result<Option<Branch>, Contradiction> {
        loop {
            self.propagate()?;
            if self.is_solved() {
                return Ok(None);
            }
            self.close_stacks()?;
            if self.dirty == 0 {
                // An unsolved board without a contradiction has an open cell, so there always is a choice.
                return choose(&self.words).map(Some).ok_or(Contradiction);
            }
        }
    }

    #[inline]
    fn take(&mut self, branch: Branch) {
        let Branch { word, bit } = branch;
        let band = word / 9;
        self.dirty |= 1 << word;
        for index in band * 9..band * 9 + 9 {
            if index != word && self.words[index] & bit != 0 {
                self.words[index] &= !bit;
                self.dirty |= 1 << index;
            }
        }
    }

    #[inline]
    fn strike(&mut self, branch: Branch) {
        self.words[branch.word] &= !branch.bit;
        self.dirty |= 1 << branch.word;
    }

    #[inline]
    fn digits(&self) -> Cells {
        digits(&self.words)
    }
}

/// The digits of a solved board.
#[inline(always)]
pub(super) fn digits(words: &[u32; 27]) -> Cells {
    let mut cells = [0; 81];
    for (index, &word) in words.iter().enumerate() {
        let mut word = word;
        while word != 0 {
            cells[index / 9 * 27 + word.trailing_zeros() as usize] = (index % 9 + 1) as u8;
            word &= word - 1;
        }
    }
    cells
}

/// The candidates of a board before any rule has been applied: a given cell has its digit, any other cell all nine.
#[inline(always)]
pub(super) fn candidates(cells: &Cells) -> [u32; 27] {
    let mut words = [0; 27];
    for (band, rows) in cells.chunks_exact(27).enumerate() {
        let words = &mut words[band * 9..band * 9 + 9];
        let mut blank = BAND;
        for (place, &digit) in rows.iter().enumerate() {
            if let Some(word) = words.get_mut(usize::from(digit.wrapping_sub(1))) {
                *word |= 1 << place;
                blank &= !(1 << place);
            }
        }
        for word in words {
            *word |= blank;
        }
    }
    words
}
