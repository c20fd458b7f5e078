//! The characters of the page of the workbench are the strokes of diagrams.

use yomikiri_notation::diagram::stroke_path;

#[test]
fn the_page_has_the_strokes_of_diagrams() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/page/glyphs.js");
    let script = std::fs::read_to_string(path).unwrap();
    let mut count = 0;
    for line in script.lines() {
        let Some((name, data)) = line.trim().split_once("\": \"") else { continue };
        let character = name.trim_start_matches('"').chars().next().unwrap();
        let again = "run `cargo run -p yomikiri-notation --example glyphs > web/page/glyphs.js`";
        assert_eq!(
            stroke_path(character).as_deref(),
            Some(data.trim_end_matches("\",")),
            "{character}: {again}"
        );
        count += 1;
    }
    assert!(count > 30, "{count} characters");
}
