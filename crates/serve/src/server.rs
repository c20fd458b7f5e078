//! The server: a socket, and a loop that answers until it is asked to stop.

use std::convert::Infallible;
use std::future::{Future as _, poll_fn};
use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, watch};

use crate::handlers::{Shared, handle};
use crate::jobs::Jobs;
use crate::limits::ServerLimits;
use crate::origin_check::OriginCheck;

/// How often the server looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(50);

/// How long it waits for the searches to end, and for their answers to be read.
const TIMEOUT: Duration = Duration::from_secs(2);

/// How long it waits where the system has no room for another connection.
const REST: Duration = Duration::from_secs(1);

/// The number of connections in addition to those of searches that run or wait.
const SPARE_CONNECTIONS: usize = 64;

/// Where to listen and what to allow.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address. Others than those of this machine let others in.
    pub address: IpAddr,
    /// The port; 0 takes any that is free.
    pub port: u16,
    /// Names under which the server may be reached, beside `localhost` and addresses.
    pub hosts: Vec<String>,
    /// The time for the head of a request, and again for its body. Connections that take longer are
    /// closed.
    pub request_time: Duration,
    /// What searches may use. They also limit the number of connections: those that are too many
    /// wait until others are closed.
    pub limits: ServerLimits,
}

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be used.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        error: io::Error,
    },
    /// The system refuses something else.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
    /// Places for connections.
    places: Arc<Semaphore>,
}

impl Server {
    /// Listens from now on. Requests are answered when it [runs](Server::run).
    ///
    /// # Errors
    ///
    /// If the address cannot be used, or the system refuses.
    pub fn bind(settings: &Settings) -> Result<Server, ServeError> {
        // One thread suffices: all that takes long has threads of its own.
        let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
        let address = SocketAddr::new(settings.address, settings.port);
        let listener = runtime
            .block_on(TcpListener::bind(address))
            .map_err(|error| ServeError::Listen { address, error })?;
        let address = listener.local_addr()?;
        let jobs = Arc::new(Jobs::new(settings.limits));
        let (origin_check, request_time) = (OriginCheck::new(&settings.hosts), settings.request_time);
        let shared = Arc::new(Shared { jobs, origin_check, request_time });
        let ServerLimits { jobs, queue, .. } = settings.limits;
        let places = Arc::new(Semaphore::new(jobs + queue + SPARE_CONNECTIONS));
        Ok(Server { runtime, listener, address, shared, places })
    }

    /// The address, with the port that was taken.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until `stop` is set. Then all searches are stopped and say what they know; new ones are refused.
    pub fn run(self, stop: Arc<AtomicBool>) {
        let Server { runtime, listener, shared, places, .. } = self;
        let jobs = Arc::clone(&shared.jobs);
        // Connections look at the value, which says whether the server stops, and are counted as its readers.
        let (stopping, stopped) = watch::channel(false);
        runtime.block_on(async {
            while !stop.load(Ordering::Relaxed) {
                let accept = async {
                    let place = Arc::clone(&places).acquire_owned().await;
                    (listener.accept().await, place)
                };
                let Ok((accepted, place)) = tokio::time::timeout(LOOK, accept).await else { continue };
                match accepted {
                    Ok((stream, _)) => {
                        let connection = serve_connection(stream, Arc::clone(&shared), stopped.clone());
                        tokio::spawn(async move {
                            connection.await;
                            drop(place);
                        });
                    }
                    Err(error) if is_of_one_connection(&error) => {}
                    Err(_) => tokio::time::sleep(REST).await,
                }
            }
            drop((listener, stopped));
            let _ = stopping.send(true);
            let closing = tokio::task::spawn_blocking(move || jobs.close(TIMEOUT));
            let _ = closing.await;
            // Open connections that only wait would keep it for ever.
            let _ = tokio::time::timeout(TIMEOUT, stopping.closed()).await;
        });
    }
}

/// Answers the requests of one connection until it is closed or the server stops; what is being answered then is still finished.
async fn serve_connection(stream: TcpStream, shared: Arc<Shared>, mut stopped: watch::Receiver<bool>) {
    let service = service_fn(|request| {
        let shared = Arc::clone(&shared);
        async move { Ok::<_, Infallible>(handle(&shared, request).await) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(shared.request_time);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    let mut stops = pin!(stopped.wait_for(|&stops| stops));
    let mut has_stopped = false;
    // An error means that the client closed the connection or took too long. Nobody is left to
    // report it to.
    let _ = poll_fn(|context| {
        if !has_stopped && stops.as_mut().poll(context).is_ready() {
            has_stopped = true;
            connection.as_mut().graceful_shutdown();
        }
        connection.as_mut().poll(context)
    })
    .await;
}

/// Whether a connection failed before it was accepted. Other errors mean that the system has too few of something.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset
    )
}
