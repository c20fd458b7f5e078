//! The workbench: a page in the browser, and a server on this machine that searches for it.
//!
//! | path | what |
//! |---|---|
//! | `POST /api/run` | a [request](yomikiri_service::Request) as JSON; the answer is a stream of [events](yomikiri_service::Event), one JSON object a line |
//! | `POST /api/stop` | `{"id": …}` ends a search, which then says what it knows |
//! | `GET /api/info` | the version, the limits, what can be asked, how much is going on |
//! | anything else | the page, whose files are part of the binary; no file of the machine is ever read |
//!
//! Every search has a thread of its own and dies with the connection that asked for it.
//! [`ServerLimits`] bound each search and all of them together; what has to wait is in a queue and
//! learns how many are ahead of it. A page of another site can neither ask nor read: the headers
//! `Host` and `Origin` are checked.

mod body;
mod files;
mod handlers;
mod jobs;
mod limits;
mod origin_check;
mod server;
#[cfg(feature = "testing")]
pub mod testing;

pub use limits::ServerLimits;
pub use server::{ServeError, Server, Settings};
