//! Checks certificates of Connect6.

use std::collections::HashSet;

use super::cells::{Cells, Rules};
use crate::Side;
use crate::error::{CheckError, Checked, fails, malformed, quote};
use crate::reader::{Lines, NodeLine, NodeLines, fields, number};
use crate::verify::{CheckReport, Watch};

/// A node. Nodes refer to earlier nodes by number, so there is no circle.
enum AttackNode {
    /// The attacker completes a window.
    Row(Cells),
    /// The attacker plays a move; the node has the answers.
    Play(Cells, u32),
    /// The refutations of all moves of the defender.
    Answers(Vec<u32>),
    /// The refutation of a family of moves.
    Refutation(Box<Refutation>),
}

struct Refutation {
    /// The stones that the defender is assumed to have placed.
    stones: Cells,
    /// The number of stones that he may place outside the zone instead.
    spare: usize,
    /// Cells that these must not take.
    zone: Cells,
    /// Windows of which they must not take two.
    pairs: Vec<Cells>,
    /// The attacker's win.
    win: u32,
}

impl AttackNode {
    /// An estimate of the memory in bytes.
    fn bytes(&self) -> usize {
        size_of::<AttackNode>()
            + match self {
                AttackNode::Row(_) | AttackNode::Play(..) => 0,
                AttackNode::Answers(refutations) => 4 * refutations.len(),
                AttackNode::Refutation(refutation) => {
                    size_of::<Refutation>() + size_of::<Cells>() * refutation.pairs.len()
                }
            }
    }
}

const CLAIM_LINE: u64 = 3;

/// Checks a certificate of Connect6 from the line `claim` on.
pub(crate) fn check(lines: &mut Lines<'_>, watch: &mut Watch<'_>) -> Checked<CheckReport> {
    let text = lines.value("claim")?;
    let Some(attacker) = text.strip_prefix("win ").and_then(Side::from_name) else {
        let why = format!("no claim about Connect6: {}", quote(text));
        return malformed(CLAIM_LINE, why);
    };
    let claim = text.to_string();
    let text = lines.value("board")?;
    let rules = fields(text).and_then(|[size, row, stones]: [&str; 3]| {
        Rules::new(number(size)? as usize, number(row)? as usize, number(stones)? as usize)
    });
    let Some(rules) = rules else {
        let why = format!("no rules: {}", quote(text));
        return malformed(lines.number(), why);
    };
    let mut stones = [Cells::default(); 2];
    for side in [Side::Black, Side::White] {
        let text = lines.value(side.name())?;
        let Some(cells) = rules.parse(text) else {
            let why = format!("no stones: {}", quote(text));
            return malformed(lines.number(), why);
        };
        stones[side as usize] = cells;
    }
    if !stones[0].is_disjoint(&stones[1]) {
        return malformed(lines.number(), "two stones on a cell");
    }
    let Some(turn) = Side::from_name(lines.value("turn")?) else {
        return malformed(lines.number(), "it is black's turn or white's");
    };
    let mut checker = AttackChecker {
        rules,
        attacker: stones[attacker as usize],
        defender: stones[attacker.other() as usize],
        windows: rules.windows(),
        board: rules.board(),
        nodes: Vec::new(),
        first_line: 0,
        done: HashSet::new(),
        memory: 0,
        checked: 0,
        watch,
    };
    checker.read_nodes(lines)?;
    if stones.iter().any(|stones| checker.windows.iter().any(|window| window.is_subset(stones))) {
        return fails(CLAIM_LINE, "the game is over already");
    }
    let none = Zone { cells: Cells::default(), pairs: &[] };
    let nodes = std::mem::take(&mut checker.nodes);
    match (nodes.len().checked_sub(1), turn == attacker) {
        (None, _) => return fails(CLAIM_LINE, "there is no node"),
        (Some(root), true) => checker.win(&nodes, root, 0, &none)?,
        (Some(root), false) => checker.answers(&nodes, root, 0, &none)?,
    }
    Ok(CheckReport {
        game: "connect6",
        claim,
        nodes: vec![("proof", nodes.len() as u64)],
        memory: checker.memory,
        not_shown: Vec::new(),
    })
}

/// The places where spare stones could disturb a win.
struct Zone<'a> {
    cells: Cells,
    pairs: &'a [Cells],
}

struct AttackChecker<'w, 'o> {
    rules: Rules,
    attacker: Cells,
    defender: Cells,
    windows: Vec<Cells>,
    board: Cells,
    nodes: Vec<AttackNode>,
    first_line: u64,
    /// Answers that were checked without spare stones: the result depends on the node and the stones alone.
    done: HashSet<(usize, Cells, Cells)>,
    memory: u64,
    checked: u64,
    watch: &'w mut Watch<'o>,
}

impl AttackChecker<'_, '_> {
    fn read_nodes(&mut self, lines: &mut Lines<'_>) -> Checked<()> {
        let mut nodes = NodeLines::default();
        while let Some(line) = nodes.next(lines, &["proof"])? {
            match line {
                NodeLine::Section(_) => self.first_line = lines.number() + 1,
                NodeLine::Node(_) => {
                    let Some(node) = self.parse_node(lines.line()) else {
                        let why = format!("no node of a proof: {}", quote(lines.line()));
                        return malformed(lines.number(), why);
                    };
                    self.memory += node.bytes() as u64;
                    self.nodes.push(node);
                    if self.watch.reads(nodes.count())? {
                        self.watch.memory(self.memory, nodes.count(), lines)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn parse_node(&self, line: &str) -> Option<AttackNode> {
        let earlier = |text: &str| -> Option<u32> {
            let number = number(text)?.checked_sub(1)?;
            ((number as usize) < self.nodes.len()).then_some(number)
        };
        let is_win =
            |node: u32| matches!(self.nodes[node as usize], AttackNode::Row(_) | AttackNode::Play(..));
        let is_answers = |node: u32| matches!(self.nodes[node as usize], AttackNode::Answers(_));
        let is_refutation = |node: u32| matches!(self.nodes[node as usize], AttackNode::Refutation(_));
        let (kind, rest) = line.split_once(' ')?;
        match kind {
            "row" => Some(AttackNode::Row(self.rules.parse_window(rest)?)),
            "play" => {
                let [mv, answers] = fields(rest)?;
                let mv = self.rules.parse(mv).filter(|mv| !mv.is_empty())?;
                Some(AttackNode::Play(mv, earlier(answers).filter(|&node| is_answers(node))?))
            }
            "answers" => {
                let refutations =
                    rest.split(' ').map(|text| earlier(text).filter(|&node| is_refutation(node)));
                Some(AttackNode::Answers(refutations.collect::<Option<Vec<u32>>>()?))
            }
            "refute" => {
                let [stones, spare, zone, pairs, win] = fields(rest)?;
                let windows = |text: &str| -> Option<Vec<Cells>> {
                    text.split(',').map(|window| self.rules.parse_window(window)).collect()
                };
                Some(AttackNode::Refutation(Box::new(Refutation {
                    stones: self.rules.parse(stones)?,
                    spare: number(spare).filter(|&spare| spare <= 2)? as usize,
                    zone: self.rules.parse(zone)?,
                    pairs: if pairs == "-" { Vec::new() } else { windows(pairs)? },
                    win: earlier(win).filter(|&node| is_win(node))?,
                })))
            }
            _ => None,
        }
    }

    fn free(&self) -> Cells {
        self.board & !(self.attacker | self.defender)
    }

    fn fails<T>(&self, node: usize, why: &str, cells: &Cells) -> Checked<T> {
        let mut names = self.rules.names(cells);
        if names.len() > 80 {
            names = format!("{}…", &names[..80]);
        }
        fails(self.first_line + node as u64, format!("{why}: {names}"))
    }

    /// Fails if there are spare stones and one of the cells is outside the zone.
    fn in_zone(&self, node: usize, cells: &Cells, spare: usize, zone: &Zone<'_>) -> Checked<()> {
        let outside = *cells & !zone.cells;
        if spare > 0 && !outside.is_empty() {
            return self.fails(node, "cells must be in the zone and are not", &outside);
        }
        Ok(())
    }

    /// Checks a turn of the attacker.
    fn win(&mut self, nodes: &[AttackNode], at: usize, spare: usize, zone: &Zone<'_>) -> Checked<()> {
        match &nodes[at] {
            AttackNode::Row(window) => {
                let missing = *window & !self.attacker;
                if !missing.is_subset(&self.free()) || missing.len() > self.rules.stones {
                    return self.fails(at, "the window cannot be completed", window);
                }
                self.in_zone(at, &missing, spare, zone)
            }
            AttackNode::Play(mv, answers) => {
                let free = self.free();
                // The first move of a game has one stone, and the last may have.
                let stones = if free == self.board { 1 } else { self.rules.stones.min(free.len()) };
                if !mv.is_subset(&free) || mv.len() != stones {
                    return self.fails(at, "not a move", mv);
                }
                self.in_zone(at, mv, spare, zone)?;
                self.attacker |= *mv;
                let checked = self.answers(nodes, *answers as usize, spare, zone);
                self.attacker &= !*mv;
                checked
            }
            AttackNode::Answers(_) | AttackNode::Refutation(_) => {
                self.fails(at, "not a turn of the attacker", &Cells::default())
            }
        }
    }

    /// Checks a turn of the defender.
    fn answers(&mut self, nodes: &[AttackNode], at: usize, spare: usize, zone: &Zone<'_>) -> Checked<()> {
        let AttackNode::Answers(refutations) = &nodes[at] else {
            return self.fails(at, "not a turn of the defender", &Cells::default());
        };
        let key = (at, self.attacker, self.defender);
        if spare == 0 && self.done.contains(&key) {
            return Ok(());
        }
        self.checked += 1;
        self.watch.checks(self.checked, nodes.len() as u64)?;
        self.no_row(at, spare, zone)?;
        let refutations: Vec<&Refutation> = refutations
            .iter()
            .filter_map(|&node| match &nodes[node as usize] {
                AttackNode::Refutation(refutation) => Some(&**refutation),
                _ => None,
            })
            .collect();
        for refutation in &refutations {
            self.refutation(nodes, at, refutation, spare, zone)?;
        }
        self.all_refuted(at, &refutations)?;
        if spare == 0 {
            self.done.insert(key);
            self.memory += 2 * size_of::<(usize, Cells, Cells)>() as u64;
            let limit = self.watch.max_memory();
            if self.memory > limit {
                return Err(CheckError::Memory { limit, needed: self.memory });
            }
        }
        Ok(())
    }

    /// Checks that the defender cannot make a row, with spare stones outside the zone.
    fn no_row(&self, at: usize, spare: usize, zone: &Zone<'_>) -> Checked<()> {
        for window in &self.windows {
            // Most windows have so few stones that nothing else matters.
            let placed = (*window & self.defender).len();
            if placed + spare + self.rules.stones < self.rules.row || !window.is_disjoint(&self.attacker) {
                continue;
            }
            let outside = *window & !self.defender & !zone.cells;
            let mut spared = spare.min(outside.len());
            if zone.pairs.contains(window) {
                spared = spared.min(1);
            }
            if placed + spared + self.rules.stones >= self.rules.row {
                return self.fails(at, "the defender can complete a window", window);
            }
        }
        Ok(())
    }

    fn refutation(
        &mut self,
        nodes: &[AttackNode],
        at: usize,
        refutation: &Refutation,
        spare: usize,
        zone: &Zone<'_>,
    ) -> Checked<()> {
        if !refutation.stones.is_subset(&self.free()) {
            return self.fails(at, "stones are assumed on cells that are not free", &refutation.stones);
        }
        let inner = Zone { cells: refutation.zone, pairs: &refutation.pairs };
        let inner = if refutation.spare == 0 { zone } else { &inner };
        if refutation.spare > 0 && spare > 0 {
            // Stones outside the outer zone must also be outside the inner one.
            let wider = inner.cells & self.free() & !zone.cells;
            if !wider.is_empty() || !inner.pairs.is_empty() {
                return self.fails(at, "the zone of a refutation is not within the outer zone", &wider);
            }
        }
        self.defender |= refutation.stones;
        let checked = self.win(nodes, refutation.win as usize, spare + refutation.spare, inner);
        self.defender &= !refutation.stones;
        checked
    }

    /// Checks that a refutation covers every move of the defender.
    fn all_refuted(&self, at: usize, refutations: &[&Refutation]) -> Checked<()> {
        let free = self.free();
        if free.is_empty() {
            return self.fails(at, "the board is full", &free);
        }
        for first in free.iter() {
            let mut open = free;
            if free.len() == 1 || self.rules.stones == 1 {
                // One stone: it is covered if it is assumed, or spare and outside the zone.
                open = [first].into_iter().collect();
                if refutations.iter().any(|refutation| {
                    refutation.stones.contains(first)
                        || refutation.spare > 0 && !refutation.zone.contains(first)
                }) {
                    continue;
                }
                return self.fails(at, "no refutation covers a move", &open);
            }
            open.remove(first);
            for refutation in refutations {
                open &= !self.seconds(refutation, first);
            }
            if let Some(second) = open.iter().next() {
                return self.fails(at, "no refutation covers a move", &[first, second].into_iter().collect());
            }
        }
        Ok(())
    }

    /// The second stones that make, together with `first`, a move that a refutation covers.
    fn seconds(&self, refutation: &Refutation, first: usize) -> Cells {
        let Refutation { stones, spare, zone, pairs, .. } = refutation;
        let first_is_spare = !stones.contains(first);
        if first_is_spare && (*spare == 0 || zone.contains(first)) {
            return Cells::default();
        }
        let left = spare - usize::from(first_is_spare);
        if left == 0 {
            return *stones;
        }
        let mut elsewhere = !*zone;
        for pair in pairs.iter().filter(|pair| first_is_spare && pair.contains(first)) {
            elsewhere &= !*pair;
        }
        *stones | elsewhere
    }
}
