//! Connections that send half a request, and their limit.

use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;

use super::*;

/// A connection that has sent the beginning of a request.
fn half_sent(address: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.write_all(text.as_bytes()).expect("the system takes it");
    stream
}

const HALF_A_HEAD: &str = "GET / HTTP/1.1\r\nHost: localhost\r\nAccept";
const HALF_A_BODY: &str = "POST /api/run HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{";

/// The number of connections that [`small`] allows: running and waiting searches, and 64 more.
const CONNECTIONS: usize = 66;

fn small(request_time: Duration) -> TestServer {
    let mut settings = settings();
    settings.request_time = request_time;
    (settings.limits.jobs, settings.limits.queue) = (1, 1);
    TestServer::start(&settings)
}

#[test]
fn half_sent_requests_are_closed() {
    let server = small(Duration::from_millis(300));
    let mut held: Vec<TcpStream> = (0..2 * CONNECTIONS)
        .map(|i| half_sent(server.address, if i % 2 == 0 { HALF_A_HEAD } else { HALF_A_BODY }))
        .collect();
    let reply = send(server.address, "GET", "/", &[], b"").expect("an answer after those in front");
    assert_eq!(reply.status, 200);
    for stream in &mut held {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it is closed");
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408 "), "{answer}");
    }
}

#[test]
fn the_number_of_connections_is_limited() {
    let server = small(Duration::from_secs(60));
    let mut held: Vec<TcpStream> = (0..CONNECTIONS).map(|_| half_sent(server.address, HALF_A_HEAD)).collect();
    let mut next = half_sent(server.address, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    next.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    let mut start = [0; 12];
    let error = next.read(&mut start).expect_err("no answer while all places are taken");
    assert!(matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut), "{error}");
    held.pop();
    next.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    next.read_exact(&mut start).expect("an answer as soon as there is a place");
    assert_eq!(&start, b"HTTP/1.1 200");
}
