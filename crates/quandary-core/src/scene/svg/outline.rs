//! The sides of a cell, and the paths that follow them.

use std::fmt::{self, Display};

use super::{ROUND, SURFACE, short};

/// The sides of a cell.
pub(super) struct Outline {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Outline {
    pub(super) fn rectangle(&self) -> impl Display {
        let (left, top, right, bottom) = (short(self.left), short(self.top), short(self.right), short(self.bottom));
        fmt::from_fn(move |f| write!(f, "M{left} {top}V{bottom}H{right}V{top}Z"))
    }

    /// From corner to corner.
    pub(super) fn cross(&self) -> impl Display {
        let (left, top, right, bottom) = (short(self.left), short(self.top), short(self.right), short(self.bottom));
        fmt::from_fn(move |f| write!(f, "M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"))
    }

    pub(super) fn shrunk(&self, by: f64) -> Outline {
        let (left, top, right, bottom) = (self.left + by, self.top + by, self.right - by, self.bottom - by);
        Outline { left, top, right, bottom }
    }

    /// With round lower corners, from the left top to the right top, and open there.
    pub(super) fn bowl(&self) -> impl Display {
        let straight = short(self.bottom - ROUND);
        let (start, end) = (short(self.left + ROUND), short(self.right - ROUND));
        let (left, top, right, bottom) = (short(self.left), short(self.top), short(self.right), short(self.bottom));
        fmt::from_fn(move |f| {
            write!(
                f,
                "M{left} {top}V{straight}Q{left} {bottom} {start} {bottom}H{end}Q{right} {bottom} {right} {straight}V{top}"
            )
        })
    }

    /// A fill with a gentle wave on top.
    pub(super) fn surface(&self) -> impl Display {
        let width = self.right - self.left;
        let (quarter, half, wave) = (short(width / 4.0), short(width / 2.0), short(SURFACE - 1.0));
        let (left, top, bottom) = (short(self.left), short(self.top + SURFACE), short(self.bottom));
        fmt::from_fn(move |f| write!(f, "M{left} {top}q{quarter} -{wave} {half} 0t{half} 0V{bottom}H{left}Z"))
    }
}
