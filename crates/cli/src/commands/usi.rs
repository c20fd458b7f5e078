//! `yomikiri usi`: the engine for shogi interfaces.

use std::io;

use anyhow::Context as _;
use yomikiri_service::task::RulesArgs;
use yomikiri_usi::options::Options;

use crate::exit::ExitVerdict;
use crate::output::Output;
use crate::style::Style;

/// Be a mate engine for shogi interfaces: speak the USI protocol on standard input and output
///
/// `go mate` answers with `checkmate`; plain `go` with the first move of the mate or `bestmove resign`, with the defender to move with
/// the answer that holds out longest. Options: USI_Hash (MiB), Threads, NodesLimit, PvInterval, PostSearchLevel,
/// RootIsAndNodeIfChecked, MultiPV, Rules.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri usi
  (echo \"position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1\"; echo \"go mate 1000\"; sleep 1) | yomikiri usi

`yomikiri-usi` is the same engine for interfaces that cannot pass an argument.")]
pub struct Usi {
    #[command(flatten)]
    rules: RulesArgs,
}

impl Usi {
    /// Runs the command.
    pub fn run(self, out: &mut Output, _: Style) -> anyhow::Result<ExitVerdict> {
        let options = Options { rules: self.rules.rules, ..Options::default() };
        yomikiri_usi::run_with(options, io::stdin().lock(), out.writer()).context("standard input")?;
        Ok(ExitVerdict::None)
    }
}
