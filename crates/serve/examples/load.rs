//! Many pages at once: `load [SECONDS] [PAGES] [SEARCHES A PAGE]`, by default 120 s, 50 pages and 4 searches each.
//!
//! A server runs in this process, and every page keeps some searches going over real sockets on this machine: most are read to their
//! end, some are stopped, and some connections are dropped. At the end: how many were answered, how long they took and waited, how
//! long a stop took, and the most memory that was in use. Anything but an answer is an error.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use yomikiri_serve::testing::{TestServer, post, send};
use yomikiri_serve::{ServerLimits, Settings};

/// Problems of 1 to 1525 plies, some of which no limit here suffices for.
const PROBLEMS: [&str; 5] = [
    "4k4/9/4P4/9/9/9/9/9/9 b G 1",
    "9/9/6n2/8n/6+pl1/7Sn/4+pp1k1/7N1/7s+R b R2B4g2s3l15p 1",
    "4l4/9/4n4/9/2Ss1n+p+B1/1p7/4lG+b2/2p1k4/2+p2L3 b 2RG2g2s2nl14p 1",
    "2lS5/1kgp5/pB3+r3/3+b+P4/PlpgS4/9/9/9/9 b R2SP2g4n2l12p 1",
    "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1",
];

/// What became of the searches.
#[derive(Default)]
struct Tally {
    answered: AtomicU64,
    stopped: AtomicU64,
    dropped: AtomicU64,
    /// Requests that were refused because the queue was full.
    refused: AtomicU64,
    errors: Mutex<Vec<String>>,
    /// Seconds from the request to the answer, and from a stop to it.
    seconds: Mutex<Vec<f64>>,
    stop_seconds: Mutex<Vec<f64>>,
    most_waiting: AtomicU64,
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("a number"));
    let (seconds, pages, each) =
        (arguments.next().unwrap_or(120), arguments.next().unwrap_or(50), arguments.next().unwrap_or(4));
    let limits = ServerLimits {
        time: Some(Duration::from_secs(2)),
        nodes: None,
        memory: 64 << 20,
        total_memory: 128 << 20,
        jobs: 2,
        queue: 256,
    };
    let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let request_time = Duration::from_secs(10);
    let settings = Settings { address, port: 0, hosts: Vec::new(), request_time, limits };
    let server = TestServer::start(&settings);
    let tally = Tally::default();
    let end = Instant::now() + Duration::from_secs(seconds);
    thread::scope(|scope| {
        for search in 0..pages * each {
            let (tally, address) = (&tally, server.address);
            scope.spawn(move || {
                let mut number = search;
                while Instant::now() < end {
                    number = number
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    if let Err(error) = one(address, number >> 33, tally) {
                        tally.errors.lock().expect("no panic").push(error);
                    }
                }
            });
        }
        scope.spawn(|| {
            while Instant::now() < end {
                let info = send(server.address, "GET", "/api/info", &[], b"").and_then(|reply| reply.json());
                let waiting = info.ok().and_then(|info| info["searches"]["waiting"].as_u64()).unwrap_or(0);
                tally.most_waiting.fetch_max(waiting, Ordering::Relaxed);
                thread::sleep(Duration::from_millis(500));
            }
        });
    });
    report(&tally, seconds, pages, each);
    assert!(tally.errors.lock().expect("no panic").is_empty(), "no error but a full queue");
}

/// One search of a page.
fn one(address: SocketAddr, random: u64, tally: &Tally) -> Result<(), String> {
    let problem = PROBLEMS[random as usize % PROBLEMS.len()];
    let command = if random.is_multiple_of(3) { "judge" } else { "solve" };
    let start = Instant::now();
    // Now and then somebody wants the certificate, too.
    let certificate = random.is_multiple_of(11);
    let request = json!({ "command": command, "position": problem, "time": 1, "certificate": certificate });
    let mut reply = post(address, "/api/run", &request).map_err(|error| format!("no connection: {error}"))?;
    if reply.status == 503 {
        tally.refused.fetch_add(1, Ordering::Relaxed);
        thread::sleep(Duration::from_millis(200));
        return Ok(());
    }
    if reply.status != 200 {
        return Err(format!("status {}", reply.status));
    }
    let mut asked_to_stop = None;
    loop {
        let event = reply.event().map_err(|error| format!("broken off: {error}"))?;
        let event = event.ok_or("the stream ended without an answer")?;
        match event["event"].as_str() {
            Some("done") => break,
            Some("error") => return Err(event.to_string()),
            Some("progress") if random.is_multiple_of(7) => {
                tally.dropped.fetch_add(1, Ordering::Relaxed);
                return Ok(());
            }
            Some("started") if random.is_multiple_of(5) => {
                let id: &Value = &event["id"];
                asked_to_stop = Some(Instant::now());
                post(address, "/api/stop", &json!({ "id": id }))
                    .and_then(|reply| reply.json())
                    .map_err(|error| format!("stop: {error}"))?;
            }
            _ => {}
        }
    }
    if let Some(asked) = asked_to_stop {
        tally.stopped.fetch_add(1, Ordering::Relaxed);
        tally.stop_seconds.lock().expect("no panic").push(asked.elapsed().as_secs_f64());
    }
    tally.answered.fetch_add(1, Ordering::Relaxed);
    tally.seconds.lock().expect("no panic").push(start.elapsed().as_secs_f64());
    Ok(())
}

fn report(tally: &Tally, seconds: u64, pages: u64, each: u64) {
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    println!("{pages} pages with {each} searches each for {seconds} s");
    println!(
        "answered {}, of them stopped {}; connections dropped {}; refused because the queue was full {}; most waiting {}",
        count(&tally.answered),
        count(&tally.stopped),
        count(&tally.dropped),
        count(&tally.refused),
        count(&tally.most_waiting)
    );
    for (name, times) in [("answer", &tally.seconds), ("stop", &tally.stop_seconds)] {
        let mut times = times.lock().expect("no panic").clone();
        times.sort_by(f64::total_cmp);
        let at = |part: f64| times.get(((times.len() as f64 - 1.0) * part) as usize).copied().unwrap_or(0.0);
        println!("seconds to the {name}: median {:.3}, 99 % {:.3}, most {:.3}", at(0.5), at(0.99), at(1.0));
    }
    let errors = tally.errors.lock().expect("no panic");
    println!("errors {}: {:?}", errors.len(), errors.first());
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        let peak = status.lines().filter(|line| line.starts_with("VmHWM") || line.starts_with("VmRSS"));
        println!("memory: {}", peak.collect::<Vec<_>>().join(", ").replace('\t', " "));
    }
}
