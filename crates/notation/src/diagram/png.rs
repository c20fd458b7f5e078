//! PNG files.

use ::png::{BitDepth, ColorType, Encoder, EncodingError, Filter};

use super::bitmap::Bitmap;
use super::canvas::Colour;

/// Returns a complete file, with a palette if one byte can number the colours.
pub(super) fn encode(bitmap: &Bitmap) -> Vec<u8> {
    let mut file = Vec::new();
    write(bitmap, &mut file).expect("memory takes a picture whose data are of its size");
    file
}

fn write(bitmap: &Bitmap, file: &mut Vec<u8>) -> Result<(), EncodingError> {
    let side = |pixels: usize| u32::try_from(pixels).unwrap_or(u32::MAX);
    let mut encoder = Encoder::new(file, side(bitmap.width()), side(bitmap.rows().len()));
    encoder.set_depth(BitDepth::Eight);
    // Most rows are like the row above them.
    encoder.set_filter(Filter::Up);
    let pixels = bitmap.rows().iter().flatten();
    let data: Vec<u8> = match palette(bitmap) {
        Some(palette) => {
            encoder.set_color(ColorType::Indexed);
            encoder.set_palette(palette.iter().flat_map(channels).collect::<Vec<u8>>());
            // Every colour is in the palette.
            pixels.map(|colour| palette.binary_search(colour).unwrap_or(0) as u8).collect()
        }
        None => {
            encoder.set_color(ColorType::Rgb);
            pixels.flat_map(channels).collect()
        }
    };
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&data)?;
    writer.finish()
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

#[cfg(test)]
mod tests {
    use super::super::bitmap::Shape;
    use super::*;

    /// A decoder reads the same pixels, whether there is a palette or not.
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
