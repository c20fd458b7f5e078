//! `yomikiri perft`: count the move tree.

use std::fmt::Write as _;
use std::time::Instant;

use serde_json::{Map, json};
use yomikiri_shogi::{Color, Move, Position, perft, tsume_perft};

use crate::args::{JsonArgs, PositionArgs};
use crate::exit::ExitVerdict;
use crate::input;
use crate::output::Output;
use crate::style::Style;

/// Count the positions of the move tree to a depth
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri perft startpos --depth 4 --divide
  yomikiri perft \"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\" --tsume --depth 5")]
pub struct Perft {
    #[command(flatten)]
    position: PositionArgs,
    /// How many plies deep, at most 100
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(..=100))]
    depth: u32,
    /// Count the tree below each move
    #[arg(long)]
    divide: bool,
    /// Walk the tree of a mate search: all checks, all evasions, every node counted, the root too
    ///
    /// The attacker is the side to move; where only one side has a king, it is the other side.
    #[arg(long)]
    tsume: bool,
    #[command(flatten)]
    json: JsonArgs,
}

impl Perft {
    /// Runs the command.
    pub fn run(self, out: &mut Output, _: Style) -> anyhow::Result<ExitVerdict> {
        let mut position = input::position(&self.position)?.position;
        let walk = if self.tsume { Walk::Tsume(attacker(&position)) } else { Walk::All };
        let start = Instant::now();
        let (nodes, shares) = if self.divide {
            let shares = walk.divide(&mut position, self.depth);
            // Where nothing was divided, the root is the only node.
            let root = u64::from(self.tsume || self.depth == 0);
            (root + shares.iter().map(|(_, nodes)| nodes).sum::<u64>(), shares)
        } else {
            (walk.count(&mut position, self.depth), Vec::new())
        };
        let seconds = start.elapsed().as_secs_f64();
        if self.json.json {
            let mut object = json!({ "depth": self.depth, "nodes": nodes, "seconds": seconds });
            if self.divide {
                let shares: Map<_, _> =
                    shares.iter().map(|(mv, nodes)| (mv.to_string(), json!(nodes))).collect();
                object["divide"] = shares.into();
            }
            out.json(&object)?;
        } else {
            let mut text = String::new();
            for (mv, nodes) in shares {
                let _ = writeln!(text, "{:<5} {nodes}", mv.to_string());
            }
            let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
            let _ = writeln!(
                text,
                "{nodes} nodes at depth {} in {seconds:.3} s ({speed:.1} million a second)",
                self.depth
            );
            out.text(&text)?;
        }
        Ok(ExitVerdict::None)
    }
}

/// Which tree is walked.
#[derive(Clone, Copy)]
enum Walk {
    /// All legal moves.
    All,
    /// Checks of this side, evasions of the other.
    Tsume(Color),
}

impl Walk {
    fn count(self, position: &mut Position, depth: u32) -> u64 {
        match self {
            Walk::All => perft(position, depth),
            Walk::Tsume(attacker) => tsume_perft(position, attacker, depth),
        }
    }

    /// The count below each move, in the order of their USI names.
    fn divide(self, position: &mut Position, depth: u32) -> Vec<(Move, u64)> {
        let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
        let mut moves = match self {
            Walk::All => position.legal_moves(),
            Walk::Tsume(attacker) if position.side_to_move() == attacker => position.checks(),
            Walk::Tsume(_) => position.evasions(),
        };
        moves.sort_by_cached_key(Move::to_string);
        moves
            .into_iter()
            .map(|mv| {
                let undo = position.make(mv);
                let nodes = self.count(position, rest);
                position.unmake(mv, undo);
                (mv, nodes)
            })
            .collect()
    }
}

/// Who mates whom: a problem with one king says it, otherwise it is the side to move.
fn attacker(position: &Position) -> Color {
    match Color::ALL.map(|color| position.king(color)) {
        [Some(_), None] => Color::White,
        [None, Some(_)] => Color::Black,
        _ => position.side_to_move(),
    }
}
