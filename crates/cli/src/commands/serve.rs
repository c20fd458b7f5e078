//! `yomikiri serve`: the workbench in a browser.

use std::net::{IpAddr, Ipv4Addr};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::anyhow;
use yomikiri_serve::{ServeError, Server, ServerLimits, Settings};

use crate::args::{bytes, seconds};
use crate::exit::{ExitVerdict, bad_input, print_error};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::style::Style;
use crate::text;

/// The time for the head of a request, and again for its body.
const REQUEST_TIME: Duration = Duration::from_secs(10);

/// Open the workbench: set up, solve, play, judge and compose in a browser
///
/// A server on this machine gives the page and searches for it. Only this machine can reach it, unless --address says otherwise. The
/// limits are for each search; more searches than --jobs, or than fit into --total-memory, wait in a queue. A search ends when its page
/// is closed. Ctrl-C ends the server.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri serve --open
  yomikiri serve --port 8080 --jobs 2 --time 60 --memory 512MiB

Exit codes: 130 after Ctrl-C, 2 bad input, 1 anything else.")]
pub struct Serve {
    /// The port; 0 takes one that is free
    #[arg(long, value_name = "N", default_value_t = 7117, allow_negative_numbers = true)]
    port: u16,
    /// The address to listen on; 0.0.0.0 lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// A name under which pages may reach the server, beside localhost and addresses; may be given several times
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Searches that run at once; without it, as many as there are cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256), allow_negative_numbers = true)]
    jobs: Option<u16>,
    /// Searches that may wait; what comes then is refused
    #[arg(long, value_name = "N", default_value_t = 256, allow_negative_numbers = true)]
    queue: u16,
    /// The most seconds of a search
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "600", allow_negative_numbers = true)]
    time: Duration,
    /// The most nodes of a search
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// The most memory of a search: bytes, or with a unit as in 512MiB
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "512MiB", allow_negative_numbers = true)]
    memory: usize,
    /// The most memory of all searches together
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "2GiB", allow_negative_numbers = true)]
    total_memory: usize,
}

impl Serve {
    /// Runs the command.
    pub fn run(self, out: &mut Output, style: Style) -> anyhow::Result<ExitVerdict> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let limits = ServerLimits {
            time: Some(self.time),
            nodes: self.nodes,
            memory: self.memory,
            total_memory: self.total_memory,
            jobs: self.jobs.map_or_else(cores, usize::from),
            queue: self.queue.into(),
        };
        let Serve { address, port, host: hosts, .. } = self;
        let settings = Settings { address, port, hosts, request_time: REQUEST_TIME, limits };
        let interrupt = Interrupt::listen()?;
        let server = Server::bind(&settings).map_err(|error| match error {
            ServeError::Listen { .. } => bad_input(error),
            ServeError::System(error) => anyhow!(error),
        })?;
        let page = format!("http://{}/", server.address());
        out.text(&format!("{}\n", text::serving(&page, style.lang)))?;
        out.flush()?;
        if !server.address().ip().is_loopback() {
            print_error(text::exposed(&server.address().to_string(), style.lang));
        }
        if self.open
            && let Err(error) = open(&page)
        {
            print_error(format_args!("--open: the browser cannot be started: {error}"));
        }
        server.run(interrupt.flag());
        Ok(ExitVerdict::None)
    }
}

/// Opens a page in the browser of the person, and does not wait for it.
fn open(page: &str) -> std::io::Result<()> {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    command.arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().map(|_| ())
}
