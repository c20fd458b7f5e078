//! The server: a socket, and a loop that answers until it is asked to stop.

use std::future::IntoFuture as _;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use crate::guard::Guard;
use crate::handlers::{Shared, handle};
use crate::jobs::Jobs;
use crate::limits::Limits;

/// How often the server looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(50);

/// How long it waits for the searches to end, and for their answers to be read.
const PATIENCE: Duration = Duration::from_secs(2);

/// Where to listen and what to allow.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address. Others than those of this machine let others in.
    pub address: IpAddr,
    /// The port; 0 takes any that is free.
    pub port: u16,
    /// Names under which the server may be reached, beside `localhost` and addresses.
    pub hosts: Vec<String>,
    /// What searches may use.
    pub limits: Limits,
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
        let shared = Arc::new(Shared { jobs, guard: Guard::new(&settings.hosts) });
        Ok(Server { runtime, listener, address, shared })
    }

    /// The address, with the port that was taken.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until `stop` is set. Then all searches are stopped and say what they know; new ones are refused.
    ///
    /// # Errors
    ///
    /// If the system takes the socket away.
    pub fn run(self, stop: Arc<AtomicBool>) -> Result<(), ServeError> {
        let Server { runtime, listener, shared, .. } = self;
        let jobs = Arc::clone(&shared.jobs);
        let app = Router::new().fallback(handle).with_state(shared);
        let stopping = Arc::clone(&stop);
        let until_stopped = async move {
            while !stopping.load(Ordering::Relaxed) {
                tokio::time::sleep(LOOK).await;
            }
        };
        runtime.block_on(async {
            let server =
                tokio::spawn(axum::serve(listener, app).with_graceful_shutdown(until_stopped).into_future());
            while !stop.load(Ordering::Relaxed) && !server.is_finished() {
                tokio::time::sleep(LOOK).await;
            }
            let closing = tokio::task::spawn_blocking(move || jobs.close(PATIENCE));
            let _ = closing.await;
            // Open connections that only wait would keep it for ever.
            match tokio::time::timeout(PATIENCE, server).await {
                Ok(Ok(served)) => served.map_err(ServeError::System),
                Ok(Err(_)) | Err(_) => Ok(()),
            }
        })
    }
}
