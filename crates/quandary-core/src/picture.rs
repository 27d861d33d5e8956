//! Pictures that generators make puzzles from: photographs, drawings, and rows of `#` and `.`.
//!
//! A generator's options are texts, because they come from a command line, a web page or a JSON object. A picture is
//! one of them: either a text that draws it, or a [data URL](https://developer.mozilla.org/docs/Web/URI/Schemes/data)
//! that carries a file's bytes, which is what [`option_text`] makes of a file and what a web page gets from one.
//! [`Picture::read`] takes both. Plain text and portable pictures (PBM, PGM, PPM) are always read; PNG and JPEG need
//! the feature `pictures`.
//!
//! A picture is then scaled to the size of the board by averaging ([`Picture::scaled`]) and cut into dark and light
//! ([`Picture::dark`]) at the brightness that separates the two best (Otsu's method), unless one is given.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::grid::{Cell, Grid};

/// The largest file that is taken for a picture, in bytes.
pub const MAX_FILE: usize = 64 << 20;

/// The most pixels of a picture.
const MAX_PIXELS: usize = 50_000_000;

/// What a data URL starts with, and what is before the bytes.
const DATA_URL: &str = "data:";
const BASE64: &str = ";base64,";

const PAPER: [u8; 3] = [255; 3];
const INK: [u8; 3] = [0; 3];

/// A file as the value of a generator's option: its text, or a data URL where it is not text.
pub fn option_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        format!("{DATA_URL}application/octet-stream{BASE64}{}", STANDARD.encode(error.as_bytes()))
    })
}

/// What is wrong with a picture, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PictureError(String);

impl<T: Into<String>> From<T> for PictureError {
    fn from(message: T) -> Self {
        PictureError(message.into())
    }
}

/// A picture in colours (red, green, blue), transparent places on white.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The pixels.
    pub pixels: Grid<[u8; 3]>,
}

impl Picture {
    /// Reads the value of an option: rows of `#` and `.` (a `\n` written out ends a row too), a plain PBM, or a data URL
    /// with the bytes of any picture.
    pub fn read(value: &str) -> Result<Self, PictureError> {
        let Some(url) = value.trim_start().strip_prefix(DATA_URL) else {
            let text = value.replace("\\n", "\n");
            return if text.trim_start().starts_with('P') {
                Self::from_bytes(text.trim_start().as_bytes())
            } else {
                Self::from_rows(&text)
            };
        };
        let (_, encoded) = url.split_once(BASE64).ok_or("a picture as a data URL has its bytes in base64")?;
        let bytes = STANDARD.decode(encoded.trim()).map_err(|_| "the base64 of this data URL is damaged")?;
        Self::from_bytes(&bytes)
    }

    /// Reads a picture file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PictureError> {
        if bytes.len() > MAX_FILE {
            return Err(format!("pictures are limited to {} MB", MAX_FILE >> 20).into());
        }
        match bytes {
            [b'P', b'1'..=b'6', ..] => read_portable(bytes),
            _ => decoded(bytes),
        }
    }

    /// Reads rows of marks.
    fn from_rows(text: &str) -> Result<Self, PictureError> {
        let pixel = |mark: char| match mark {
            '#' | '*' | '1' | 'x' | 'X' => Ok(INK),
            '.' | '0' | '-' | ' ' => Ok(PAPER),
            _ => Err(format!("'{}' is not a cell of a picture; write # or .", mark.escape_default())),
        };
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let rows = lines.iter().map(|line| line.chars().map(pixel).collect::<Result<Vec<_>, _>>());
        let rows = rows.collect::<Result<Vec<_>, _>>()?;
        let width = rows.first().map_or(0, Vec::len);
        if width == 0 {
            return Err("the picture is empty".into());
        }
        if rows.iter().any(|row| row.len() != width) {
            return Err("the rows of the picture differ in length".into());
        }
        Self::of(rows.len(), width, rows.concat())
    }

    fn of(rows: usize, columns: usize, pixels: Vec<[u8; 3]>) -> Result<Self, PictureError> {
        let pixels = Grid::from_values(rows, columns, pixels).filter(|pixels| !pixels.values().is_empty());
        pixels.map(|pixels| Picture { pixels }).ok_or_else(|| "the picture is cut short".into())
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.pixels.rows()
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.pixels.columns()
    }

    /// The picture in another size, neither side of which may be 0: each new pixel is the average of those that it covers.
    pub fn scaled(&self, rows: usize, columns: usize) -> Picture {
        let mut pixels = Grid::filled(rows, columns, PAPER);
        for cell in pixels.cells() {
            let down = covered(cell.row, rows, self.rows());
            let across = covered(cell.column, columns, self.columns());
            let mut sum = [0u64; 3];
            for row in down.clone() {
                for pixel in &self.pixels.row(row)[across.clone()] {
                    for (sum, &part) in sum.iter_mut().zip(pixel) {
                        *sum += u64::from(part);
                    }
                }
            }
            let count = (down.len() * across.len()) as u64;
            pixels[cell] = sum.map(|sum| ((sum + count / 2) / count) as u8);
        }
        Picture { pixels }
    }

    /// How bright each pixel is to the eye, from 0 (black) to 255 (white).
    pub fn brightness(&self) -> Grid<u8> {
        // The weights of the three colours in the standards for video (Rec. 601), in thousandths.
        self.pixels.map(|&[red, green, blue]| {
            ((299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) + 500) / 1000) as u8
        })
    }

    /// Which pixels are darker than a brightness, or than the one that separates dark from light best.
    pub fn dark(&self, below: Option<u8>) -> Grid<bool> {
        let brightness = self.brightness();
        let below = below.unwrap_or_else(|| best_cut(brightness.values()));
        brightness.map(|&bright| bright < below)
    }
}

/// The old pixels that the new pixel number `index` of `new` covers, of `old`: at least one.
fn covered(index: usize, new: usize, old: usize) -> std::ops::Range<usize> {
    let start = index * old / new;
    start..((index + 1) * old / new).max(start + 1)
}

/// The brightness below which pixels are dark, by Otsu's method: the cut with the largest variance between the two sides.
fn best_cut(brightness: &[u8]) -> u8 {
    let mut count = [0f64; 256];
    for &bright in brightness {
        count[usize::from(bright)] += 1.0;
    }
    let all: f64 = count.iter().sum();
    let total: f64 = count.iter().enumerate().map(|(bright, count)| bright as f64 * count).sum();
    let (mut below, mut sum, mut best) = (0.0, 0.0, (0.0, 128));
    for cut in 1..256 {
        below += count[cut - 1];
        sum += (cut - 1) as f64 * count[cut - 1];
        let above = all - below;
        if below > 0.0 && above > 0.0 {
            let apart = sum / below - (total - sum) / above;
            let variance = below * above * apart * apart;
            // Where nothing lies between dark and light, every cut there is as good; the one in the middle is taken below.
            if variance > best.0 {
                best = (variance, cut);
            }
        }
    }
    let next = (best.1..256).find(|&bright| count[bright] > 0.0).unwrap_or(best.1);
    ((best.1 + next) / 2) as u8
}

/// A portable picture: `P1` to `P3` with numbers in plain text, `P4` to `P6` with raw bytes. Written by hand because bitmaps are
/// also a notation of puzzles, which is read where the decoders of the feature `pictures` are left out.
fn read_portable(bytes: &[u8]) -> Result<Picture, PictureError> {
    let kind = bytes[1] - b'0';
    let mut at = 2;
    let (Some(width), Some(height)) = (header_number(bytes, &mut at), header_number(bytes, &mut at)) else {
        return Err(format!("a picture of this kind starts with P{kind}, its width and its height").into());
    };
    if width == 0 || height == 0 || width.checked_mul(height).is_none_or(|pixels| pixels > MAX_PIXELS) {
        return Err(format!("a picture of {width}×{height} is empty or too large").into());
    }
    let pixels = match kind {
        1 => plain_bits(&bytes[at..], width, height)?,
        4 => raw_bits(bytes.get(at + 1..).unwrap_or_default(), width, height)?,
        _ => samples(bytes, at, width * height)?,
    };
    Picture::of(height, width, pixels)
}

fn pixel_of_bit(is_ink: bool) -> [u8; 3] {
    if is_ink { INK } else { PAPER }
}

/// The bits of a plain bitmap.
fn plain_bits(bytes: &[u8], width: usize, height: usize) -> Result<Vec<[u8; 3]>, PictureError> {
    let lines = bytes.split(|&byte| byte == b'\n');
    let content = lines.flat_map(|line| line.split(|&byte| byte == b'#').next().unwrap_or_default());
    let bits = content.filter(|byte| !byte.is_ascii_whitespace()).map(|&byte| match byte {
        b'0' | b'1' => Ok(pixel_of_bit(byte == b'1')),
        _ => Err(format!("'{}' is not a bit of a plain PBM", char::from(byte).escape_default())),
    });
    // One more than there may be, so that nothing after the picture is silently ignored.
    let bits: Vec<_> = bits.take(width * height + 1).collect::<Result<_, _>>()?;
    if bits.len() > width * height {
        return Err(format!("there are more bits than a picture of {width}×{height} has").into());
    }
    Ok(bits)
}

/// The bits of a raw bitmap.
fn raw_bits(data: &[u8], width: usize, height: usize) -> Result<Vec<[u8; 3]>, PictureError> {
    let stride = width.div_ceil(8);
    if data.len() < stride * height {
        return Err("the picture is cut short".into());
    }
    let bit = |row: usize, column: usize| data[row * stride + column / 8] >> (7 - column % 8) & 1 == 1;
    Ok((0..height).flat_map(|row| (0..width).map(move |column| pixel_of_bit(bit(row, column)))).collect())
}

/// The pixels of a picture in grey (`P2`, `P5`) or in colours (`P3`, `P6`), whose header has been read up to `at`.
fn samples(bytes: &[u8], mut at: usize, pixels: usize) -> Result<Vec<[u8; 3]>, PictureError> {
    let kind = bytes[1];
    let most = header_number(bytes, &mut at).filter(|most| (1..=65_535).contains(most));
    let most = most.ok_or("the brightest value of this picture is missing or not between 1 and 65535")?;
    let channels = if matches!(kind, b'3' | b'6') { 3 } else { 1 };
    let mut raw = bytes.get(at + 1..).unwrap_or_default().chunks_exact(if most > 255 { 2 } else { 1 });
    let mut sample = || -> Option<u8> {
        let value = match kind {
            b'2' | b'3' => header_number(bytes, &mut at)?,
            _ => raw.next()?.iter().fold(0, |value, &byte| value << 8 | usize::from(byte)),
        };
        Some((value.min(most) * 255 / most) as u8)
    };
    let mut pixel = || {
        let first = sample()?;
        Some(if channels == 3 { [first, sample()?, sample()?] } else { [first; 3] })
    };
    (0..pixels).map(|_| pixel()).collect::<Option<_>>().ok_or_else(|| "the picture is cut short".into())
}

/// A number of a PBM's header, comments left out.
fn header_number(bytes: &[u8], at: &mut usize) -> Option<usize> {
    loop {
        match bytes.get(*at)? {
            b'#' => *at += bytes[*at..].iter().position(|&byte| byte == b'\n')?,
            byte if byte.is_ascii_whitespace() => *at += 1,
            _ => break,
        }
    }
    let digits = bytes[*at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = std::str::from_utf8(&bytes[*at..*at + digits]).ok()?.parse().ok()?;
    *at += digits;
    Some(number)
}

/// A picture in a format that the decoders know.
#[cfg(feature = "pictures")]
fn decoded(bytes: &[u8]) -> Result<Picture, PictureError> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => decoded_png(bytes),
        [0xff, 0xd8, ..] => decoded_jpeg(bytes),
        _ => Err("unrecognised picture format; give a PNG, a JPEG, a PBM, or rows of # and .".into()),
    }
}

#[cfg(feature = "pictures")]
fn decoded_png(bytes: &[u8]) -> Result<Picture, PictureError> {
    let damaged = |error: png::DecodingError| PictureError::from(format!("the picture cannot be read: {error}"));
    let limits = png::Limits { bytes: 8 * MAX_PIXELS };
    let mut decoder = png::Decoder::new_with_limits(std::io::Cursor::new(bytes), limits);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(damaged)?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    check_size(width, height)?;
    let mut data = vec![0; reader.output_buffer_size().ok_or("the picture is too large")?];
    let frame = reader.next_frame(&mut data).map_err(damaged)?;
    let channels = frame.color_type.samples();
    let pixels = data[..frame.buffer_size()].chunks_exact(channels).map(|parts| match *parts {
        [grey] => [grey; 3],
        [grey, alpha] => [on_paper(grey, alpha); 3],
        [red, green, blue] => [red, green, blue],
        [red, green, blue, alpha, ..] => [red, green, blue].map(|part| on_paper(part, alpha)),
        [] => PAPER,
    });
    Picture::of(height, width, pixels.collect())
}

#[cfg(feature = "pictures")]
fn decoded_jpeg(bytes: &[u8]) -> Result<Picture, PictureError> {
    use zune_jpeg::zune_core::bytestream::ZCursor;
    use zune_jpeg::zune_core::colorspace::ColorSpace;
    use zune_jpeg::zune_core::options::DecoderOptions;

    let damaged = |error: zune_jpeg::errors::DecodeErrors| format!("the picture cannot be read: {error}");
    let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = zune_jpeg::JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(damaged)?;
    let (width, height) = decoder.dimensions().ok_or("the picture has no size")?;
    check_size(width, height)?;
    let data = decoder.decode().map_err(damaged)?;
    Picture::of(height, width, data.chunks_exact(3).map(|parts| [parts[0], parts[1], parts[2]]).collect())
}

/// Refuses pictures that are too large.
#[cfg(feature = "pictures")]
fn check_size(width: usize, height: usize) -> Result<(), PictureError> {
    if width.saturating_mul(height) > MAX_PIXELS {
        return Err(format!("a picture of {width}×{height} is too large; {MAX_PIXELS} pixels can be read").into());
    }
    Ok(())
}

/// A colour on white paper, as far as it is not transparent.
#[cfg(feature = "pictures")]
fn on_paper(part: u8, alpha: u8) -> u8 {
    let (part, alpha) = (u32::from(part), u32::from(alpha));
    ((part * alpha + 255 * (255 - alpha) + 127) / 255) as u8
}

/// Without decoders there is only the plain kind.
#[cfg(not(feature = "pictures"))]
fn decoded(_bytes: &[u8]) -> Result<Picture, PictureError> {
    Err("only rows of # and . and PBM pictures can be read here; PNG and JPEG need the feature 'pictures'".into())
}

/// The cells of a drawing that are dark, as people write them in tests and messages.
impl std::fmt::Display for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let dark = self.dark(None);
        for row in 0..self.rows() {
            let marks = (0..self.columns()).map(|column| if dark[Cell { row, column }] { '#' } else { '.' });
            writeln!(f, "{}", marks.collect::<String>())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HEART: &str = ".#.#.\n#####\n#####\n.###.\n..#..\n";

    #[test]
    fn a_drawing_is_read_from_rows_a_plain_bitmap_and_a_raw_one() {
        assert_eq!(Picture::read(HEART).unwrap().to_string(), HEART);
        assert_eq!(Picture::read(".#.#.\\n#####\\n#####\\n.###.\\n..#..").unwrap().to_string(), HEART);
        let plain = "P1\n# a heart\n5 5\n0 1 0 1 0\n11111 11111\n0 1 1 1 0 # nearly done\n00100\n";
        assert_eq!(Picture::read(plain).unwrap().to_string(), HEART);
        let raw =
            [b"P4 5 # a heart\n5\n".as_slice(), &[0b0101_0000, 0b1111_1000, 0b1111_1000, 0b0111_0000, 0b0010_0000]];
        assert_eq!(Picture::from_bytes(&raw.concat()).unwrap().to_string(), HEART);
        assert_eq!(Picture::read(&option_text(raw.concat())).unwrap().to_string(), HEART);
    }

    #[test]
    fn a_file_that_is_no_text_travels_as_a_data_url() {
        assert_eq!(option_text(b"#.".to_vec()), "#.");
        assert_eq!(option_text(vec![0x89, b'P']), "data:application/octet-stream;base64,iVA=");
    }

    #[cfg(feature = "pictures")]
    #[test]
    fn a_photograph_is_scaled_and_cut_into_dark_and_light() {
        let heart = Picture::read(HEART).unwrap();
        let inked = |at: usize| heart.pixels[Cell { row: at / 50 / 10, column: at % 50 / 10 }] == INK;
        // Faint ink on transparent paper.
        let pixels = |at: usize| if inked(at) { [90, 60, 120, 255] } else { [0, 0, 0, 20] };
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, 50, 50);
        encoder.set_color(png::ColorType::Rgba);
        let data: Vec<u8> = (0..2500).flat_map(pixels).collect();
        encoder.write_header().unwrap().write_image_data(&data).unwrap();
        let is_heart = |file: Vec<u8>| {
            let read = Picture::read(&option_text(file)).unwrap();
            assert_eq!((read.rows(), read.columns()), (50, 50));
            assert_eq!(read.scaled(5, 5).to_string(), HEART);
            assert_eq!(read.scaled(5, 5).scaled(10, 10).scaled(5, 5).to_string(), HEART);
        };
        is_heart(file);
        let mut file = Vec::new();
        let grey: Vec<u8> = (0..2500).map(|at| if inked(at) { 70 } else { 240 }).collect();
        let encoder = jpeg_encoder::Encoder::new(&mut file, 90);
        encoder.encode(&grey, 50, 50, jpeg_encoder::ColorType::Luma).unwrap();
        is_heart(file);
    }

    #[test]
    fn portable_pictures_are_read_in_all_six_forms() {
        let pixels = |bytes: &[u8]| Picture::from_bytes(bytes).unwrap().pixels.values().to_vec();
        let [grey, red] = [[127; 3], [255, 0, 0]];
        assert_eq!(pixels(b"P1 2 1 10"), [INK, PAPER]);
        assert_eq!(pixels(b"P4 2 1\n\x80"), [INK, PAPER]);
        assert_eq!(pixels(b"P2 # a comment\n3 1 10 0 5 10"), [INK, grey, PAPER]);
        assert_eq!(pixels(b"P5 3 1 255\n\x00\x7f\xff"), [INK, grey, PAPER]);
        assert_eq!(pixels(b"P5 1 1 65535\n\x80\x00"), [grey]);
        assert_eq!(pixels(b"P3 2 1 1 1 0 0 1 1 1"), [red, PAPER]);
        assert_eq!(pixels(b"P6 2 1 255\n\xff\x00\x00\xff\xff\xff"), [red, PAPER]);
        assert!(Picture::from_bytes(b"P6 2 1 255\n\xff").is_err());
        assert!(Picture::from_bytes(b"P5 1 1 0\n\xff").is_err());
    }

    #[test]
    fn what_is_no_picture_is_refused_with_the_reason() {
        let refused = |value: &str| Picture::read(value).unwrap_err().to_string();
        assert_eq!(refused("#?"), "'?' is not a cell of a picture; write # or .");
        assert_eq!(refused("#.\n#"), "the rows of the picture differ in length");
        assert_eq!(refused(" \n"), "the picture is empty");
        assert_eq!(refused("P1 3 2 010 01"), "the picture is cut short");
        assert_eq!(refused("P1 3 2 010 010 1"), "there are more bits than a picture of 3×2 has");
        assert_eq!(refused("P1 0 2 "), "a picture of 0×2 is empty or too large");
        assert_eq!(refused("P1 three"), "a picture of this kind starts with P1, its width and its height");
        assert_eq!(refused("data:text/plain,#."), "a picture as a data URL has its bytes in base64");
        assert_eq!(refused("data:image/png;base64,???"), "the base64 of this data URL is damaged");
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..60), head in 0usize..4) {
            let heads: [&[u8]; 4] = [b"", b"P1 ", b"P4 3 ", b"\x89PNG\r\n\x1a\n"];
            let _ = Picture::from_bytes(&[heads[head], &bytes].concat());
        }
    }
}
