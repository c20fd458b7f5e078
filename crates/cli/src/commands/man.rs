//! `yomikiri man`: manual pages.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::CommandFactory as _;
use clap_mangen::Man as Page;

use crate::args::{Cli, Target};
use crate::exit::Verdict;
use crate::output::Output;
use crate::style::Style;

/// Print the manual page, or write the pages of all commands
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri man | man -l -
  yomikiri man --out ~/.local/share/man/man1")]
pub struct Man {
    /// Write `yomikiri.1` and a page for each command into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Man {
    /// Runs the command.
    pub fn run(self, out: &mut Output, _: Style) -> anyhow::Result<Verdict> {
        let mut top = Cli::command().disable_help_subcommand(true);
        top.build();
        let Some(folder) = self.out else {
            out.bytes(&render(top)?)?;
            return Ok(Verdict::None);
        };
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let commands: Vec<clap::Command> = top.get_subcommands().cloned().collect();
        let mut save =
            |name: &str, page: Vec<u8>| out.save(&Target::File(folder.join(format!("{name}.1"))), &page);
        save("yomikiri", render(top)?)?;
        for command in commands {
            let name = format!("yomikiri-{}", command.get_name());
            save(&name, render(command.display_name(&name))?)?;
        }
        Ok(Verdict::None)
    }
}

fn render(command: clap::Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    Page::new(command).render(&mut page)?;
    Ok(page)
}
