//! The files of the page.

use std::path::{Path, PathBuf};

use super::*;

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder of the page");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

#[test]
fn all_files_of_the_page_are_embedded() {
    let server = server();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    let mut size = 0;
    for path in files_below(&folder) {
        let file = path.strip_prefix(&folder).unwrap().to_str().unwrap().replace('\\', "/");
        let reply = send(server.address, "GET", &format!("/{file}"), &[], b"").unwrap();
        assert_eq!(reply.status, 200, "{file}: the list in files.rs, and the folder web/page");
        assert_ne!(reply.header("content-type"), Some("application/octet-stream"), "{file}");
        let bytes = reply.bytes().unwrap();
        size += bytes.len();
        assert!(bytes == std::fs::read(path).unwrap(), "{file}");
    }
    assert!(size < 300_000, "{size} bytes");
}

#[test]
fn files_come_with_their_types_and_a_tag() {
    let server = server();
    let page = send(server.address, "GET", "/", &[], b"").unwrap();
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    let tag = page.header("etag").expect("a tag").to_owned();
    assert!(String::from_utf8(page.bytes().unwrap()).unwrap().contains("<html"));
    let known = send(server.address, "GET", "/", &[("If-None-Match", &tag)], b"").unwrap();
    assert_eq!(known.status, 304);
    let head = send(server.address, "HEAD", "/index.html", &[], b"").unwrap();
    assert_eq!((head.status, head.bytes().unwrap().len()), (200, 0));
}

#[test]
fn no_file_of_the_machine_can_be_reached() {
    let server = server();
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/etc/passwd",
        "//etc/passwd",
        "/page/../../Cargo.toml",
        "/index.html%00.js",
        "/\\..\\Cargo.toml",
    ] {
        let status = send(server.address, "GET", path, &[], b"").unwrap().status;
        assert!([400, 404].contains(&status), "{path}: {status}");
    }
    let request = json!({ "command": "solve", "position": "/etc/passwd" });
    assert_eq!(post(server.address, "/api/run", &request).unwrap().status, 400, "a text is never a path");
}

#[test]
fn info() {
    let server = server();
    let info = send(server.address, "GET", "/api/info", &[], b"").unwrap().json().unwrap();
    assert_eq!(info["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(info["limits"]["memory"], 16 << 20);
    assert_eq!(info["limits"]["time"], 60.0);
    assert_eq!(info["searches"], json!({ "running": 0, "waiting": 0 }));
}
