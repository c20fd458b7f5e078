//! Replaying a claimed mate from the rules of shogi alone.
//!
//! A search says "mate" from what its table says, and tables may err. So every mate that leaves this crate is walked through:
//! at the attacker's nodes one check, at the defender's nodes every legal answer, down to positions without an answer. The
//! table only proposes the checks. Each step must mate within a smaller limit than the one before, so the walk ends, and what it
//! returns is the depth of the strategy it walked. A position that was walked with fewer pieces in the attacker's hand is not
//! walked again: he can play the same, and the defender, who holds the rest, can do no more.

use std::collections::HashMap;

use yomikiri_pns::{FastHash, Game, NodeKind, StopReason, Table};
use yomikiri_shogi::{Hand, MateInOne, Move};

use crate::plies::Plies;
use crate::problem::Problem;
use crate::table::MateTable;

/// What the walk knows of a node.
#[derive(Clone, Copy, Debug)]
struct Walked {
    value: Value,
    /// The attacker's check, or the defender's best answer; none if mated.
    best: Option<Move>,
}

/// Depth of a strategy, and whether the attacker ends with nothing in hand: the defender prefers that among equal depths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Value {
    depth: u32,
    empty_handed: bool,
}

impl Value {
    fn after_a_ply(self) -> Value {
        Value { depth: self.depth + 1, ..self }
    }
}

/// A node by board and the attacker's hand: the limit is not part of its identity.
#[derive(Clone, Copy)]
struct Place {
    board: u64,
    hand: Hand,
}

/// Why a walk ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// What was lost could not be found again within the limits.
    Limit(StopReason),
    /// Something the table claimed is not so. Never seen; the claim is then withdrawn.
    Refuted,
}

/// Finds again what the table has lost: asks whether a problem is a mate within its limit.
pub(crate) trait Ask {
    fn ask(&mut self, problem: &Problem) -> Result<bool, Stopped>;
    fn table(&self) -> &MateTable;
}

/// A walk through the mates of one problem.
#[derive(Debug, Default)]
pub(crate) struct Replay {
    /// By board: the hands it was walked with.
    walked: HashMap<u64, Vec<(Hand, Walked)>, FastHash>,
    nodes: u64,
}

/// How a node was reached.
type CameBy = Option<(Move, <Problem as Game>::Undo)>;

/// A node of the walk whose children are being walked.
struct Open {
    place: Place,
    /// Still to be walked.
    moves: Vec<Move>,
    best: Option<(Value, Move)>,
    came_by: CameBy,
}

/// What the walk does next.
enum Step {
    /// Look at the node the problem stands at.
    Enter(CameBy),
    /// Go on with the innermost open node.
    Next,
    /// Go back from a node with its value.
    Leave(Value, CameBy),
}

fn place(problem: &Problem) -> Place {
    Place { board: problem.position().board_key(), hand: problem.position().hand(problem.attacker()) }
}

impl Replay {
    /// Different nodes walked so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What a walk with this hand or a smaller one found, the shallowest.
    fn known(&self, place: Place) -> Option<Walked> {
        let hands = self.walked.get(&place.board)?;
        let covered = hands.iter().filter(|(hand, _)| place.hand.contains(*hand));
        covered.map(|&(_, walked)| walked).min_by_key(|walked| walked.value)
    }

    fn note(&mut self, place: Place, walked: Walked) {
        self.nodes += 1;
        let hands = self.walked.entry(place.board).or_default();
        // What is covered by this is not needed any more.
        hands.retain(|(hand, old)| !(hand.contains(place.hand) && old.value >= walked.value));
        hands.push((place.hand, walked));
    }

    /// Walks through the mate of `problem` within its limit. Returns the depth. Without a limit it might never end.
    pub fn walk(&mut self, problem: &Problem, search: &mut impl Ask) -> Result<u32, Stopped> {
        if problem.plies() == Plies::UNLIMITED {
            return Err(Stopped::Refuted);
        }
        let mut problem = problem.clone();
        let mut stack: Vec<Open> = Vec::new();
        let mut step = Step::Enter(None);
        loop {
            step = match step {
                Step::Enter(came_by) => match self.enter(&mut problem, search)? {
                    Ok(value) => Step::Leave(value, came_by),
                    Err(moves) => {
                        stack.push(Open { place: place(&problem), moves, best: None, came_by });
                        Step::Next
                    }
                },
                Step::Next => {
                    let open = stack.last_mut().ok_or(Stopped::Refuted)?;
                    if let Some(mv) = open.moves.pop() {
                        let undo = problem.make(mv);
                        Step::Enter(Some((mv, undo)))
                    } else {
                        let open = stack.pop().ok_or(Stopped::Refuted)?;
                        let (value, best) = open.best.ok_or(Stopped::Refuted)?;
                        if Plies::new(value.depth) > problem.plies() {
                            return Err(Stopped::Refuted);
                        }
                        self.note(open.place, Walked { value, best: Some(best) });
                        Step::Leave(value, open.came_by)
                    }
                }
                Step::Leave(value, came_by) => {
                    let (Some((mv, undo)), Some(parent)) = (came_by, stack.last_mut()) else {
                        return Ok(value.depth);
                    };
                    problem.unmake(mv, undo);
                    let value = value.after_a_ply();
                    if parent.best.is_none_or(|(best, _)| value > best) {
                        parent.best = Some((value, mv));
                    }
                    Step::Next
                }
            }
        }
    }

    /// The value of the node if it is known or told at once, else the moves to be walked.
    fn enter(
        &mut self,
        problem: &mut Problem,
        search: &mut impl Ask,
    ) -> Result<Result<Value, Vec<Move>>, Stopped> {
        let place = place(problem);
        if let Some(walked) = self.known(place)
            && Plies::new(walked.value.depth) <= problem.plies()
        {
            return Ok(Ok(walked.value));
        }
        match problem.kind() {
            NodeKind::Or => {
                if let MateInOne::Mate(mv) = problem.position().look_for_mate() {
                    let undo = problem.make(mv);
                    let mate = problem.position().is_mate();
                    let empty_handed = problem.position().hand(problem.attacker()).is_empty();
                    problem.unmake(mv, undo);
                    if !mate {
                        return Err(Stopped::Refuted);
                    }
                    let value = Value { depth: 1, empty_handed };
                    self.note(place, Walked { value, best: Some(mv) });
                    return Ok(Ok(value));
                }
                if let Some(mv) = proposed(problem, search.table()) {
                    return Ok(Err(vec![mv]));
                }
                if !search.ask(problem)? {
                    return Err(Stopped::Refuted);
                }
                proposed(problem, search.table()).map(|mv| Err(vec![mv])).ok_or(Stopped::Refuted)
            }
            NodeKind::And => {
                let mut moves = Vec::new();
                problem.moves(&mut moves);
                if moves.is_empty() {
                    if !problem.position().is_mate() {
                        return Err(Stopped::Refuted);
                    }
                    let empty_handed = problem.position().hand(problem.attacker()).is_empty();
                    let value = Value { depth: 0, empty_handed };
                    self.note(place, Walked { value, best: None });
                    return Ok(Ok(value));
                }
                Ok(Err(moves))
            }
        }
    }

    /// A line from `problem`, which was walked: at each of his turns the defender takes the answer that the strategy meets
    /// last. Where a position was walked with another hand only, the line may end sooner than the depth says.
    pub fn line(&self, problem: &Problem) -> Vec<Move> {
        let mut problem = problem.clone();
        let mut line = Vec::new();
        while let Some(mv) = self.next(&mut problem) {
            let _ = problem.make(mv);
            line.push(mv);
        }
        line
    }

    /// The next move of that line.
    pub fn next(&self, problem: &mut Problem) -> Option<Move> {
        let best = self.known(place(problem))?.best?;
        if problem.kind() == NodeKind::Or {
            return Some(best);
        }
        // The answer noted may be a drop of a piece that he does not hold here.
        let mut moves = Vec::new();
        problem.moves(&mut moves);
        moves.sort_by_key(|&mv| mv != best);
        let value = |mv: Move, problem: &mut Problem| {
            let undo = problem.make(mv);
            let value = self.known(place(problem)).map(|walked| walked.value);
            problem.unmake(mv, undo);
            value
        };
        let mut chosen = None;
        for mv in moves {
            let found = value(mv, problem);
            if chosen.is_none_or(|(_, most)| found > most) {
                chosen = Some((mv, found));
            }
        }
        chosen.map(|(mv, _)| mv)
    }

    /// Depth of the strategy at a node that was walked.
    pub fn depth(&self, problem: &Problem) -> Option<u32> {
        self.known(place(problem)).map(|walked| walked.value.depth)
    }
}

/// The check that mates soonest, as far as the table knows, within the problem's limit.
fn proposed(problem: &mut Problem, table: &MateTable) -> Option<Move> {
    let mut moves = Vec::new();
    problem.moves(&mut moves);
    let known = |problem: &mut Problem, mv: Move| {
        let undo = problem.make(mv);
        let found = table.get(&problem.key()).filter(|found| found.entry.numbers.value() == Some(true));
        let plies = found.map(|found| found.key.plies);
        problem.unmake(mv, undo);
        plies
    };
    moves
        .into_iter()
        .filter_map(|mv| Some((known(problem, mv)?, mv)))
        .min_by_key(|&(plies, _)| plies)
        .map(|(_, mv)| mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lies::{Exhaustive, is_true_line, lies, query};
    use crate::solver::{Solver, Verdict, with_defenders_hand};
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

    /// Asks for a replay, and for a whole answer, on tables that lie about the nodes near the root. Returns how many claims came out, and how
    /// many were withdrawn.
    fn ask(sfen: &str, length: Option<u32>) -> [u32; 2] {
        let position = position(sfen);
        let problem = Problem::new(position.clone(), Color::Black);
        let moves = |problem: &Problem| {
            let mut moves = Vec::new();
            problem.moves(&mut moves);
            moves
        };
        let mut counts = [0; 2];
        for seed in 0..300 {
            let mut told = Vec::new();
            let every = 1 + seed as usize % 20;
            lies(&mut problem.clone(), 3, every, &moves, &mut Random::new(seed), &mut told);
            let (query, mut solver) = (query(), Solver::new(4 << 20).unwrap());
            for replay_only in [true, false] {
                let mut ignore = |_: crate::solver::Event<'_>| {};
                let mut run = solver.run(&query, &mut ignore);
                for lie in &told {
                    run.table.put(lie.key, lie.entry);
                }
                let claim = if replay_only {
                    run.replay(&problem).ok()
                } else if let (Verdict::Mate(mate), _) = run.solve_to_goal(&problem) {
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

    /// What was walked with one hand holds for larger ones and not for smaller ones.
    #[test]
    fn a_mate_needs_the_pieces_it_was_walked_with() {
        let within = |sfen: &str| Problem::new(position(sfen), Color::Black).within(Plies::new(1));
        let [gold, more, none] = ["b G 1", "b GP 1", "b - 1"]
            .map(|rest| format!("4k4/9/4P4/9/9/9/9/9/9 {rest}"))
            .map(|sfen| within(&sfen));
        let (query, mut solver) = (query(), Solver::new(4 << 20).unwrap());
        let mut ignore = |_: crate::solver::Event<'_>| {};
        let mut run = solver.run(&query, &mut ignore);
        let mut replay = Replay::default();
        assert_eq!(replay.walk(&gold, &mut run), Ok(1));
        let walked = replay.nodes();
        assert_eq!(replay.walk(&more, &mut run), Ok(1));
        assert_eq!(replay.nodes(), walked, "nothing is walked again");
        assert_eq!(replay.walk(&none, &mut run), Err(Stopped::Refuted));
    }

    #[test]
    fn no_false_mate_comes_out_of_a_lying_table() {
        let counts = POSITIONS.map(|(sfen, length)| ask(sfen, length));
        for ((sfen, length), [claimed, withdrawn]) in POSITIONS.into_iter().zip(counts) {
            assert!(withdrawn > 0 || length == Some(1), "{sfen}: no lie was ever found out");
            assert_eq!(claimed > 0, length.is_some(), "{sfen}: the truth comes out sometimes");
        }
    }
}
