//! The form of certificates: `.qcert`.
//!
//! A file starts with the five letters `QCERT` and a byte for the version, 1. Then come certificates, one for each
//! puzzle and in the order of the puzzles, each after its length. Whole numbers are written seven bits at a time, the lowest
//! first; the highest bit of a byte says that more follow. A certificate is
//!
//! * a byte for the family and a byte for the claim,
//! * eight bytes: the digest of the puzzle's JSON text, to find mistakes early (it proves nothing),
//! * for the claims `several` and `exactly`: how many solutions, and each of them, the values of all variables packed
//!   into as few bits each as the number of values takes,
//! * for the claims `unique`, `impossible` and `exactly`: clauses to the end, each as the number of its literals and the
//!   literals in increasing order, the first as it is and each of the others as the distance to the one before, minus 1,
//! * for the claim `optimal`: the moves to the end, each as two bottles counted from 1,
//! * for the claim `unsolvable`: nothing.
//!
//! The literal "variable v has value x" is the number (v · values + x) · 2 + 1; "does not have" is one less.

use crate::Failure;
use crate::rules::{Literal, Rules};

/// What a certificate shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// There is exactly one solution.
    Unique,
    /// There is no solution.
    Impossible,
    /// These are all solutions: the values of the variables of each.
    Exactly(Vec<Vec<usize>>),
    /// These are solutions, and there may be more.
    Several(Vec<Vec<usize>>),
    /// These moves sort the bottles, and fewer cannot.
    Optimal(Vec<[usize; 2]>),
    /// No moves sort the bottles.
    Unsolvable,
}

/// The names of the families, in the order of their numbers. The last one is about moves.
pub(crate) const FAMILIES: [&str; 4] = ["sudoku", "nonogram", "aquarium", "ballsort"];
/// The claims have numbers up to this one; from the other one on they are about moves.
const LAST_CLAIM: u8 = 5;
const FIRST_OF_MOVES: u8 = 4;
/// No certificate lists more solutions.
const MOST_LISTED: usize = 10_000;
const MAGIC: &[u8] = b"QCERT\x01";
/// Family, claim and digest: no certificate is shorter.
const HEAD: usize = 10;

/// A claim about a puzzle and, where it needs them, the clauses that lead to it, each following from those before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// What is claimed.
    pub claim: Claim,
    /// Each clause holds in all solutions (with the claim `Exactly`: in all that are not listed).
    pub clauses: Vec<Vec<Literal>>,
}

/// A number for a puzzle's text (FNV-1a): a certificate of another puzzle has another, almost certainly.
pub fn digest(puzzle_json: &str) -> [u8; 8] {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    let hash =
        puzzle_json.trim().bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    hash.to_le_bytes()
}

impl Certificate {
    /// The certificate in its binary form, without its length.
    pub fn to_bytes(&self, puzzle_json: &str, rules: Option<&Rules>) -> Result<Vec<u8>, Failure> {
        let family = family_number(puzzle_json)?;
        let claim = match self.claim {
            Claim::Unique => 0,
            Claim::Impossible => 1,
            Claim::Exactly(_) => 2,
            Claim::Several(_) => 3,
            Claim::Optimal(_) => 4,
            Claim::Unsolvable => 5,
        };
        let mut bytes = vec![family, claim];
        bytes.extend(digest(puzzle_json));
        let values = rules.map_or(1, Rules::values);
        match &self.claim {
            Claim::Exactly(solutions) | Claim::Several(solutions) => {
                push(&mut bytes, solutions.len());
                solutions.iter().for_each(|solution| pack(&mut bytes, solution, bits_for(values)));
            }
            Claim::Optimal(moves) => moves.iter().flatten().for_each(|&bottle| push(&mut bytes, bottle)),
            Claim::Unique | Claim::Impossible | Claim::Unsolvable => {}
        }
        for clause in &self.clauses {
            let number = |literal: &Literal| 2 * (literal.variable * values + literal.value) + usize::from(literal.is);
            let mut numbers: Vec<usize> = clause.iter().map(number).collect();
            numbers.sort_unstable();
            numbers.dedup();
            push(&mut bytes, numbers.len());
            let mut least = 0;
            for number in numbers {
                push(&mut bytes, number - least);
                least = number + 1;
            }
        }
        Ok(bytes)
    }
}

impl Certificate {
    /// Reads a certificate in its binary form, without the head of its file, whether or not it shows what it claims.
    pub fn from_bytes(puzzle_json: &str, bytes: &[u8]) -> Result<Certificate, Failure> {
        let mut reader = Reader { bytes, at: 0 };
        let claim = reader.head(puzzle_json)?;
        let mut clauses = Vec::new();
        let claim = match claim {
            0..4 => {
                let rules = Rules::read(puzzle_json)?;
                let listed = if claim < 2 { 0 } else { reader.count()? };
                let listed = (0..listed).map(|_| reader.solution(&rules)).collect::<Result<Vec<_>, _>>()?;
                while !reader.is_at_end() {
                    clauses.push(reader.clause(&rules)?);
                }
                match claim {
                    0 => Claim::Unique,
                    1 => Claim::Impossible,
                    2 => Claim::Exactly(listed),
                    _ => Claim::Several(listed),
                }
            }
            4 => Claim::Optimal(reader.moves()?),
            _ => Claim::Unsolvable,
        };
        Ok(Certificate { claim, clauses })
    }
}

/// A whole file of certificates in their binary form.
pub fn write_records<'a>(certificates: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for certificate in certificates {
        push(&mut bytes, certificate.len());
        bytes.extend(certificate);
    }
    bytes
}

/// The certificates in a file, each with the number of bytes before it.
pub fn records(bytes: &[u8]) -> Result<Vec<(usize, &[u8])>, Failure> {
    let mut reader = Reader { bytes, at: 0 };
    if !bytes.starts_with(MAGIC) {
        return Err(reader.wrong("this is not a certificate of version 1"));
    }
    reader.at = MAGIC.len();
    let mut records = Vec::new();
    while !reader.is_at_end() {
        let length = reader.number()?;
        if length < HEAD {
            return Err(reader.wrong("a certificate is shorter than its head"));
        }
        let start = reader.at;
        records.push((start, reader.take(length)?));
    }
    Ok(records)
}

pub(crate) fn family_number(puzzle_json: &str) -> Result<u8, Failure> {
    let family = crate::family_of_known_fields(puzzle_json)?;
    let number = FAMILIES.iter().position(|known| *known == family);
    number.map(|number| number as u8).ok_or_else(|| Failure::Puzzle(format!("there is no family called '{family}'")))
}

/// How many bits one of so many values takes.
fn bits_for(values: usize) -> u32 {
    values.max(2).next_power_of_two().trailing_zeros()
}

fn push(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn pack(bytes: &mut Vec<u8>, solution: &[usize], bits: u32) {
    let (mut held, mut count) = (0_usize, 0);
    for value in solution {
        held |= value << count;
        count += bits;
        while count >= 8 {
            bytes.push(held as u8);
            held >>= 8;
            count -= 8;
        }
    }
    if count > 0 {
        bytes.push(held as u8);
    }
}

/// Reads a certificate from the front to the back.
pub(crate) struct Reader<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn wrong(&self, what: impl Into<String>) -> Failure {
        Failure::Certificate { at: self.at, what: what.into() }
    }

    /// The number of the claim, after the head of a certificate that belongs to this puzzle.
    pub(crate) fn head(&mut self, puzzle_json: &str) -> Result<u8, Failure> {
        let family = family_number(puzzle_json)?;
        if self.byte()? != family {
            return Err(self.wrong("it is about another family"));
        }
        let claim = self.byte()?;
        let is_about_moves = usize::from(family) == FAMILIES.len() - 1;
        if claim > LAST_CLAIM || is_about_moves != (claim >= FIRST_OF_MOVES) {
            return Err(self.wrong("this family has no such claims"));
        }
        if self.take(8)? != digest(puzzle_json) {
            return Err(self.wrong("it was written for another puzzle"));
        }
        Ok(claim)
    }

    /// All moves to the end.
    pub(crate) fn moves(&mut self) -> Result<Vec<[usize; 2]>, Failure> {
        let mut moves = Vec::new();
        while !self.is_at_end() {
            moves.push([self.number()?, self.number()?]);
        }
        Ok(moves)
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8], Failure> {
        let end = self.at.checked_add(count).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or_else(|| self.wrong(format!("{count} bytes are missing from here")))?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Failure> {
        Ok(self.take(1)?[0])
    }

    /// A whole number of at most 28 bits.
    pub(crate) fn number(&mut self) -> Result<usize, Failure> {
        let mut number = 0;
        for group in 0..4 {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f) << (7 * group);
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(self.wrong("a number is too large"))
    }

    /// How many solutions are listed.
    pub(crate) fn count(&mut self) -> Result<usize, Failure> {
        let count = self.number()?;
        if count > MOST_LISTED {
            return Err(self.wrong(format!("more than {MOST_LISTED} solutions are listed")));
        }
        Ok(count)
    }

    /// A solution: the value of each variable.
    pub(crate) fn solution(&mut self, rules: &Rules) -> Result<Vec<usize>, Failure> {
        let bits = bits_for(rules.values());
        let bytes = self.take((rules.variables() * bits as usize).div_ceil(8))?;
        let bit = |place: usize| usize::from(bytes[place / 8] >> (place % 8) & 1);
        let value = |variable: usize| {
            let first = variable * bits as usize;
            (0..bits as usize).fold(0, |value, at| value | bit(first + at) << at)
        };
        let solution: Vec<usize> = (0..rules.variables()).map(value).collect();
        if solution.iter().any(|&value| value >= rules.values()) {
            return Err(self.wrong("a solution has a value that there is not"));
        }
        Ok(solution)
    }

    /// The next clause.
    pub(crate) fn clause(&mut self, rules: &Rules) -> Result<Vec<Literal>, Failure> {
        let count = self.number()?;
        let end = 2 * rules.values() * rules.variables();
        if count > end {
            return Err(self.wrong("a clause has more literals than there are"));
        }
        let mut clause = Vec::new();
        let mut least = 0;
        for _ in 0..count {
            let number = least + self.number()?;
            if number >= end {
                return Err(self.wrong("a literal is about a variable that there is not"));
            }
            let place = number / 2;
            let (variable, value) = (place / rules.values(), place % rules.values());
            clause.push(Literal { variable, value, is: number % 2 == 1 });
            least = number + 1;
        }
        Ok(clause)
    }
}

/// What was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The claim.
    pub claim: Claim,
    /// The only solution, or the listed ones, in Quandary's JSON form.
    pub solutions: Vec<String>,
    /// How many clauses lead to it, or how many positions were looked at.
    pub steps: usize,
}
