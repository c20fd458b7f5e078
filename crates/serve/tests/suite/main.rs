//! The server, through real sockets on this machine.

mod connections;
mod origin_check;
mod page;
mod parity;
mod queue;
mod searches;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use yomikiri_serve::testing::{Reply, TestServer, post, send};
use yomikiri_serve::{ServerLimits, Settings};

/// A mate in one.
const MATE_IN_1: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
/// ミクロコスモス, a mate in 1525: no search here comes to its end.
const ENDLESS: &str =
    "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";

fn settings() -> Settings {
    let limits = ServerLimits {
        time: Some(Duration::from_secs(60)),
        nodes: None,
        memory: 16 << 20,
        total_memory: 64 << 20,
        jobs: 2,
        queue: 8,
    };
    let (address, request_time) = (IpAddr::V4(Ipv4Addr::LOCALHOST), Duration::from_secs(60));
    Settings { address, port: 0, hosts: Vec::new(), request_time, limits }
}

fn server() -> TestServer {
    TestServer::start(&settings())
}

/// Runs a request that goes well.
#[track_caller]
fn run(address: SocketAddr, request: Value) -> Vec<Value> {
    let reply = post(address, "/api/run", &request).expect("an answer");
    let status = reply.status;
    if status != 200 {
        panic!("status {status}: {:?}", reply.json());
    }
    assert_eq!(reply.header("content-type"), Some("application/x-ndjson"));
    reply.events().expect("a whole stream")
}

/// A search that does not end by itself.
fn endless(address: SocketAddr) -> Reply {
    let request = json!({ "command": "solve", "position": ENDLESS });
    post(address, "/api/run", &request).expect("an answer")
}

/// Reads up to the first event of a kind.
#[track_caller]
fn until(reply: &mut Reply, kind: &str) -> Value {
    loop {
        let event = reply.event().expect("the stream goes on").expect("not its end");
        if event["event"] == kind {
            return event;
        }
        assert_ne!(event["event"], "error", "{event}");
    }
}

/// How many searches run, and how many wait.
fn counts(address: SocketAddr) -> (u64, u64) {
    let info = send(address, "GET", "/api/info", &[], b"").unwrap().json().unwrap();
    let count = |name: &str| info["searches"][name].as_u64().expect("a number");
    (count("running"), count("waiting"))
}

/// Waits until no search runs or waits; how long that took.
#[track_caller]
fn until_idle(address: SocketAddr) -> Duration {
    let start = Instant::now();
    while counts(address) != (0, 0) {
        assert!(start.elapsed() < Duration::from_secs(20), "still busy");
        std::thread::sleep(Duration::from_millis(5));
    }
    start.elapsed()
}
