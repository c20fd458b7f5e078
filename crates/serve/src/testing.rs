//! For tests and load programs: a server in a thread of its own, and a small HTTP client.

use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::Value;

use crate::{Server, Settings};

/// A server that runs until this is dropped.
#[derive(Debug)]
pub struct TestServer {
    /// Where it listens.
    pub address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl TestServer {
    /// Starts a server.
    ///
    /// # Panics
    ///
    /// If the system refuses.
    pub fn start(settings: &Settings) -> TestServer {
        let server = Server::bind(settings).expect("a free port");
        let address = server.address();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = thread::spawn(move || server.run(flag));
        TestServer { address, stop, thread: Some(thread) }
    }

    /// Stops the server and waits until it has ended.
    pub fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The answer to an HTTP request; its body is read as it comes.
#[derive(Debug)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    stream: BufReader<TcpStream>,
    body: BodyKind,
    /// What was read and is not yet a whole line.
    rest: Vec<u8>,
}

#[derive(Debug)]
enum BodyKind {
    Chunked,
    Length(usize),
    Ended,
}

impl Reply {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The next event of a stream, or nothing at its end.
    ///
    /// # Errors
    ///
    /// If the connection breaks off or the line is not JSON.
    pub fn event(&mut self) -> io::Result<Option<Value>> {
        loop {
            if let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.rest.drain(..=end).collect();
                return serde_json::from_slice(&line).map(Some).map_err(io::Error::other);
            }
            if !self.more()? {
                return Ok(None);
            }
        }
    }

    /// All events from here on.
    ///
    /// # Errors
    ///
    /// If the connection breaks off.
    pub fn events(mut self) -> io::Result<Vec<Value>> {
        let mut events = Vec::new();
        while let Some(event) = self.event()? {
            events.push(event);
        }
        Ok(events)
    }

    /// The whole body.
    ///
    /// # Errors
    ///
    /// If the connection breaks off.
    pub fn bytes(mut self) -> io::Result<Vec<u8>> {
        while self.more()? {}
        Ok(self.rest)
    }

    /// The body as one JSON value.
    ///
    /// # Errors
    ///
    /// If the connection breaks off or the body is not JSON.
    pub fn json(self) -> io::Result<Value> {
        serde_json::from_slice(&self.bytes()?).map_err(io::Error::other)
    }

    /// Reads some more of the body; whether there was more.
    fn more(&mut self) -> io::Result<bool> {
        let size = match self.body {
            BodyKind::Ended => return Ok(false),
            BodyKind::Length(size) => {
                self.body = BodyKind::Ended;
                size
            }
            BodyKind::Chunked => {
                let mut line = String::new();
                self.stream.read_line(&mut line)?;
                usize::from_str_radix(line.trim(), 16).map_err(io::Error::other)?
            }
        };
        let start = self.rest.len();
        self.rest.resize(start + size, 0);
        self.stream.read_exact(&mut self.rest[start..])?;
        if matches!(self.body, BodyKind::Chunked) {
            let mut end = [0; 2];
            self.stream.read_exact(&mut end)?;
            if size == 0 {
                self.body = BodyKind::Ended;
            }
        }
        Ok(size > 0)
    }
}

/// Sends a request with these headers beside `Host` (unless they have one) and reads the head of the answer.
///
/// # Errors
///
/// If there is no connection or no answer.
pub fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> io::Result<Reply> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(120)))?;
    let mut head = format!("{method} {path} HTTP/1.1\r\n");
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        head += &format!("Host: {address}\r\n");
    }
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head += &format!("Content-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    stream.write_all(head.as_bytes())?;
    // A server that refuses the request need not read all of it.
    let sent = stream.write_all(body);
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    if stream.read_line(&mut line)? == 0 {
        return sent.and(Err(io::ErrorKind::UnexpectedEof.into()));
    }
    let status = line.split(' ').nth(1).and_then(|code| code.parse().ok());
    let status = status.ok_or_else(|| io::Error::other(format!("no status line: {line:?}")))?;
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let value = |name: &str| headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let body = match (value("transfer-encoding"), value("content-length")) {
        _ if method == "HEAD" || status == 304 => BodyKind::Ended,
        (Some("chunked"), _) => BodyKind::Chunked,
        (_, Some(length)) => BodyKind::Length(length.parse().map_err(io::Error::other)?),
        (_, None) => BodyKind::Ended,
    };
    Ok(Reply { status, headers, stream, body, rest: Vec::new() })
}

/// Sends a request to the interface.
///
/// # Errors
///
/// If there is no connection or no answer.
pub fn post(address: SocketAddr, path: &str, body: &Value) -> io::Result<Reply> {
    send(address, "POST", path, &[("Content-Type", "application/json")], body.to_string().as_bytes())
}
