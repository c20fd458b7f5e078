//! `yomikiri usi`: the engine for shogi interfaces.

use std::io;

use anyhow::Context as _;

use crate::exit::Verdict;
use crate::output::Output;
use crate::style::Style;

/// Be a mate engine for shogi interfaces: speak the USI protocol on standard input and output
///
/// `go mate` answers with `checkmate`; plain `go` with the first move of the mate or `bestmove resign`. Options: USI_Hash (MiB),
/// NodesLimit, PvInterval, PostSearchLevel, RootIsAndNodeIfChecked.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri usi
  (echo \"position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1\"; echo \"go mate 1000\"; sleep 1) | yomikiri usi

`yomikiri-usi` is the same engine for interfaces that cannot pass an argument.")]
pub struct Usi {}

impl Usi {
    /// Runs the command.
    pub fn run(self, out: &mut Output, _: Style) -> anyhow::Result<Verdict> {
        yomikiri_usi::run(io::stdin().lock(), out.writer()).context("standard input")?;
        Ok(Verdict::None)
    }
}
