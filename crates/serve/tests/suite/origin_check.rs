//! Who may ask: hosts, origins; and what may be asked: sizes, rubbish, methods.

use super::*;

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let server = server();
    let own = format!("http://{}", server.address);
    for (headers, status) in [
        (vec![("Host", "evil.example")], 403),
        (vec![("Host", "evil.example:80")], 403),
        (vec![("Host", "localhost:1234")], 200),
        (vec![("Origin", "http://evil.example")], 403),
        (vec![("Origin", "null")], 403),
        (vec![("Origin", own.as_str())], 200),
        (vec![("Sec-Fetch-Site", "cross-site")], 403),
    ] {
        let reply = send(server.address, "GET", "/api/info", &headers, b"").unwrap();
        assert_eq!(reply.status, status, "{headers:?}");
    }
    let body = json!({ "command": "solve", "position": MATE_IN_1 }).to_string();
    for path in ["/api/run", "/api/stop"] {
        let reply = send(server.address, "POST", path, &[("Origin", "http://evil.example")], body.as_bytes())
            .unwrap();
        assert_eq!(reply.status, 403);
        assert_eq!(reply.json().unwrap()["event"], "error");
    }
    // The page itself may be linked to from elsewhere, but not under another name.
    let reply = send(server.address, "GET", "/", &[("Sec-Fetch-Site", "cross-site")], b"").unwrap();
    assert_eq!(reply.status, 200);
    assert_eq!(send(server.address, "GET", "/", &[("Host", "evil.example")], b"").unwrap().status, 403);
}

#[test]
fn no_answer_may_be_framed() {
    let server = server();
    let solve = json!({ "command": "solve", "position": MATE_IN_1 }).to_string();
    let large = " ".repeat((1 << 20) + 1);
    for (method, path, headers, body, status) in [
        ("GET", "/", vec![], "", 200),
        ("HEAD", "/app.js", vec![], "", 200),
        ("GET", "/nothing.js", vec![], "", 404),
        ("POST", "/", vec![], "", 405),
        ("GET", "/", vec![("Host", "evil.example")], "", 403),
        ("GET", "/api/info", vec![], "", 200),
        ("GET", "/api/nothing", vec![], "", 404),
        ("POST", "/api/run", vec![], &solve, 200),
        ("POST", "/api/run", vec![], "{", 400),
        ("POST", "/api/run", vec![], &large, 413),
    ] {
        let reply = send(server.address, method, path, &headers, body.as_bytes()).unwrap();
        assert_eq!(reply.status, status, "{method} {path}");
        assert_eq!(reply.header("x-frame-options"), Some("DENY"), "{method} {path}");
        let policy = reply.header("content-security-policy");
        assert_eq!(policy, Some("frame-ancestors 'none'"), "{method} {path}");
    }
}

#[test]
fn names_can_be_allowed() {
    let server = TestServer::start(&Settings { hosts: vec!["shogi.example".to_owned()], ..settings() });
    let headers = [("Host", "shogi.example"), ("Origin", "https://shogi.example")];
    assert_eq!(send(server.address, "GET", "/api/info", &headers, b"").unwrap().status, 200);
}

#[test]
fn large_bodies_are_refused() {
    let server = server();
    for size in [(1 << 20) + 1, 10 << 20] {
        for path in ["/api/run", "/api/stop"] {
            let reply = send(server.address, "POST", path, &[], &vec![b' '; size]).unwrap();
            assert_eq!(reply.status, 413, "{size} bytes to {path}");
            assert_eq!(reply.json().unwrap()["error"], "the body is larger than 1024 KiB");
        }
    }
    let reply = send(server.address, "POST", "/api/run", &[], &vec![b' '; 1 << 20]).unwrap();
    assert_eq!(reply.status, 400, "not too large, but no JSON");
}

#[test]
fn rubbish_is_refused_in_one_line() {
    let server = server();
    for body in
        [&b""[..], b"{", b"\xff\xfe\x00", b"[]", b"null", br#"{"command":"rm -rf /"}"#, br#"{"command":7}"#]
    {
        let reply = send(server.address, "POST", "/api/run", &[], body).unwrap();
        assert_eq!(reply.status, 400, "{body:?}");
        let error = reply.json().unwrap();
        assert!(error["error"].as_str().is_some_and(|line| !line.contains('\n')), "{error}");
    }
    // A text that cannot be read is an answer of `read`, and a fault of every other command.
    for (command, status) in [("read", 200), ("solve", 400)] {
        let reply =
            post(server.address, "/api/run", &json!({ "command": command, "position": "4k4" })).unwrap();
        assert_eq!(reply.status, status, "{command}");
        assert_eq!(reply.json().unwrap()["event"], "error", "{command}");
    }
    for body in [&b""[..], b"[]", b"{}", br#"{"id":3}"#] {
        assert_eq!(send(server.address, "POST", "/api/stop", &[], body).unwrap().status, 400);
    }
    // Nested far deeper than any request.
    let deep = format!("{{\"command\":\"solve\",\"position\":{}", "[".repeat(100_000));
    assert_eq!(send(server.address, "POST", "/api/run", &[], deep.as_bytes()).unwrap().status, 400);
    // Stopping what was never started, before anything else.
    let stopped = post(server.address, "/api/stop", &json!({ "id": "nobody" })).unwrap().json().unwrap();
    assert_eq!(stopped["stopped"], false);
}

#[test]
fn other_paths_and_methods() {
    let server = server();
    for (method, path, status) in [
        ("GET", "/api/run", 405),
        ("DELETE", "/api/stop", 405),
        ("POST", "/api/info", 405),
        ("POST", "/", 405),
        ("GET", "/api/", 404),
        ("GET", "/api/files", 404),
        ("GET", "/nothing.js", 404),
    ] {
        assert_eq!(send(server.address, method, path, &[], b"").unwrap().status, status, "{method} {path}");
    }
}
