//! `yomikiri man`: manual pages.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::CommandFactory as _;
use clap_mangen::Man as Page;

use crate::args::{Cli, Target};
use crate::complaint::Complaint;
use crate::exit::ExitVerdict;
use crate::output::Output;
use crate::style::Style;

/// Print a manual page, or write the pages of all commands
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri man | man -l -
  yomikiri man solve | man -l -
  yomikiri man --out ~/.local/share/man/man1")]
pub struct Man {
    /// Print the page of this command instead of the page about all commands
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Option<String>,
    /// Write `yomikiri.1` and a page for each command into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Man {
    /// Runs the command.
    pub fn run(self, out: &mut Output, _: Style) -> anyhow::Result<ExitVerdict> {
        let mut top = Cli::command().disable_help_subcommand(true);
        top.build();
        let mut pages = vec![top.clone()];
        pages.extend(top.get_subcommands().map(|command| {
            let name = format!("yomikiri-{}", command.get_name());
            command.clone().display_name(name)
        }));
        if let Some(folder) = self.out {
            fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
            for page in pages {
                let file = format!("{}.1", page.get_display_name().unwrap_or("yomikiri"));
                out.save(&Target::File(folder.join(file)), &render(page)?)?;
            }
            return Ok(ExitVerdict::None);
        }
        let name = self.command.as_deref().unwrap_or("yomikiri");
        let page = pages.into_iter().find(|page| page.get_name() == name);
        let page = page.ok_or_else(|| {
            Complaint::new("there is no such command", "そのようなコマンドはありません").about(name)
        })?;
        out.bytes(&render(page)?)?;
        Ok(ExitVerdict::None)
    }
}

fn render(command: clap::Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    Page::new(command).render(&mut page)?;
    Ok(page)
}
