//! PNG files.
//!
//! The format asks for deflate. Diagrams are large plain areas, so this encoder only compresses runs of equal bytes, with the
//! fixed Huffman code. That is a tenth of the code of a full compressor, and the files have some 70 kB.

use super::bitmap::Bitmap;
use super::canvas::Colour;

/// A complete file.
pub(super) fn encode(bitmap: &Bitmap) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = Vec::new();
    for side in [bitmap.width(), bitmap.rows().len()] {
        header.extend(u32::try_from(side).unwrap_or(u32::MAX).to_be_bytes());
    }
    let palette = palette(bitmap);
    // Eight bits a sample, the kind of pixels, the only compression and filtering there are, not interlaced.
    const COLOURS: u8 = 2;
    const PALETTE: u8 = 3;
    header.extend([8, if palette.is_some() { PALETTE } else { COLOURS }, 0, 0, 0]);
    chunk(&mut file, *b"IHDR", &header);
    let bytes = match palette {
        Some(palette) => {
            let entries: Vec<u8> = palette.iter().flat_map(channels).collect();
            chunk(&mut file, *b"PLTE", &entries);
            // Every colour is in the palette.
            filtered(bitmap, |colour| [palette.binary_search(colour).unwrap_or(0) as u8])
        }
        None => filtered(bitmap, channels),
    };
    chunk(&mut file, *b"IDAT", &zlib(&bytes));
    chunk(&mut file, *b"IEND", &[]);
    file
}

fn channels(&Colour(red, green, blue): &Colour) -> [u8; 3] {
    [red, green, blue]
}

/// The colours of an image in order, unless there are more than a byte can number.
fn palette(bitmap: &Bitmap) -> Option<Vec<Colour>> {
    let mut colours: Vec<Colour> = Vec::new();
    for (colour, _) in bitmap.rows().iter().flat_map(|row| runs(row)) {
        if let Err(place) = colours.binary_search(&colour) {
            if colours.len() == 256 {
                return None;
            }
            colours.insert(place, colour);
        }
    }
    Some(colours)
}

/// The colours of a row, each with the number of neighbours that have it: large areas are plain.
fn runs(row: &[Colour]) -> impl Iterator<Item = (Colour, usize)> {
    row.chunk_by(|one, next| one == next).map(|run| (run[0], run.len()))
}

/// The rows as differences from the row above, each after the number of that filter.
fn filtered<const N: usize>(bitmap: &Bitmap, bytes_of: impl Fn(&Colour) -> [u8; N]) -> Vec<u8> {
    const UP: u8 = 2;
    let mut above = vec![0; N * bitmap.width()];
    let mut bytes = Vec::with_capacity((above.len() + 1) * bitmap.rows().len());
    for row in bitmap.rows() {
        let row: Vec<u8> = runs(row).flat_map(|(colour, count)| bytes_of(&colour).repeat(count)).collect();
        bytes.push(UP);
        bytes.extend(row.iter().zip(&above).map(|(byte, above)| byte.wrapping_sub(*above)));
        above = row;
    }
    bytes
}

fn chunk(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    file.extend(u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes());
    let start = file.len();
    file.extend(kind);
    file.extend(data);
    let sum = crc32(&file[start..]);
    file.extend(sum.to_be_bytes());
}

/// The checksum of a chunk, bit by bit: pictures are small.
fn crc32(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for &byte in bytes {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 };
        }
    }
    !sum
}

/// A zlib stream: two bytes of header, one deflate block, the Adler checksum.
fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.bytes.extend([0x78, 0x01]);
    // The last block, with the fixed code.
    bits.low_first(0b011, 3);
    let mut rest = bytes;
    while let [byte, after @ ..] = rest {
        bits.literal(*byte);
        let run = after.iter().take(MAX_RUN).take_while(|next| *next == byte).count();
        let run = if run < MIN_RUN { 0 } else { run };
        if run > 0 {
            bits.repeat(run);
        }
        rest = &after[run..];
    }
    bits.symbol(END);
    let mut stream = bits.finish();
    stream.extend(adler32(bytes).to_be_bytes());
    stream
}

fn adler32(bytes: &[u8]) -> u32 {
    const MODULUS: u32 = 65521;
    let (mut low, mut high) = (1, 0);
    for &byte in bytes {
        low = (low + u32::from(byte)) % MODULUS;
        high = (high + low) % MODULUS;
    }
    high << 16 | low
}

/// Lengths of runs that deflate can write.
const MIN_RUN: usize = 3;
const MAX_RUN: usize = 258;
/// The symbol of the end of a block.
const END: u16 = 256;

/// Bits in the order of deflate: each byte is filled from its lowest bit.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    pending: u32,
    count: u32,
}

impl Bits {
    /// Adds the low `count` bits of a number, the lowest first.
    fn low_first(&mut self, number: u32, count: u32) {
        self.pending |= number << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    /// Adds a symbol of the fixed Huffman code, whose bits come highest first.
    fn symbol(&mut self, symbol: u16) {
        let symbol = u32::from(symbol);
        let (code, count) = match symbol {
            0..=143 => (0x30 + symbol, 8),
            144..=255 => (0x190 + symbol - 144, 9),
            256..=279 => (symbol - 256, 7),
            _ => (0xc0 + symbol - 280, 8),
        };
        self.low_first(code.reverse_bits() >> (32 - count), count);
    }

    fn literal(&mut self, byte: u8) {
        self.symbol(u16::from(byte));
    }

    /// Repeats the last byte, 3 to 258 times.
    fn repeat(&mut self, times: usize) {
        let (symbol, extra, bits) = length_code(times);
        self.symbol(symbol);
        self.low_first(extra, bits);
        // The distance 1 is the code 0 of five bits.
        self.low_first(0, 5);
    }

    fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }
}

/// The symbol of a length, and the extra bits after it with their number: four symbols for each number of extra bits.
fn length_code(length: usize) -> (u16, u32, u32) {
    let index = (length - MIN_RUN) as u32;
    match length {
        MAX_RUN => (285, 0, 0),
        3..=10 => (257 + index as u16, 0, 0),
        _ => {
            let bits = index.ilog2() - 2;
            let symbol = 257 + 4 * bits + (index >> bits);
            (symbol as u16, index & ((1 << bits) - 1), bits)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::bitmap::Shape;
    use super::*;

    #[test]
    fn checksums() {
        // The check values of the definitions.
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(adler32(b"Wikipedia"), 0x11e6_0398);
    }

    /// The table of RFC 1951.
    #[test]
    fn length_codes() {
        for (length, code) in [
            (3, (257, 0, 0)),
            (10, (264, 0, 0)),
            (11, (265, 0, 1)),
            (12, (265, 1, 1)),
            (18, (268, 1, 1)),
            (19, (269, 0, 2)),
            (22, (269, 3, 2)),
            (35, (273, 0, 3)),
            (114, (279, 15, 4)),
            (115, (280, 0, 4)),
            (131, (281, 0, 5)),
            (257, (284, 30, 5)),
            (258, (285, 0, 0)),
        ] {
            assert_eq!(length_code(length), code, "{length}");
        }
    }

    /// Another implementation reads the same pixels, whether there is a palette or not.
    #[test]
    fn a_decoder_reads_it_back() {
        for (width, height, colours) in [(1, 1, 1), (7, 3, 4), (300, 40, 8), (300, 40, 700)] {
            let mut bitmap = Bitmap::new(width, height, Colour(250, 200, 1));
            for number in 0..colours {
                let x = f64::from(number) * 0.4;
                let shape = Shape::rectangle((x, x / 8.0), (x + 3.7, x / 8.0 + 9.1));
                bitmap.fill(&shape, Colour(number as u8, (number >> 8) as u8, 255));
            }
            assert_eq!(palette(&bitmap).is_none(), colours > 256);
            let mut decoder = ::png::Decoder::new(std::io::Cursor::new(encode(&bitmap)));
            decoder.set_transformations(::png::Transformations::EXPAND);
            let mut reader = decoder.read_info().unwrap();
            let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut bytes).unwrap();
            assert_eq!((info.width as usize, info.height as usize), (width, height));
            let expected: Vec<u8> = bitmap.rows().iter().flatten().flat_map(channels).collect();
            assert_eq!(bytes, expected, "{width} × {height}, {colours} colours");
        }
    }
}
