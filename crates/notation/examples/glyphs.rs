//! Prints `web/page/glyphs.js`: the characters of diagrams as SVG paths, so that the page shows them on machines without a Japanese font.
//!
//! `cargo run -p yomikiri-notation --example glyphs > web/page/glyphs.js`

use yomikiri_notation::diagram::stroke_path;

/// What the board, the hands and the piece box of the page show.
const CHARACTERS: &str = "玉飛角金銀桂香歩龍馬全圭杏と一二三四五六七八九十持駒なし手番123456789";

fn main() {
    println!(
        "// Made by `cargo run -p yomikiri-notation --example glyphs`: the strokes of the characters of a diagram, in a square of 100"
    );
    println!(
        "// units. They are drawn with a round pen of width 8.6 and squeezed by SQUEEZE, which makes downstrokes the thicker ones."
    );
    println!("export const SQUEEZE = {};", (2.3_f64 / 4.3 * 1e4).round() / 1e4);
    println!("/** @type {{Record<string, string>}} */");
    println!("export const glyphs = {{");
    for character in CHARACTERS.chars() {
        if let Some(path) = stroke_path(character) {
            println!("  \"{character}\": \"{path}\",");
        }
    }
    println!("}};");
}
