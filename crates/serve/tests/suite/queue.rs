//! The queue and the limits of all searches together.

use super::*;

#[test]
fn searches_wait_and_are_told_for_how_many() {
    let mut settings = settings();
    settings.limits.jobs = 1;
    let server = TestServer::start(&settings);
    let mut first = endless(server.address);
    let id = until(&mut first, "started")["id"].clone();
    let mut second = endless(server.address);
    assert_eq!(until(&mut second, "queued")["ahead"], 1);
    let mut third = endless(server.address);
    assert_eq!(until(&mut third, "queued")["ahead"], 2);
    assert_eq!(counts(server.address), (1, 2));
    // The second page is closed: the third one moves up.
    drop(second);
    assert_eq!(until(&mut third, "queued")["ahead"], 1);
    post(server.address, "/api/stop", &json!({ "id": id })).unwrap();
    until(&mut first, "done");
    until(&mut third, "started");
    assert_eq!(counts(server.address), (1, 0));
}

#[test]
fn what_waits_can_be_stopped() {
    let mut settings = settings();
    settings.limits.jobs = 1;
    let server = TestServer::start(&settings);
    let mut first = endless(server.address);
    until(&mut first, "started");
    let mut second = endless(server.address);
    let id = until(&mut second, "queued")["id"].clone();
    let stopped = post(server.address, "/api/stop", &json!({ "id": id })).unwrap().json().unwrap();
    assert_eq!(stopped["stopped"], true);
    assert_eq!(until(&mut second, "done")["answer"]["stop_reason"], "stopped");
}

#[test]
fn a_full_queue_refuses() {
    let mut settings = settings();
    (settings.limits.jobs, settings.limits.queue) = (1, 1);
    let server = TestServer::start(&settings);
    let mut first = endless(server.address);
    until(&mut first, "started");
    let mut second = endless(server.address);
    until(&mut second, "queued");
    let third = endless(server.address);
    assert_eq!(third.status, 503);
    let error = third.json().unwrap();
    assert_eq!(error["event"], "error");
    assert!(error["error"].as_str().unwrap().contains("the queue is full"), "{error}");
    // What does not search never waits.
    let events = run(server.address, json!({ "command": "read", "position": MATE_IN_1 }));
    assert_eq!(events.last().unwrap()["event"], "done");
}

#[test]
fn memory_is_shared() {
    let mut settings = settings();
    settings.limits.jobs = 8;
    settings.limits.total_memory = 40 << 20;
    let server = TestServer::start(&settings);
    // 16 MiB each: two fit.
    let mut searches: Vec<Reply> = (0..2).map(|_| endless(server.address)).collect();
    for search in &mut searches {
        until(search, "started");
    }
    let mut third = endless(server.address);
    until(&mut third, "queued");
    drop(searches.pop());
    until(&mut third, "started");
}

/// The resident memory of this process, in bytes.
#[cfg(target_os = "linux")]
fn resident() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    statm.split(' ').nth(1).unwrap().parse::<u64>().unwrap() * 4096
}

#[test]
#[cfg(target_os = "linux")]
fn the_memory_of_a_search_is_returned() {
    // In a process of its own: other tests use memory at the same time.
    const ALONE: &str = "YOMIKIRI_TEST_ALONE";
    if std::env::var_os(ALONE).is_none() {
        let test = "queue::the_memory_of_a_search_is_returned";
        let mut alone = std::process::Command::new(std::env::current_exe().unwrap());
        let output = alone.args(["--exact", test]).env(ALONE, "1").output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("1 passed"), "{said}");
        return;
    }
    let mut settings = settings();
    (settings.limits.memory, settings.limits.total_memory) = (64 << 20, 64 << 20);
    let server = TestServer::start(&settings);
    let search = || {
        let mut reply = endless(server.address);
        let mut used = 0.0;
        while used < 0.1 {
            used = until(&mut reply, "progress")["table"].as_f64().unwrap();
        }
        drop(reply);
        until_idle(server.address);
    };
    search();
    // Each of them fills some 6 MiB.
    let before = resident();
    for _ in 0..2 {
        search();
    }
    let after = resident();
    assert!(after < before + (10 << 20), "{before} bytes before two searches, {after} after them");
}
