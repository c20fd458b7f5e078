//! The commands, one file each; `batch` is what those that solve lists share.
//!
//! A new command is a file with a `clap::Args` struct that has `run`, its `mod` line, and its line in the list below.

mod algorithms;
pub mod batch;
mod beauty;
mod completions;
mod compose;
mod convert;
pub mod explain;
mod hisshi;
mod judge;
mod man;
mod moves;
mod perft;
mod serve;
mod show;
pub mod solve;
mod threats;
mod usi;
mod verify;

use crate::exit::ExitVerdict;
use crate::output::Output;
use crate::style::Style;

/// Makes the enum of all commands and its dispatch from one list.
macro_rules! commands {
    ($($(#[$attribute:meta])* $name:ident($module:ident)),* $(,)?) => {
        /// A command with its arguments.
        #[derive(Debug, clap::Subcommand)]
        pub enum Command {
            $($(#[$attribute])* $name($module::$name),)*
        }

        impl Command {
            /// Runs the command.
            pub fn run(self, out: &mut Output, style: Style) -> anyhow::Result<ExitVerdict> {
                match self {
                    $(Command::$name(command) => command.run(out, style),)*
                }
            }
        }
    };
}

commands! {
    Solve(solve),
    Hisshi(hisshi),
    Threats(threats),
    Judge(judge),
    Explain(explain),
    Verify(verify),
    Compose(compose),
    Beauty(beauty),
    Serve(serve),
    Usi(usi),
    Algorithms(algorithms),
    Perft(perft),
    Moves(moves),
    Show(show),
    Convert(convert),
    Completions(completions),
    Man(man),
}
