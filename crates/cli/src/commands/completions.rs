//! `yomikiri completions`: shell completions.

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::args::Cli;
use crate::exit::ExitVerdict;
use crate::output::Output;
use crate::style::Style;

/// Print the completions for a shell
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri completions bash > ~/.local/share/bash-completion/completions/yomikiri
  yomikiri completions fish > ~/.config/fish/completions/yomikiri.fish")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Runs the command.
    pub fn run(self, out: &mut Output, _: Style) -> anyhow::Result<ExitVerdict> {
        // Into memory first: the generator panics when it cannot write.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "yomikiri", &mut script);
        out.bytes(&script)?;
        Ok(ExitVerdict::None)
    }
}
