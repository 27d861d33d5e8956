//! Pictures of boards as files that are not SVG: PNG for screens, PDF for paper.
//!
//! Boards are drawn once, as SVG (`quandary_core::scene::svg`). [`Drawing::read`] turns such a picture into a list of paths and
//! texts with their colours; [`png()`] paints that list with tiny-skia, and [`pdf`] writes it with pdf-writer. The
//! texts are set in Inter, which is part of this crate, so the result is the same on every machine, and text in a PDF can be
//! selected and searched.
//!
//! Only the part of SVG that Quandary's own pictures use is understood. Anything else is an [`Error`]: a picture is complete
//! or not made. General libraries (resvg, krilla) do the same for all of SVG and every font, but take as long to compile
//! as two thirds of Quandary.

#[cfg(feature = "pdf")]
pub mod book;
pub mod drawing;
mod font;
#[cfg(feature = "pdf")]
pub mod pdf;
#[cfg(feature = "png")]
mod png;
mod style;
mod svg;

pub use drawing::Drawing;
pub use font::{Weight, is_covered, width};
#[cfg(feature = "png")]
pub use png::png;
pub use style::Styles;

/// Why a picture was not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is not XML.
    #[error("the picture is not SVG: {0}")]
    NotSvg(String),
    /// The picture has something that Quandary's own pictures do not have.
    #[error("the picture has {0}, which only programs for all of SVG can draw")]
    Unsupported(String),
    /// There would be too many pixels.
    #[error("a picture of {0} × {1} pixels is too large; at most {2} million pixels are drawn")]
    TooLarge(u64, u64, u64),
}
