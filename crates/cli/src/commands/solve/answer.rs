//! The answer to one problem, the same for every game: a JSON object, or lines for people.

use std::fmt::{Display, Write as _};
use std::time::Duration;

use serde::Serialize;
use yomikiri_pns::{Counters, Knowledge, Outcome, Solution, Verdict};
use yomikiri_shogi::{Hand, PieceKind};
use yomikiri_tsume::Mate;

use crate::exit::{self, one_line};

/// What is known of a problem after a search; the keys are those of the command's contract.
#[derive(Debug, Serialize)]
pub struct Answer {
    /// The problem's name in its collection.
    pub name: Option<String>,
    /// The position, in the game's own notation; as it was given if it could not be read.
    pub position: String,
    /// The game.
    pub game: &'static str,
    /// The algorithm, as it was asked for.
    pub algorithm: String,
    /// `proven`, `disproven` or `unknown`; of mates, `mate`, `brinkmate`, `nomate` or `unknown`; of the judge, `sound`, `unsound` or
    /// `unknown`; nothing if the row could not be read.
    pub verdict: Option<&'static str>,
    /// Length of the mate, for games that have one.
    pub length: Option<u64>,
    /// Whether the length is minimal.
    pub length_status: Option<&'static str>,
    /// The main line of the solution.
    pub moves: Vec<String>,
    /// Pieces left over at the end, for games that have them.
    pub leftover: String,
    /// Visits of nodes, which is what `--nodes` limits.
    pub nodes: u64,
    /// Time of the processor.
    pub cpu_seconds: f64,
    /// Time of the clock.
    pub wall_seconds: f64,
    /// What the search did.
    pub counters: Figures,
    /// Why nothing was decided, or why a mate's length was not.
    pub stop_reason: Option<String>,
    /// Why the row could not be read.
    pub error: Option<String>,
    /// In mate problems, whether the defender's hand is that which is `written`, or the `rest` of the set was added to it;
    /// nothing if the row could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<Option<&'static str>>,
    /// The part of the game that was searched, for games of which it may be less than all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<String>,
    /// The cells where the other side's stones could change the proof, for games that know them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<Vec<String>>,
}

/// The counters of the search and the size of the solution.
#[derive(Debug, Default, Serialize)]
pub struct Figures {
    pub generated: u64,
    pub expanded: u64,
    pub re_expanded: u64,
    pub visits: u64,
    pub table_entries: u64,
    pub root_updates: u64,
    pub max_root_pn: u64,
    pub max_root_dn: u64,
    pub seesaw: u64,
    pub overflows: u64,
    pub collections: u64,
    pub proof_size: Option<u64>,
    pub proof_tree_size: Option<u64>,
    pub proof_depth: Option<u64>,
}

impl From<Counters> for Figures {
    fn from(counters: Counters) -> Figures {
        Figures {
            generated: counters.generated,
            expanded: counters.expanded,
            re_expanded: counters.re_expanded,
            visits: counters.visits,
            table_entries: counters.table_entries,
            root_updates: counters.root_updates,
            max_root_pn: counters.max_root_pn,
            max_root_dn: counters.max_root_dn,
            seesaw: counters.seesaw,
            overflows: counters.overflows,
            collections: counters.collections,
            ..Figures::default()
        }
    }
}

impl Answer {
    /// The answer before anything is known.
    pub fn new(name: Option<String>, position: String, game: &'static str, algorithm: String) -> Answer {
        Answer {
            name,
            position,
            game,
            algorithm,
            verdict: None,
            length: None,
            length_status: None,
            moves: Vec::new(),
            leftover: String::new(),
            nodes: 0,
            cpu_seconds: 0.0,
            wall_seconds: 0.0,
            counters: Figures::default(),
            stop_reason: None,
            error: None,
            hands: None,
            graph: None,
            zone: None,
        }
    }

    /// Takes over what a search found from the node where `game` stands.
    pub fn found<G: Knowledge<Move: Display> + Clone>(
        mut self,
        game: G,
        outcome: &Outcome,
        solution: Option<&Solution<G>>,
        cpu: Duration,
        wall: Duration,
    ) -> Answer {
        (self.verdict, self.stop_reason) = match outcome.verdict {
            Verdict::Proven => (Some("proven"), None),
            Verdict::Disproven => (Some("disproven"), None),
            Verdict::Unknown(reason) => (Some("unknown"), Some(reason.to_string())),
        };
        self.nodes = outcome.counters.visits;
        self.cpu_seconds = cpu.as_secs_f64();
        self.wall_seconds = wall.as_secs_f64();
        self.counters = outcome.counters.into();
        if let Some(solution) = solution {
            self.moves = solution.main_line(game).iter().map(ToString::to_string).collect();
            self.counters.proof_size = Some(solution.size().nodes);
            self.counters.proof_tree_size = Some(solution.size().tree_nodes);
            self.counters.proof_depth = Some(solution.size().depth);
        }
        self
    }

    /// Takes over a mate.
    pub fn take_mate(&mut self, mate: &Mate) {
        self.verdict = Some("mate");
        self.length = Some(mate.length() as u64);
        self.length_status = Some(if mate.minimal { "minimal" } else { "at-most" });
        self.moves = mate.line.iter().map(ToString::to_string).collect();
        self.leftover = hand_letters(mate.leftover);
        self.counters.proof_size = Some(mate.proof_size);
        self.counters.proof_depth = Some(mate.length() as u64);
    }

    /// The exit code of a single problem.
    pub fn exit(&self) -> exit::Verdict {
        match self.verdict {
            Some("proven" | "mate" | "brinkmate" | "sound") => exit::Verdict::Proven,
            Some("disproven" | "nomate" | "unsound") => exit::Verdict::Disproven,
            _ => exit::Verdict::None,
        }
    }

    /// A mate's length in words: `in 21 plies, proved minimal`.
    pub fn length_text(&self) -> Option<String> {
        self.length.map(|length| match self.length_status {
            Some("minimal") => format!("in {}, proved minimal", plies(length)),
            _ => format!("in at most {}", plies(length)),
        })
    }

    /// One line for a list.
    pub fn line(&self) -> String {
        let name = one_line(self.name.as_ref().unwrap_or(&self.position));
        if let Some(error) = &self.error {
            return format!("{name}: {}\n", one_line(error));
        }
        let mut text = format!("{name}: {}", self.verdict.unwrap_or_default());
        if let Some(length) = self.length_text() {
            let _ = write!(text, " {length}");
        }
        if let Some(reason) = &self.stop_reason {
            let _ = write!(text, " ({reason})");
        }
        let _ = write!(text, ", {} nodes, {:.3} s", self.nodes, self.wall_seconds);
        // Mates run to hundreds of plies.
        if !self.moves.is_empty() && self.length.is_none() {
            let _ = write!(text, ": {}", self.moves.join(" "));
        }
        text.push('\n');
        text
    }

    /// Several lines for a single problem; `meaning` says what the verdict means in the game, `details` are lines of the game's
    /// own with their labels.
    pub fn text(&self, meaning: &str, details: &[(&str, String)]) -> String {
        let mut text = String::new();
        let verdict = self.verdict.unwrap_or("unknown");
        let _ = match &self.stop_reason {
            Some(reason) => writeln!(text, "{verdict}: {meaning} ({reason})"),
            None => writeln!(text, "{verdict}: {meaning}"),
        };
        let counters = &self.counters;
        for (label, detail) in details {
            let _ = writeln!(text, "{label:<11} {detail}");
        }
        if let (Some(size), Some(depth)) = (counters.proof_size, counters.proof_depth) {
            let _ = writeln!(text, "solution    {size} positions, {depth} moves deep");
        }
        let _ = writeln!(
            text,
            "search      {}: {} nodes visited, {} generated, {} in the table",
            self.algorithm, counters.visits, counters.generated, counters.table_entries
        );
        let _ = writeln!(
            text,
            "root        largest proof number {}, largest disproof number {}",
            counters.max_root_pn, counters.max_root_dn
        );
        let _ = writeln!(text, "time        {:.3} s (CPU {:.3} s)", self.wall_seconds, self.cpu_seconds);
        text
    }
}

/// `1 ply`, `3 plies`.
pub fn plies(length: u64) -> String {
    if length == 1 { "1 ply".to_owned() } else { format!("{length} plies") }
}

/// A hand as SFEN writes it: `R2P`.
pub fn hand_letters(hand: Hand) -> String {
    let piece = |(kind, count): (PieceKind, u32)| match count {
        1 => kind.letter().to_string(),
        _ => format!("{count}{}", kind.letter()),
    };
    hand.iter().rev().map(piece).collect()
}
