//! Walking through a claimed brinkmate by the rules alone.
//!
//! As with [mates](crate::replay), nothing leaves this crate because a table says so. At the attacker's nodes one move is walked,
//! or a mate is replayed; at the defender's nodes every legal move is, and the pass where it is allowed. The table only
//! proposes. Each step leaves fewer plies or a lower order, so the walk ends.

use std::collections::HashMap;

use yomikiri_pns::{FastHash, Game, Lambda, LambdaKey, Level, NodeKind, Order, Scheme, StopReason, Table};
use yomikiri_shogi::{Hand, Move};

use super::game::ThreatProblem;
use super::table::ThreatTable;
use crate::plies::Plies;
use crate::problem::{MateKey, Problem};
use crate::replay::{Replay, Stopped};
use crate::solver::{Mate, Run};

/// Longest line of moves above order 1 that is walked: the walk uses the machine's stack.
const DEEPEST: u32 = 1000;

/// How the attacker wins a node of his.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// By threats up to this lower order: if that is 1, by a mate.
    At(Order),
    /// By this move.
    Move(Move),
}

/// A node that was walked: board, attacker's hand, order.
type Place = (u64, Hand, Order);

/// What was found there: how the attacker goes on, nothing at the defender's nodes, and the plies needed.
type Won = (Option<How>, u32);

/// A walk through one problem.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    won: HashMap<Place, Won, FastHash>,
    mates: Replay,
}

fn place(problem: &Problem, order: Order) -> Place {
    (problem.position.board_key(), problem.hand(), order)
}

impl Walk {
    /// Different nodes walked so far, those of mates included.
    pub fn nodes(&self) -> u64 {
        self.won.len() as u64 + self.mates.nodes()
    }

    /// Walks through the win of `problem` by threats up to `order` within its limit, or within what the table says if that is
    /// less. Returns the plies it takes.
    pub fn walk(&mut self, problem: &Problem, order: Order, run: &mut Run<'_>) -> Result<u32, Stopped> {
        if order <= Order::ONE {
            return self.mates.walk_claimed(problem, run).map(|_| 0);
        }
        let limit = claimed(problem, order, run)?;
        self.node(&mut problem.clone().within(limit), order, run, 0)
    }

    fn node(
        &mut self,
        problem: &mut Problem,
        order: Order,
        run: &mut Run<'_>,
        depth: u32,
    ) -> Result<u32, Stopped> {
        if depth > DEEPEST {
            return Err(Stopped::Limit(StopReason::Depth));
        }
        let place = place(problem, order);
        if let Some(&(_, plies)) = self.won.get(&place)
            && Plies::new(plies) <= problem.plies()
        {
            return Ok(plies);
        }
        let (how, plies) = match problem.kind() {
            NodeKind::Or => {
                let how = self.attack(problem, order, run)?;
                let plies = match how {
                    How::At(lower) => {
                        self.lower(&problem.clone().within(Plies::UNLIMITED), lower, run)?;
                        0
                    }
                    How::Move(mv) => {
                        let undo = problem.make(mv);
                        let plies = self.node(problem, order, run, depth + 1);
                        problem.unmake(mv, undo);
                        plies? + 1
                    }
                };
                (Some(how), plies)
            }
            NodeKind::And => (None, self.defend(problem, order, run, depth)?),
        };
        if Plies::new(plies) > problem.plies() {
            return Err(Stopped::Refuted);
        }
        self.won.insert(place, (how, plies));
        Ok(plies)
    }

    /// What the attacker plays.
    fn attack(&mut self, problem: &mut Problem, order: Order, run: &mut Run<'_>) -> Result<How, Stopped> {
        if let Some(how) = proposed(problem, order, run) {
            return Ok(how);
        }
        if !decide(problem, order, Scheme::default(), run)? {
            return Err(Stopped::Refuted);
        }
        if let Some(how) = proposed(problem, order, run) {
            return Ok(how);
        }
        // Known by simulation alone: then there is a mate, which the table does not have.
        let mates = decide(&problem.clone().within(Plies::UNLIMITED), Order::ONE, Scheme::default(), run)?;
        mates.then_some(How::At(Order::ONE)).ok_or(Stopped::Refuted)
    }

    /// Every move of the defender, and the pass.
    fn defend(
        &mut self,
        problem: &mut Problem,
        order: Order,
        run: &mut Run<'_>,
        depth: u32,
    ) -> Result<u32, Stopped> {
        if problem.may_pass() {
            let plies = problem.make_pass();
            let walked = self.lower(problem, order.lower(), run);
            problem.unmake_pass(plies);
            walked?;
        } else if problem.position.is_mate() {
            return Ok(0);
        }
        let mut longest = 0;
        for mv in problem.position.legal_moves() {
            let undo = problem.make(mv);
            let plies = self.node(problem, order, run, depth + 1);
            problem.unmake(mv, undo);
            let plies = plies?;
            longest = longest.max(if plies > 0 { plies + 1 } else { 0 });
        }
        Ok(longest)
    }

    /// A win at a lower order, of whatever length.
    fn lower(&mut self, problem: &Problem, order: Order, run: &mut Run<'_>) -> Result<(), Stopped> {
        self.walk(problem, order, run).map(|_| ())
    }

    /// How a walked node of the attacker is won.
    pub fn how(&self, problem: &Problem, order: Order) -> Option<How> {
        self.won.get(&place(problem, order))?.0
    }

    /// The plies that a walked node needs.
    pub fn plies(&self, problem: &Problem, order: Order) -> Option<u32> {
        self.won.get(&place(problem, order)).map(|&(_, plies)| plies)
    }

    /// The line from `problem`, which was walked, up to the brinkmate move: at each of his turns the defender holds out longest.
    pub fn line(&self, problem: &Problem, order: Order) -> Vec<Move> {
        let mut problem = problem.clone();
        let mut line = Vec::new();
        loop {
            let next = match problem.kind() {
                NodeKind::Or => match self.how(&problem, order) {
                    Some(How::Move(mv)) => Some(mv),
                    Some(How::At(_)) | None => None,
                },
                NodeKind::And => self.longest_defence(&mut problem, order),
            };
            let Some(mv) = next else { return line };
            let _ = problem.make(mv);
            line.push(mv);
        }
    }

    /// The defence that needs the most plies; none if a mate follows whatever he plays.
    fn longest_defence(&self, problem: &mut Problem, order: Order) -> Option<Move> {
        let mut longest = None;
        for mv in problem.position.legal_moves() {
            let undo = problem.make(mv);
            let plies = self.plies(problem, order).unwrap_or(0);
            problem.unmake(mv, undo);
            if plies > longest.map_or(0, |(plies, _)| plies) {
                longest = Some((plies, mv));
            }
        }
        longest.map(|(_, mv)| mv)
    }

    /// The mate from `problem`, which was walked.
    pub fn mate(&mut self, problem: &Problem, run: &mut Run<'_>) -> Result<Mate, Stopped> {
        run.replay_on(&mut self.mates, &problem.clone().within(Plies::UNLIMITED))
    }
}

impl Replay {
    fn walk_claimed(&mut self, problem: &Problem, run: &mut Run<'_>) -> Result<u32, Stopped> {
        run.replay_on(self, problem).map(|mate| mate.length() as u32)
    }
}

/// Whether a problem is won by threats up to `order` within its limit.
pub(crate) fn decide(
    problem: &Problem,
    order: Order,
    scheme: Scheme,
    run: &mut Run<'_>,
) -> Result<bool, Stopped> {
    let algorithm = run.depth_first();
    run.search(
        Lambda::new(ThreatProblem::from(problem.clone()), order, scheme),
        algorithm,
        |search, table| search.run_with_table(ThreatTable(table)),
    )
}

/// What the table knows of a win, and within how many plies.
fn known(node: MateKey, order: Order, family: bool, run: &mut Run<'_>) -> Option<Plies> {
    let found = ThreatTable(run.table).get(&LambdaKey { node, level: Level { order, family } })?;
    (found.entry.numbers.value() == Some(true)).then_some(found.key.node.plies)
}

/// The same, with or without a choice of orders.
fn known_anyhow(node: MateKey, order: Order, run: &mut Run<'_>) -> Option<Plies> {
    known(node, order, true, run).or_else(|| known(node, order, false, run))
}

/// A limit that suffices, as far as the table knows.
fn claimed(problem: &Problem, order: Order, run: &mut Run<'_>) -> Result<Plies, Stopped> {
    let look = |run: &mut Run<'_>| known_anyhow(problem.key(), order, run);
    if let Some(plies) = look(run) {
        return Ok(plies);
    }
    if !decide(problem, order, Scheme::default(), run)? {
        return Err(Stopped::Refuted);
    }
    look(run).ok_or(Stopped::Refuted)
}

/// What wins at an attacker's node within its limit, as far as the table knows: a lower order if one does, else the move that
/// needs the fewest plies.
fn proposed(problem: &mut Problem, order: Order, run: &mut Run<'_>) -> Option<How> {
    let unlimited = MateKey { plies: Plies::UNLIMITED, ..problem.key() };
    if problem.position.mate_in_one().is_some() {
        return Some(How::At(Order::ONE));
    }
    for lower in (Order::ONE.get()..order.get()).map(Order::new) {
        if known_anyhow(unlimited, lower, run).is_some() {
            return Some(How::At(lower));
        }
    }
    if problem.plies() == Plies::ZERO {
        return None;
    }
    let mut moves = Vec::new();
    problem.moves_at(order, &mut moves);
    let after = |problem: &mut Problem, mv: Move, run: &mut Run<'_>| {
        let undo = problem.make(mv);
        let plies = match known(problem.key(), order, false, run) {
            None if problem.position.is_mate() => Some(Plies::ZERO),
            known => known,
        };
        problem.unmake(mv, undo);
        plies
    };
    moves
        .into_iter()
        .filter_map(|mv| Some((after(problem, mv, run)?, mv)))
        .min_by_key(|&(plies, _)| plies)
        .map(|(_, mv)| How::Move(mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lies::{Exhaustive, lies, query};
    use crate::solver::{Event, Solver};
    use yomikiri_pns::Random;
    use yomikiri_shogi::{Color, Position};

    /// Black attacks. Positions that are won, with the plies up to the last quiet move, and others in which the defender escapes: by a
    /// capture, by a drop, by a check, by a mate of his own, or, where any move loses, by the pass that the definition allows him.
    const POSITIONS: [(&str, Option<u32>); 10] = [
        ("4k4/9/4S4/9/9/9/9/9/9 w G 1", Some(0)),
        ("4k4/9/4S4/9/9/9/8p/9/8K w G 1", Some(2)),
        ("8k/8g/6P1P/9/9/9/9/9/9 b R 1", Some(1)),
        ("4k4/9/9/9/9/9/9/9/9 b GS 1", Some(1)),
        ("3nk4/9/4S4/9/9/9/9/9/9 w G 1", None),
        ("4k4/9/4S4/9/9/9/9/9/9 w Gg 1", None),
        ("4k4/9/4S4/9/9/9/9/9/4K4 w Gr 1", None),
        ("4k4/9/4S4/9/9/9/3gp4/9/4K4 w G 1", None),
        ("8k/9/9/6+S+R1/9/9/9/9/9 w - 1", None),
        ("7sk/9/8+S/9/9/9/9/9/9 w S 1", None),
    ];

    /// The plies that a position needs by definition, if it is won with mates of up to five plies.
    fn truth(sfen: &str) -> Option<u32> {
        let mut position = Position::from_sfen(sfen).unwrap();
        let mut exhaustive = Exhaustive::new(Color::Black, 5, u64::MAX);
        (0..=2).find(|&plies| {
            if position.side_to_move() == Color::Black {
                exhaustive.wins(&mut position, plies).unwrap()
            } else {
                exhaustive.lost(&mut position, plies).unwrap()
            }
        })
    }

    #[test]
    fn the_positions_are_what_they_are_said_to_be() {
        for (sfen, plies) in POSITIONS {
            assert_eq!(truth(sfen), plies, "{sfen}");
        }
    }

    /// How many claims came out of tables that lie about the nodes near the root, and how many were withdrawn.
    fn ask(sfen: &str, plies: Option<u32>) -> [u32; 2] {
        let problem = Problem::new(Position::from_sfen(sfen).unwrap(), Color::Black);
        let mut counts = [0; 2];
        for seed in 0..100 {
            let mut random = Random::new(seed);
            let (query, mut solver) = (query(), Solver::new(4 << 20).unwrap());
            let mut ignore = |_: Event<'_>| {};
            let mut run = solver.run(&query, &mut ignore);
            for order in [Order::ONE, Order::TWO] {
                let moves = |problem: &Problem| {
                    let mut moves = Vec::new();
                    problem.moves_at(Order::TWO, &mut moves);
                    moves
                };
                let mut told = Vec::new();
                let every = 1 + seed as usize % 20;
                lies(&mut problem.clone(), 2, every, &moves, &mut random, &mut told);
                for lie in told {
                    let key = LambdaKey { node: lie.key, level: Level { order, family: random.one_in(2) } };
                    ThreatTable(run.table).put(key, lie.entry);
                }
            }
            match Walk::default().walk(&problem, Order::TWO, &mut run) {
                Ok(claimed) => {
                    let truth = plies.unwrap_or_else(|| panic!("{sfen}, seed {seed}: not won"));
                    assert!(claimed >= truth, "{sfen}, seed {seed}: {claimed} plies");
                    counts[0] += 1;
                }
                Err(_) => counts[1] += 1,
            }
        }
        counts
    }

    #[test]
    fn no_false_brinkmate_comes_out_of_a_lying_table() {
        for (sfen, plies) in POSITIONS {
            let [claimed, withdrawn] = ask(sfen, plies);
            assert!(withdrawn > 0, "{sfen}: no lie was ever found out");
            assert_eq!(claimed > 0, plies.is_some(), "{sfen}: the truth comes out sometimes");
        }
    }
}
