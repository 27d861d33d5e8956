//! A variable or its opposite.

use std::fmt;
use std::ops::Not;

/// The claim that a yes/no variable has one of its two values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(u32);

impl Literal {
    /// The claim that `variable` has this value.
    #[inline]
    pub const fn new(variable: usize, value: bool) -> Self {
        Literal((variable as u32) << 1 | !value as u32)
    }

    /// Its variable.
    #[inline]
    pub const fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The value it claims.
    #[inline]
    pub const fn value(self) -> bool {
        self.0 & 1 == 0
    }

    /// A number of its own, for tables: two per variable.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) const fn from_index(index: u32) -> Self {
        Literal(index)
    }
}

impl Not for Literal {
    type Output = Literal;

    #[inline]
    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.value() { "" } else { "not " }, self.variable())
    }
}
