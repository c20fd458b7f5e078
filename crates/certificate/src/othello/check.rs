//! Checks certificates of Othello.

use std::collections::HashSet;

use super::board::{Discs, Size, difference, squares};
use super::endings::reaches;
use super::{Bound, MAX_LEAVES, OthelloClaim};
use crate::Side;
use crate::error::{Checked, fails, malformed, quote};
use crate::reader::{Lines, NodeLine, NodeLines, fields, number};
use crate::verify::{CheckReport, Watch};

const CLAIM_LINE: u64 = 3;
const ROOT_LINE: u64 = 4;
const LEAVES_LINE: u64 = 5;

/// Bytes of a node: an entry of the list, and one of the set, which may be half empty.
const NODE_BYTES: u64 = size_of::<(Discs, u8)>() as u64 + 2 * (size_of::<Discs>() as u64 + 1);

/// The strategy of one side.
struct Strategy {
    /// `at-least` or `at-most`.
    bound: Bound,
    /// The side whose strategy it is.
    prover_is_black: bool,
    /// The discs by which it ends ahead.
    goal: i32,
    /// The line of the first node.
    first_line: Option<u64>,
    /// The nodes in the order of the file.
    nodes: Vec<(Discs, u8)>,
    known: HashSet<Discs>,
}

struct ScoreChecker<const N: usize> {
    leaves: u32,
    strategies: Vec<Strategy>,
}

/// Checks a certificate of Othello from the line `claim` on.
pub(crate) fn check<const N: usize>(
    game: &'static str,
    lines: &mut Lines<'_>,
    watch: &mut Watch<'_>,
) -> Checked<CheckReport> {
    let text = lines.value("claim")?;
    let Some(claim) = parse_claim(text, Size::<N>.squares()) else {
        let why = format!("no claim about Othello: {}", quote(text));
        return malformed(CLAIM_LINE, why);
    };
    let text = lines.value("root")?;
    let Some((root, black_to_move)) = parse_position::<N>(text) else {
        let why = format!("no position: {}", quote(text));
        return malformed(ROOT_LINE, why);
    };
    let text = lines.value("leaves")?;
    let Some(leaves) = number(text).filter(|&leaves| leaves <= MAX_LEAVES) else {
        let why = format!("no number up to {MAX_LEAVES}: {}", quote(text));
        return malformed(LEAVES_LINE, why);
    };
    let mut checker = ScoreChecker::<N> { leaves, strategies: strategies(claim) };
    checker.read_nodes(lines, watch)?;
    checker.check_nodes(watch)?;
    for strategy in &checker.strategies {
        if let Err(why) = checker.secured(strategy, root, black_to_move) {
            return fails(CLAIM_LINE, why);
        }
    }
    let present = || checker.strategies.iter().filter(|strategy| strategy.first_line.is_some());
    Ok(CheckReport {
        game,
        claim: claim.to_string(),
        nodes: present().map(|strategy| (strategy.bound.name(), strategy.nodes.len() as u64)).collect(),
        memory: present().map(|strategy| strategy.nodes.len() as u64 * NODE_BYTES).sum(),
        not_shown: Vec::new(),
    })
}

fn parse_claim(text: &str, squares: u32) -> Option<OthelloClaim> {
    let [bound, discs, side] = fields(text)?;
    let bound = Bound::ALL.into_iter().find(|known| known.name() == bound)?;
    let (negative, digits) = match discs.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, discs),
    };
    let count = number(digits).filter(|&count| count <= squares && (count > 0 || !negative))? as i32;
    Some(OthelloClaim { bound, discs: if negative { -count } else { count }, side: Side::from_name(side)? })
}

fn parse_position<const N: usize>(text: &str) -> Option<(Discs, bool)> {
    let [board, turn] = fields(text)?;
    let black_to_move = match turn {
        "X" => true,
        "O" => false,
        _ => return None,
    };
    Some((Size::<N>.parse(board)?, black_to_move))
}

fn strategies(claim: OthelloClaim) -> Vec<Strategy> {
    let is_black = claim.side == Side::Black;
    let strategy = |bound, prover_is_black, goal| Strategy {
        bound,
        prover_is_black,
        goal,
        first_line: None,
        nodes: Vec::new(),
        known: HashSet::new(),
    };
    let at_least = || strategy(Bound::AtLeast, is_black, claim.discs);
    let at_most = || strategy(Bound::AtMost, !is_black, -claim.discs);
    match claim.bound {
        Bound::AtLeast => vec![at_least()],
        Bound::AtMost => vec![at_most()],
        Bound::Exactly => vec![at_least(), at_most()],
    }
}

impl<const N: usize> ScoreChecker<N> {
    fn read_nodes(&mut self, lines: &mut Lines<'_>, watch: &mut Watch<'_>) -> Checked<()> {
        let names: Vec<&str> = self.strategies.iter().map(|strategy| strategy.bound.name()).collect();
        let mut nodes = NodeLines::default();
        while let Some(line) = nodes.next(lines, &names)? {
            match line {
                NodeLine::Section(section) => self.strategies[section].first_line = Some(lines.number() + 1),
                NodeLine::Node(section) => {
                    let strategy = &mut self.strategies[section];
                    let added = add_node(strategy, Size::<N>, self.leaves, lines.line());
                    added.or_else(|why| malformed(lines.number(), why))?;
                    if watch.reads(nodes.count())? {
                        watch.memory(nodes.count() * NODE_BYTES, nodes.count(), lines)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn check_nodes(&self, watch: &mut Watch<'_>) -> Checked<()> {
        let total = self.strategies.iter().map(|strategy| strategy.nodes.len() as u64).sum();
        let mut checked = 0;
        for strategy in &self.strategies {
            for (index, &(board, square)) in strategy.nodes.iter().enumerate() {
                let (mine, theirs) = board.of(strategy.prover_is_black);
                let turned = Size::<N>.turned(mine, theirs, usize::from(square));
                let line = strategy.first_line.unwrap_or_default() + index as u64;
                let name = || Size::<N>.name(usize::from(square));
                if turned == 0 || (mine | theirs) >> square & 1 != 0 {
                    return fails(line, format!("{} is no legal move", name()));
                }
                let after =
                    Discs::with(mine | turned | 1 << square, theirs & !turned, strategy.prover_is_black);
                self.secured(strategy, after, !strategy.prover_is_black)
                    .or_else(|why| fails(line, format!("after {}: {why}", name())))?;
                checked += 1;
                watch.checks(checked, total)?;
            }
        }
        Ok(())
    }

    /// Whether the strategy covers a position: the game is over and won, the search wins, or every move leads to such a position.
    fn secured(&self, strategy: &Strategy, board: Discs, black_to_move: bool) -> Result<(), String> {
        let size = Size::<N>;
        let is_prover = black_to_move == strategy.prover_is_black;
        let (mine, theirs) = board.of(black_to_move);
        if size.vacant(board) <= self.leaves {
            let won = if is_prover {
                reaches::<N>(mine, theirs, strategy.goal)
            } else {
                !reaches::<N>(mine, theirs, 1 - strategy.goal)
            };
            return if won { Ok(()) } else { Err("an ending is not won by as much".to_string()) };
        }
        let moves = size.moves(mine, theirs);
        if moves == 0 {
            if size.moves(theirs, mine) != 0 {
                return self.secured(strategy, board, !black_to_move);
            }
            let ahead = if is_prover { difference(mine, theirs) } else { difference(theirs, mine) };
            return if ahead >= strategy.goal {
                Ok(())
            } else {
                Err("the game ends with too few discs".to_string())
            };
        }
        if is_prover {
            return match strategy.known.contains(&size.canonical(board)) {
                true => Ok(()),
                false => Err("no node is the position".to_string()),
            };
        }
        for square in squares(moves) {
            let turned = size.turned(mine, theirs, square);
            let after = Discs::with(mine | turned | 1 << square, theirs & !turned, black_to_move);
            self.secured(strategy, after, !black_to_move)
                .map_err(|why| format!("after {}: {why}", size.name(square)))?;
        }
        Ok(())
    }
}

fn add_node<const N: usize>(
    strategy: &mut Strategy,
    size: Size<N>,
    leaves: u32,
    line: &str,
) -> Result<(), String> {
    let [board, name] =
        fields(line).ok_or_else(|| format!("expected \"BOARD MOVE\", found {}", quote(line)))?;
    let board = size.parse(board).ok_or_else(|| format!("no board: {}", quote(board)))?;
    let square = size.square(name).ok_or_else(|| format!("no square: {}", quote(name)))?;
    if size.canonical(board) != board {
        return Err("not the smallest of the images of the board".to_string());
    }
    if size.vacant(board) <= leaves {
        return Err(format!("a position with at most {leaves} vacant squares is no node"));
    }
    if !strategy.known.insert(board) {
        return Err("the same position twice".to_string());
    }
    strategy.nodes.push((board, square as u8));
    Ok(())
}
