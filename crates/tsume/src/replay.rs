//! Replays a claimed mate by the rules of shogi alone.
//!
//! A search claims a mate because its table says so, and a table can be wrong: keys can collide. So every mate is replayed before
//! it leaves this crate: one check at the attacker's nodes, every legal answer at the defender's, down to positions without
//! an answer. The table only proposes the checks.
//!
//! Every node must mate within a limit that is smaller than its parent's, so a replay ends. Its result is the depth of the
//! strategy that it verified. A position that was verified with fewer pieces in the attacker's hand is not replayed again: the
//! attacker can play the same moves, and the defender, who holds all other pieces, has no additional answer.

use std::collections::{HashMap, HashSet};

use yomikiri_pns::{FastHash, Game, Knowledge as _, NodeKind, StopReason, Table};
use yomikiri_shogi::{Hand, MateInOne, Move};

use crate::mate_game::{BoardAndHand, MateGame, MateKey};
use crate::plies::Plies;
use crate::table::MateTable;

/// A verified node.
#[derive(Clone, Copy, Debug)]
struct VerifiedNode {
    value: StrategyValue,
    /// The attacker's check, or the defender's best answer. `None` at a mate.
    best: Option<Move>,
}

/// The value of a strategy: its depth, and whether the attacker ends with nothing in hand. Among equal depths the defender
/// prefers that he does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct StrategyValue {
    depth: u32,
    empty_handed: bool,
}

impl StrategyValue {
    fn one_ply_earlier(self) -> StrategyValue {
        StrategyValue { depth: self.depth + 1, ..self }
    }
}

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aborted {
    /// A limit was reached.
    Limit(StopReason),
    /// A claim of the table turned out false.
    Refuted,
}

/// A search that decides mates and keeps the results in a table.
pub(crate) trait Prover {
    /// Whether the problem is a mate within its limit. If it is, the table then has the checks.
    fn is_mate(&mut self, problem: &MateGame) -> Result<bool, Aborted>;
    fn table(&self) -> &MateTable;
}

/// The verified nodes of one problem.
#[derive(Debug, Default)]
pub(crate) struct Replay {
    /// By board: the attacker's hands with which it was verified.
    verified: HashMap<u64, Vec<(Hand, VerifiedNode)>, FastHash>,
    nodes: u64,
}

/// The move that led to a node, with what takes it back. `None` at the root.
type EntryMove = Option<(Move, <MateGame as Game>::Undo)>;

/// A node some of whose children are not verified yet.
struct ReplayFrame {
    node: BoardAndHand,
    /// The moves that are left.
    moves: Vec<Move>,
    best: Option<(StrategyValue, Move)>,
    entry: EntryMove,
}

/// What a replay does next.
enum ReplayStep {
    /// Enter the node at which the problem stands.
    Enter(EntryMove),
    /// Try the next move of the innermost frame.
    NextMove,
    /// Return from a node with its value.
    Leave(StrategyValue, EntryMove),
}

/// What is known of a node when it is entered.
enum Entered {
    Verified(StrategyValue),
    /// These moves must be replayed first.
    Open(Vec<Move>),
}

impl Replay {
    /// The number of different nodes that were verified.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The best result for this node: of those with the same hand or a smaller one, the shallowest.
    fn known(&self, node: BoardAndHand) -> Option<VerifiedNode> {
        let hands = self.verified.get(&node.board)?;
        let covering = hands.iter().filter(|(hand, _)| node.hand.contains(*hand));
        covering.map(|&(_, verified)| verified).min_by_key(|verified| verified.value)
    }

    /// The attacker's strategy at a node of his with this hand: a hand that suffices, the depth with it, and the check.
    pub fn strategy(&self, board: u64, hand: Hand) -> Option<(Hand, u32, Option<Move>)> {
        let covering = self.verified.get(&board)?.iter().filter(|(least, _)| hand.contains(*least));
        let (least, verified) = covering.min_by_key(|(_, verified)| verified.value)?;
        Some((*least, verified.value.depth, verified.best))
    }

    fn record(&mut self, node: BoardAndHand, verified: VerifiedNode) {
        self.nodes += 1;
        let hands = self.verified.entry(node.board).or_default();
        // Results that the new one covers are not needed any more.
        hands.retain(|(hand, old)| !(hand.contains(node.hand) && old.value >= verified.value));
        hands.push((node.hand, verified));
    }

    /// Verifies the mate of `problem` within its limit and returns the depth of the strategy. A problem without a limit is refused,
    /// because a false claim might then be followed in circles for ever.
    pub fn verify(&mut self, problem: &MateGame, prover: &mut impl Prover) -> Result<u32, Aborted> {
        if problem.plies() == Plies::UNLIMITED {
            return Err(Aborted::Refuted);
        }
        let mut problem = problem.clone();
        let mut frames: Vec<ReplayFrame> = Vec::new();
        let mut step = ReplayStep::Enter(None);
        loop {
            step = match step {
                ReplayStep::Enter(entry) => match self.enter(&mut problem, prover)? {
                    Entered::Verified(value) => ReplayStep::Leave(value, entry),
                    Entered::Open(moves) => {
                        let node = problem.board_and_hand();
                        frames.push(ReplayFrame { node, moves, best: None, entry });
                        ReplayStep::NextMove
                    }
                },
                ReplayStep::NextMove => {
                    let frame = frames.last_mut().ok_or(Aborted::Refuted)?;
                    if let Some(mv) = frame.moves.pop() {
                        let undo = problem.make(mv);
                        ReplayStep::Enter(Some((mv, undo)))
                    } else {
                        let frame = frames.pop().ok_or(Aborted::Refuted)?;
                        let (value, best) = frame.best.ok_or(Aborted::Refuted)?;
                        if Plies::new(value.depth) > problem.plies() {
                            return Err(Aborted::Refuted);
                        }
                        self.record(frame.node, VerifiedNode { value, best: Some(best) });
                        ReplayStep::Leave(value, frame.entry)
                    }
                }
                ReplayStep::Leave(value, entry) => {
                    let (Some((mv, undo)), Some(parent)) = (entry, frames.last_mut()) else {
                        return Ok(value.depth);
                    };
                    problem.unmake(mv, undo);
                    let value = value.one_ply_earlier();
                    if parent.best.is_none_or(|(best, _)| value > best) {
                        parent.best = Some((value, mv));
                    }
                    ReplayStep::NextMove
                }
            }
        }
    }

    /// Looks at a node: it is verified already, or terminal, or it has moves to be replayed.
    fn enter(&mut self, problem: &mut MateGame, prover: &mut impl Prover) -> Result<Entered, Aborted> {
        let node = problem.board_and_hand();
        if let Some(verified) = self.known(node)
            && Plies::new(verified.value.depth) <= problem.plies()
        {
            return Ok(Entered::Verified(verified.value));
        }
        match problem.kind() {
            NodeKind::Or => {
                if let MateInOne::Mate(mv) = problem.position().find_mate_in_one() {
                    let undo = problem.make(mv);
                    let is_mate = problem.position().is_mate();
                    let empty_handed = problem.hand().is_empty();
                    problem.unmake(mv, undo);
                    if !is_mate {
                        return Err(Aborted::Refuted);
                    }
                    let value = StrategyValue { depth: 1, empty_handed };
                    self.record(node, VerifiedNode { value, best: Some(mv) });
                    return Ok(Entered::Verified(value));
                }
                if let Some(mv) = shortest_check(problem, prover.table()) {
                    return Ok(Entered::Open(vec![mv]));
                }
                // The table has lost the checks.
                if !prover.is_mate(problem)? {
                    return Err(Aborted::Refuted);
                }
                let check = shortest_check(problem, prover.table()).ok_or(Aborted::Refuted)?;
                Ok(Entered::Open(vec![check]))
            }
            NodeKind::And => {
                let mut answers = Vec::new();
                problem.moves(&mut answers);
                if !answers.is_empty() {
                    return Ok(Entered::Open(answers));
                }
                if !problem.position().is_mate() {
                    return Err(Aborted::Refuted);
                }
                let value = StrategyValue { depth: 0, empty_handed: problem.hand().is_empty() };
                self.record(node, VerifiedNode { value, best: None });
                Ok(Entered::Verified(value))
            }
        }
    }

    /// A line from `problem`, which must be verified. The defender plays the answer against which the strategy takes longest. Where
    /// a position was verified with a smaller hand only, the line may end sooner than the depth says.
    pub fn line(&self, problem: &MateGame) -> Vec<Move> {
        let mut problem = problem.clone();
        let mut line = Vec::new();
        while let Some(mv) = self.next_move(&mut problem) {
            let _ = problem.make(mv);
            line.push(mv);
        }
        line
    }

    /// The next move of that line. `None` at a mate.
    pub fn next_move(&self, problem: &mut MateGame) -> Option<Move> {
        let best = self.known(problem.board_and_hand())?.best?;
        if problem.kind() == NodeKind::Or {
            return Some(best);
        }
        // The recorded answer may drop a piece that the defender does not hold here.
        let mut answers = Vec::new();
        problem.moves(&mut answers);
        bring_first(&mut answers, best);
        let mut chosen = None;
        for mv in answers {
            let undo = problem.make(mv);
            let value = self.known(problem.board_and_hand()).map(|verified| verified.value);
            problem.unmake(mv, undo);
            if chosen.is_none_or(|(_, most)| value > most) {
                chosen = Some((mv, value));
            }
        }
        chosen.map(|(mv, _)| mv)
    }

    /// Whether the verified strategy of `problem` never comes to a position that `is_avoided`, which must hold for every smaller hand if it
    /// holds for one. `clear` has nodes of which that is known, and gets more of them.
    ///
    /// Each node is looked at with the hand with which it was verified: the attacker needs no more, and the defender then has every answer
    /// that he has against a larger one.
    pub fn keeps_clear_of(
        &self,
        problem: &MateGame,
        is_avoided: impl Fn(&MateGame) -> bool,
        clear: &mut HashSet<BoardAndHand, FastHash>,
    ) -> bool {
        let verified = |problem: &MateGame| {
            let node = problem.board_and_hand();
            let known = self.strategy(node.board, node.hand);
            let (hand, check) = known.map_or((node.hand, None), |(hand, _, check)| (hand, check));
            (BoardAndHand { hand, ..node }, check)
        };
        let mut seen: HashSet<BoardAndHand, FastHash> = HashSet::default();
        let mut nodes = vec![problem.clone().within(Plies::UNLIMITED)];
        let mut moves = Vec::new();
        while let Some(mut problem) = nodes.pop() {
            let (node, check) = verified(&problem);
            problem.reduce_hand(node.hand);
            if is_avoided(&problem) {
                return false;
            }
            moves.clear();
            match problem.kind() {
                NodeKind::Or => moves.extend(check),
                NodeKind::And => problem.moves(&mut moves),
            }
            for &mv in &moves {
                let undo = problem.make(mv);
                let (child, _) = verified(&problem);
                if !clear.contains(&child) && seen.insert(child) {
                    nodes.push(problem.clone());
                }
                problem.unmake(mv, undo);
            }
        }
        clear.extend(seen);
        true
    }

    /// The depth of the strategy at a verified node.
    pub fn depth(&self, problem: &MateGame) -> Option<u32> {
        self.known(problem.board_and_hand()).map(|verified| verified.value.depth)
    }
}

/// The check that mates soonest within the problem's limit, according to the table.
fn shortest_check(problem: &mut MateGame, table: &MateTable) -> Option<Move> {
    let mut checks = Vec::new();
    problem.moves(&mut checks);
    let keys: Vec<MateKey> = checks.iter().map(|&check| problem.key_after(check)).collect();
    keys.iter().for_each(|key| Table::prefetch(table, key));
    let mut shortest: Option<(Plies, Move)> = None;
    for (check, key) in checks.into_iter().zip(keys) {
        let found = Table::get(table, &key).filter(|found| found.entry.numbers.value() == Some(true));
        if let Some(found) = found
            && shortest.is_none_or(|(plies, _)| found.key.plies < plies)
        {
            shortest = Some((found.key.plies, check));
        }
    }
    shortest.map(|(_, check)| check)
}

/// Puts one of the moves before all others, whose order stays.
pub(crate) fn bring_first(moves: &mut [Move], first: Move) {
    if let Some(at) = moves.iter().position(|&mv| mv == first) {
        moves[..=at].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{MateVerdict, SolverEvent};
    use crate::corrupted_tables::{false_entries, is_true_line, options};
    use crate::exhaustive::Exhaustive;
    use crate::problem::with_defenders_hand;
    use crate::solver::Solver;
    use yomikiri_pns::Random;
    use yomikiri_shogi::{Color, Position};

    /// Mates of one, three and five plies, and positions with many checks and no mate.
    const POSITIONS: [(&str, Option<u32>); 7] = [
        ("4k4/9/4P4/9/9/9/9/9/9 b G 1", Some(1)),
        ("7k1/9/8S/9/5R2L/9/9/9/9 b - 1", Some(3)),
        ("3Sk4/1P7/4s4/4R4/9/9/9/9/9 b - 1", Some(5)),
        ("8k/9/5SR2/9/6N2/9/9/9/9 b N 1", Some(5)),
        ("8k/7p1/6P2/9/9/9/9/9/9 b GS 1", None),
        ("3gk4/9/4P4/9/9/9/9/9/9 b GS 1", None),
        ("8k/9/7+P1/9/9/9/9/9/9 b - 1", None),
    ];

    fn position(sfen: &str) -> Position {
        with_defenders_hand(Position::from_sfen(sfen).unwrap(), Color::Black)
    }

    #[test]
    fn the_positions_are_what_they_are_said_to_be() {
        for (sfen, length) in POSITIONS {
            let found = Exhaustive::new(Color::Black, 7, u64::MAX).mate(&mut position(sfen)).unwrap();
            assert_eq!(found, length, "{sfen}");
        }
    }

    /// Replays and solves a problem with tables that have false entries for the nodes near the
    /// root. Returns how often a mate was claimed, and how often not.
    fn claims(sfen: &str, length: Option<u32>) -> [u32; 2] {
        let position = position(sfen);
        let problem = MateGame::new(position.clone(), Color::Black);
        let moves = |problem: &MateGame| {
            let mut moves = Vec::new();
            problem.moves(&mut moves);
            moves
        };
        let mut counts = [0; 2];
        for seed in 0..300 {
            let mut entries = Vec::new();
            let every = 1 + seed as usize % 20;
            false_entries(&mut problem.clone(), 3, every, &moves, &mut Random::new(seed), &mut entries);
            let (options, mut solver) = (options(), Solver::new(4 << 20).unwrap());
            for replay_only in [true, false] {
                let mut ignore = |_: SolverEvent<'_>| {};
                let mut run = solver.run(&options, &mut ignore);
                for entry in &entries {
                    run.table.put(entry.key, entry.entry);
                }
                let claim = if replay_only {
                    run.replay(&problem).ok()
                } else if let (MateVerdict::Mate(mate), _) = run.solve_to_goal(&problem) {
                    Some(mate)
                } else {
                    None
                };
                counts[usize::from(claim.is_none())] += 1;
                if let Some(mate) = claim {
                    let truth = length.unwrap_or_else(|| panic!("{sfen}, seed {seed}: no mate, {mate:?}"));
                    assert!(mate.length() >= truth as usize, "{sfen}, seed {seed}: {mate:?}");
                    assert!(is_true_line(&position, &mate), "{sfen}, seed {seed}: {mate:?}");
                }
            }
        }
        counts
    }

    /// A result holds for larger hands and not for smaller ones.
    #[test]
    fn a_mate_needs_the_pieces_it_was_verified_with() {
        let within = |sfen: &str| MateGame::new(position(sfen), Color::Black).within(Plies::new(1));
        let [gold, more, none] = ["b G 1", "b GP 1", "b - 1"]
            .map(|rest| format!("4k4/9/4P4/9/9/9/9/9/9 {rest}"))
            .map(|sfen| within(&sfen));
        let (options, mut solver) = (options(), Solver::new(4 << 20).unwrap());
        let mut ignore = |_: SolverEvent<'_>| {};
        let mut run = solver.run(&options, &mut ignore);
        let mut replay = Replay::default();
        assert_eq!(replay.verify(&gold, &mut run), Ok(1));
        let nodes = replay.nodes();
        assert_eq!(replay.verify(&more, &mut run), Ok(1));
        assert_eq!(replay.nodes(), nodes, "nothing is replayed again");
        assert_eq!(replay.verify(&none, &mut run), Err(Aborted::Refuted));
    }

    /// A strategy comes to a position also if that has more in hand than it needs.
    #[test]
    fn a_strategy_keeps_clear_of_what_it_does_not_come_to() {
        let mate = |sfen: &str| MateGame::new(position(sfen), Color::Black).within(Plies::new(3));
        // A pawn is spare; after the gold's drop on one side the king has one way out.
        let whole = mate("4k4/9/3P1P3/9/9/9/9/9/9 b 2GP 1");
        let (options, mut solver) = (options(), Solver::new(4 << 20).unwrap());
        let mut ignore = |_: SolverEvent<'_>| {};
        let mut run = solver.run(&options, &mut ignore);
        let mut replay = Replay::default();
        assert_eq!(replay.verify(&whole, &mut run), Ok(3));
        let line = replay.line(&whole);
        let mut nodes = vec![whole.clone()];
        for &mv in &line {
            let mut next = nodes[nodes.len() - 1].clone();
            let _ = next.make(mv);
            nodes.push(next);
        }
        assert_eq!(nodes.len(), 4);
        for node in &nodes {
            let is_it = |other: &MateGame| {
                other.position.board_key() == node.position.board_key() && node.hand().contains(other.hand())
            };
            assert!(
                !replay.keeps_clear_of(&whole, is_it, &mut HashSet::default()),
                "{}",
                node.position.to_sfen()
            );
        }
        let mut clear = HashSet::default();
        assert!(replay.keeps_clear_of(&whole, |_| false, &mut clear));
        // What is known to be clear is not looked at again, except for the start.
        let looks = std::cell::Cell::new(0);
        let count = |_: &MateGame| {
            looks.set(looks.get() + 1);
            false
        };
        assert!(clear.len() >= 3 && replay.keeps_clear_of(&whole, count, &mut clear) && looks.get() == 1);
    }

    #[test]
    fn no_false_mate_comes_out_of_a_corrupted_table() {
        let counts = POSITIONS.map(|(sfen, length)| claims(sfen, length));
        for ((sfen, length), [claimed, withdrawn]) in POSITIONS.into_iter().zip(counts) {
            assert!(withdrawn > 0 || length == Some(1), "{sfen}: no false entry was detected");
            assert_eq!(claimed > 0, length.is_some(), "{sfen}: {claimed} claims");
        }
    }
}
