//! The files of the page, which are part of the binary.

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::sync::LazyLock;

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageFile {
    /// Its path below `/`.
    pub path: &'static str,
    pub bytes: &'static [u8],
    /// What it is, by its extension.
    pub content_type: &'static str,
}

/// Embeds files of the folder `web/page`. A test compares the list with the folder.
macro_rules! page {
    ($($path:literal),* $(,)?) => {
        &[$(PageFile {
            path: $path,
            bytes: include_bytes!(concat!("../page/", $path)),
            content_type: content_type($path),
        }),*]
    };
}

const FILES: &[PageFile] = page![
    "address.js",
    "app.js",
    "board.js",
    "books.js",
    "certificate.js",
    "diagram.js",
    "dom.js",
    "engine.js",
    "explorer.js",
    "figures.js",
    "game.js",
    "glyphs.js",
    "icon.svg",
    "index.html",
    "line.js",
    "local.js",
    "messages.js",
    "names.js",
    "options.js",
    "plot.js",
    "position.js",
    "press.js",
    "promotion.js",
    "reading.js",
    "search.js",
    "settings.js",
    "share.js",
    "stones.js",
    "style.css",
    "views/book.js",
    "views/brinkmate.js",
    "views/compose.js",
    "views/connect6.js",
    "views/judge.js",
    "views/othello.js",
    "views/play.js",
    "views/setup.js",
    "views/solve.js",
    "views/stone-game.js",
    "zuko.json",
];

/// The content type of a file, by its extension.
const fn content_type(path: &str) -> &'static str {
    let bytes = path.as_bytes();
    let types: [(&[u8], &str); 8] = [
        (b".html", "text/html; charset=utf-8"),
        (b".js", "text/javascript; charset=utf-8"),
        (b".css", "text/css; charset=utf-8"),
        (b".json", "application/json"),
        (b".svg", "image/svg+xml"),
        (b".wasm", "application/wasm"),
        (b".woff2", "font/woff2"),
        (b".png", "image/png"),
    ];
    let mut index = 0;
    while index < types.len() {
        if ends_with(bytes, types[index].0) {
            return types[index].1;
        }
        index += 1;
    }
    "application/octet-stream"
}

const fn ends_with(text: &[u8], end: &[u8]) -> bool {
    if text.len() < end.len() {
        return false;
    }
    let mut index = 0;
    while index < end.len() {
        if text[text.len() - end.len() + index] != end[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// The file at a path, if the page has one there. `/` is `/index.html`.
pub(crate) fn find(path: &str) -> Option<&'static PageFile> {
    let path = path.strip_prefix('/').unwrap_or(path);
    let path = if path.is_empty() { "index.html" } else { path };
    FILES.iter().find(|file| file.path == path)
}

/// A tag that changes when any file does: browsers ask with it whether they have the present one.
pub(crate) fn tag() -> &'static str {
    static TAG: LazyLock<String> = LazyLock::new(|| {
        let hash: u64 = BuildHasherDefault::<DefaultHasher>::default()
            .hash_one(FILES.iter().map(|file| (file.path, file.bytes)).collect::<Vec<_>>());
        format!("\"{hash:016x}\"")
    });
    &TAG
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_their_path_alone() {
        assert!(find("/").is_some_and(|file| file.path == "index.html"));
        assert!(find("/index.html").is_some());
        for path in [
            "/../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "//index.html",
            "/index.html/",
            "/etc/passwd",
            "/INDEX.HTML",
        ] {
            assert!(find(path).is_none(), "{path}");
        }
    }

    #[test]
    fn types() {
        assert_eq!(content_type("a/b.js"), "text/javascript; charset=utf-8");
        assert_eq!(content_type("js"), "application/octet-stream");
    }
}
