//! `yomikiri serve`: the real binary; the server itself is tested in its own crate.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::process::{Child, Stdio};

use serde_json::json;
use yomikiri_serve::testing::{post, send};
use yomikiri_testing as testing;

use crate::common::run;

const BINARY: &str = env!("CARGO_BIN_EXE_yomikiri");

/// A running server, and where it is.
fn serve(port: &str, more: &[&str]) -> (Child, SocketAddr) {
    let mut child = testing::command(BINARY)
        .args(["serve", "--port", port])
        .args(more)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    let address = address.and_then(|text| text.parse().ok()).expect(&line);
    (child, address)
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let sent = std::process::Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(sent.expect("kill").success());
}

#[test]
#[cfg(unix)]
fn it_says_where_it_is_answers_and_ends_with_ctrl_c() {
    let (mut child, address) = serve("0", &["--jobs", "1", "--memory", "16MiB", "--time", "30"]);
    assert!(address.ip().is_loopback());
    assert_eq!(send(address, "GET", "/", &[], b"").unwrap().status, 200);
    let info = send(address, "GET", "/api/info", &[], b"").unwrap().json().unwrap();
    assert_eq!((&info["limits"]["jobs"], &info["limits"]["memory"]), (&json!(1), &json!(16 << 20)));
    let request = json!({ "command": "solve", "position": "4k4/9/4P4/9/9/9/9/9/9 b G 1" });
    let events = post(address, "/api/run", &request).unwrap().events().unwrap();
    assert_eq!(events.last().unwrap()["answer"]["verdict"], "mate");
    signal(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
#[cfg(unix)]
fn a_killed_server_can_be_started_again_at_the_same_port() {
    let (mut child, address) = serve("0", &[]);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(send(address, "GET", "/", &[], b"").is_err());
    let port = address.port().to_string();
    let (mut again, address) = serve(&port, &[]);
    assert_eq!(send(address, "GET", "/", &[], b"").unwrap().status, 200);
    signal(&again, "-TERM");
    assert_eq!(again.wait().unwrap().code(), Some(143));
}

#[test]
#[cfg(unix)]
fn it_warns_when_other_machines_can_reach_it() {
    for (address, warns) in [("127.0.0.1", false), ("0.0.0.0", true)] {
        let (mut child, _) = serve("0", &["--address", address]);
        signal(&child, "-TERM");
        let mut errors = String::new();
        child.stderr.take().expect("piped").read_to_string(&mut errors).unwrap();
        child.wait().unwrap();
        assert_eq!(errors.contains("warning: other machines can reach 0.0.0.0:"), warns, "{errors}");
    }
}

#[test]
fn bad_input() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let message = run(["serve", "--port", &port]).error(2);
    assert!(message.starts_with("cannot listen on 127.0.0.1:"), "{message}");
    run(["serve", "--address", "here"]).error(2);
    run(["serve", "--jobs", "0"]).error(2);
}
