//! What the behaviour tests share.

#[path = "../../../src/exhaustive.rs"]
pub mod exhaustive;

use std::collections::HashMap;
use std::path::Path;

use yomikiri_pns::{Algorithm, FastHash, Limits};
use yomikiri_shogi::{Color, Move, Position};
use yomikiri_tsume::{
    Goal, Mate, MateVerdict, SolveOptions, Solver, Techniques, attacker, with_defenders_hand,
};

/// The lines of a file in `data/`.
pub fn lines(file: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(String::from).collect()
}

/// The tab-separated rows of a file in `data/`.
pub fn rows(file: &str) -> Vec<Vec<String>> {
    let rows: Vec<Vec<String>> = lines(file)
        .iter()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split('\t').map(String::from).collect())
        .collect();
    assert!(!rows.is_empty(), "{file} is empty");
    rows
}

/// A problem as it is meant: the defender holds what is nowhere else, unless his hand is given.
pub fn problem(sfen: &str) -> Position {
    let position = Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"));
    let attacker = attacker(&position);
    with_defenders_hand(position, attacker)
}

/// How a test solves.
#[derive(Clone)]
pub struct Way {
    pub algorithm: Algorithm,
    pub memory: usize,
    pub nodes: Option<u64>,
    pub techniques: Techniques,
}

impl Default for Way {
    fn default() -> Self {
        Way {
            algorithm: Algorithm::default(),
            memory: 64 << 20,
            nodes: None,
            techniques: Techniques::default(),
        }
    }
}

pub fn solve(position: &Position, way: &Way) -> MateVerdict {
    let options = SolveOptions {
        algorithm: way.algorithm,
        limits: Limits { nodes: way.nodes, ..Limits::default() },
        goal: Goal::default(),
        techniques: way.techniques,
        ..SolveOptions::default()
    };
    let attacker = attacker(position);
    let answer = Solver::new(way.memory).unwrap().solve(position, attacker, &options, &mut |_| {}).unwrap();
    if let MateVerdict::Mate(mate) = &answer.verdict {
        replay(position, attacker, mate);
    }
    answer.verdict
}

/// Plays a line: legal moves only, the attacker always checks, and the end is mate with what is said to be left in hand.
pub fn replay(position: &Position, attacker: Color, mate: &Mate) {
    let mut position = position.clone();
    for &mv in &mate.line {
        assert!(position.is_legal(mv), "{mv} is not legal");
        let attacks = position.side_to_move() == attacker;
        let _ = position.make(mv);
        assert!(!attacks || position.in_check(), "{mv} is not check");
    }
    assert!(position.is_mate() && position.side_to_move() != attacker, "the line does not end in mate");
    assert_eq!(position.hand(attacker), mate.leftover);
    assert!(mate.line.len() <= mate.length(), "the line is longer than the mate");
    assert!(!mate.minimal || mate.line.len() == mate.length(), "the defender could hold out longer");
}

/// Shortest mates by looking at every check and every answer: nothing here is shared with the solver but the board.
#[derive(Default)]
pub struct BruteForce {
    /// By position: the plies within which there is no mate, and the plies of the shortest mate.
    known: HashMap<u64, (u32, Option<u32>), FastHash>,
}

impl BruteForce {
    /// Plies of the shortest mate, if there is one within `limit`.
    pub fn shortest(&mut self, position: &mut Position, limit: u32) -> Option<u32> {
        (1..=limit).step_by(2).find(|&plies| self.attack(position, plies))
    }

    /// Whether the attacker can keep something in hand at the end of a shortest mate, which takes `plies` plies.
    pub fn keeps_something(&mut self, position: &mut Position, plies: u32) -> bool {
        position.checks().into_iter().any(|check| {
            let undo = position.make(check);
            let keeps = if plies == 1 {
                position.is_mate() && !position.hand(!position.side_to_move()).is_empty()
            } else {
                is_mated(position, &mut |position| match self.shortest(position, plies - 2) {
                    Some(mate) => mate < plies - 2 || self.keeps_something(position, plies - 2),
                    None => false,
                })
            };
            position.unmake(check, undo);
            keeps
        })
    }

    fn attack(&mut self, position: &mut Position, plies: u32) -> bool {
        let key = position.key();
        // The last checks are most of the tree and quickly tried again: remembering them would fill the memory.
        if plies > 1 {
            match self.known.get(&key) {
                Some(&(_, Some(mate))) if mate <= plies => return true,
                Some(&(none, _)) if none >= plies => return false,
                _ => {}
            }
        }
        let found = position.checks().into_iter().any(|check: Move| {
            let undo = position.make(check);
            let mates = self.defend(position, plies - 1);
            position.unmake(check, undo);
            mates
        });
        if plies > 1 {
            let known = self.known.entry(key).or_default();
            if found {
                known.1 = Some(known.1.map_or(plies, |mate| mate.min(plies)));
            } else {
                known.0 = known.0.max(plies);
            }
        }
        found
    }

    fn defend(&mut self, position: &mut Position, plies: u32) -> bool {
        if plies == 0 {
            return position.is_mate();
        }
        position.evasions().into_iter().all(|answer| {
            let undo = position.make(answer);
            let mates = self.attack(position, plies - 1);
            position.unmake(answer, undo);
            mates
        })
    }
}

/// Whether every answer leads to a position for which `mates` holds.
pub fn is_mated(position: &mut Position, mates: &mut dyn FnMut(&mut Position) -> bool) -> bool {
    position.legal_moves().into_iter().all(|answer| {
        let undo = position.make(answer);
        let mate = mates(position);
        position.unmake(answer, undo);
        mate
    })
}
