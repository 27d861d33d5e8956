//! Compressed files: `.gz` and `.zst`, read by their content and written by their name.
//!
//! What is written is a sequence of parts that are complete by themselves (members of gzip, frames of Zstandard), so that a
//! file that ends after any of them is whole.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use flate2::Compression as Level;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    Gzip,
    Zstd,
}

/// The first bytes of every compressed file; for Zstandard also those of a frame to skip.
const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
const ZSTD_SKIPPABLE: [u8; 3] = [0x2a, 0x4d, 0x18];

impl Packing {
    /// How a file of this name is to be written.
    pub(crate) fn of_name(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "gz" => Some(Packing::Gzip),
            "zst" => Some(Packing::Zstd),
            _ => None,
        }
    }

    fn of_content(head: &[u8]) -> Option<Self> {
        if head.starts_with(&GZIP) {
            Some(Packing::Gzip)
        } else if head.starts_with(&ZSTD) || (head.len() > 3 && head[0] & 0xf0 == 0x50 && head[1..4] == ZSTD_SKIPPABLE)
        {
            Some(Packing::Zstd)
        } else {
            None
        }
    }

    /// Compresses a text to a part that is complete by itself.
    pub(crate) fn pack(self, text: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Packing::Gzip => {
                let mut packed = GzEncoder::new(Vec::new(), Level::fast());
                packed.write_all(text)?;
                packed.finish()
            }
            Packing::Zstd => Ok(compress_to_vec(text, CompressionLevel::Fastest)),
        }
    }
}

/// A stream as it is, or what a compressed one holds; and whether it is compressed.
pub(crate) fn unpacked<R: BufRead + Send + 'static>(mut stream: R) -> io::Result<(Box<dyn BufRead + Send>, bool)> {
    Ok(match Packing::of_content(stream.fill_buf()?) {
        None => (Box::new(stream), false),
        Some(Packing::Gzip) => (Box::new(BufReader::with_capacity(BLOCK, MultiGzDecoder::new(stream))), true),
        Some(Packing::Zstd) => (Box::new(BufReader::with_capacity(BLOCK, Frames::new(stream))), true),
    })
}

/// How much is unpacked at a time.
const BLOCK: usize = 64 << 10;

/// The frames of a Zstandard stream, one after the other.
struct Frames<R> {
    stream: R,
    decoder: FrameDecoder,
    /// Whether a frame has begun that is not read to its end.
    is_inside: bool,
}

impl<R: BufRead> Frames<R> {
    fn new(stream: R) -> Self {
        Frames { stream, decoder: FrameDecoder::new(), is_inside: false }
    }

    /// Begins the next frame; `false` at the end of the stream.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.stream.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.stream) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    io::copy(&mut (&mut self.stream).take(length.into()), &mut io::sink())?;
                }
                Err(error) => return Err(damaged(error)),
            }
        }
        Ok(false)
    }

    /// Ends a frame that is read to its end.
    fn end(&mut self) -> io::Result<()> {
        self.is_inside = false;
        let expected = self.decoder.get_checksum_from_data();
        if expected.is_some() && expected != self.decoder.get_calculated_checksum() {
            return Err(damaged("a checksum is wrong"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.is_inside && !self.begin()? {
                return Ok(0);
            }
            self.is_inside = true;
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                self.decoder.decode_blocks(&mut self.stream, BlockDecodingStrategy::UptoBlocks(1)).map_err(damaged)?;
            }
            let length = self.decoder.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            self.end()?;
        }
    }
}

fn damaged(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpack(bytes: Vec<u8>) -> io::Result<(Vec<u8>, bool)> {
        let (mut stream, is_packed) = unpacked(io::Cursor::new(bytes))?;
        let mut text = Vec::new();
        stream.read_to_end(&mut text).map(|_| (text, is_packed))
    }

    #[test]
    fn parts_are_read_one_after_the_other() {
        for packing in [Packing::Gzip, Packing::Zstd] {
            let long = b"53..7....6..195....98....6.\n".repeat(20_000);
            let parts = [&b"one\n"[..], b"", &long, b"two\n"];
            let packed: Vec<u8> = parts.iter().flat_map(|part| packing.pack(part).unwrap()).collect();
            assert!(packed.len() < 50_000, "{packing:?} {}", packed.len());
            assert!(unpack(packed.clone()).unwrap() == (parts.concat(), true), "{packing:?}");
            let cut = &packed[..packed.len() - 3];
            assert!(unpack(cut.to_vec()).is_err(), "{packing:?} that was cut off");
        }
    }

    #[test]
    fn frames_to_skip_are_skipped() {
        let mut packed = vec![0x53, 0x2a, 0x4d, 0x18, 5, 0, 0, 0, 1, 2, 3, 4, 5];
        packed.extend(Packing::Zstd.pack(b"text").unwrap());
        packed.extend([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);
        assert_eq!(unpack(packed).unwrap(), (b"text".to_vec(), true));
    }

    #[test]
    fn other_texts_are_left_alone() {
        for text in [&b""[..], b"P", b"P\x2a", b"53..7", b"\x1f"] {
            assert_eq!(unpack(text.to_vec()).unwrap(), (text.to_vec(), false));
        }
    }
}
