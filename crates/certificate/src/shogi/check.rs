//! Checks certificates of shogi: the conditions at every node, then the claim.

use super::board::{EMPTY, Move};
use super::claim::{Fault, InterpositionRules, OtherKind, ShogiClaim};
use super::parse::{CLAIM_LINE, Header, Other, SOLUTION_LINE};
use super::rules::Position;
use super::store::{NEVER, Node, NotAdded, Store};
use crate::Side;
use crate::error::{Checked, fails, malformed, quote};
use crate::reader::{Lines, NodeLine, NodeLines, fields, number};
use crate::verify::{CheckReport, Watch};
use crate::writer::Section;

/// Sections by their place in [`Checker::sections`].
const SECTIONS: [Section; 3] = [Section::Mate, Section::NoMate, Section::Brinkmate];

#[derive(Default)]
struct SectionNodes {
    store: Store,
    /// The line of the first node, or `None` if the file does not have the section.
    first_line: Option<u64>,
}

struct Checker {
    header: Header,
    sections: [SectionNodes; 3],
}

/// Checks a certificate of shogi from the line `claim` on.
pub(crate) fn check(lines: &mut Lines<'_>, watch: &mut Watch<'_>) -> Checked<CheckReport> {
    let header = Header::read(lines)?;
    let mut checker = Checker { header, sections: Default::default() };
    checker.read_nodes(lines, watch)?;
    checker.check_nodes(watch)?;
    checker.check_claim()?;
    Ok(checker.report())
}

impl Checker {
    fn attacker(&self) -> Side {
        self.header.attacker
    }

    fn defender(&self) -> Side {
        self.header.attacker.other()
    }

    fn read_nodes(&mut self, lines: &mut Lines<'_>, watch: &mut Watch<'_>) -> Checked<()> {
        let mut nodes = NodeLines::default();
        while let Some(line) = nodes.next(lines, &SECTIONS.map(Section::name))? {
            match line {
                NodeLine::Section(section) => self.sections[section].first_line = Some(lines.number() + 1),
                NodeLine::Node(section) => {
                    self.add_node(section, lines.line()).or_else(|why| malformed(lines.number(), why))?;
                    if watch.reads(nodes.count())? {
                        let bytes = self.sections.iter().map(|section| section.store.bytes()).sum();
                        watch.memory(bytes, nodes.count(), lines)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn add_node(&mut self, section: usize, line: &str) -> Result<(), String> {
        let form = |form: &str| format!("expected \"{form}\", found {}", quote(line));
        let odd = |text: &str| number(text).filter(|rank| rank % 2 == 1);
        let (board, hand, rank, mv) = if SECTIONS[section] == Section::NoMate {
            let [board, hand, limit] = fields(line).ok_or_else(|| form("BOARD HAND LIMIT"))?;
            let limit = if limit == "*" { Some(NEVER) } else { odd(limit) };
            (board, hand, limit.ok_or("the limit is neither an odd number nor *")?, None)
        } else {
            let [board, hand, rank, mv] = fields(line).ok_or_else(|| form("BOARD HAND RANK MOVE"))?;
            let mv = Move::parse(mv).ok_or_else(|| format!("no move: {}", quote(mv)))?;
            (board, hand, odd(rank).ok_or("the rank is no odd number")?, Some(mv))
        };
        let position = self.header.node_position(board, hand)?;
        let hand = position.hand(self.header.attacker);
        let added = self.sections[section].store.add(&position.board, hand, rank, mv);
        added.map_err(|reason| match reason {
            NotAdded::Twice => "the same board and hand twice".to_string(),
            NotAdded::TooMany => "too many nodes".to_string(),
        })
    }

    fn check_nodes(&self, watch: &mut Watch<'_>) -> Checked<()> {
        let mut checked = 0;
        let total = self.sections.iter().map(|section| section.store.len() as u64).sum();
        for (section, nodes) in SECTIONS.into_iter().zip(&self.sections) {
            for index in 0..nodes.store.len() {
                let node = nodes.store.node(index);
                let position = self.header.position(nodes.store.board(&node), node.hand);
                let checked_node = match section {
                    Section::NoMate => self.check_no_mate(&position, node.rank),
                    Section::Brinkmate => self.check_brinkmate(position, &node),
                    _ => self.check_mate(position, &node),
                };
                if let Err(why) = checked_node {
                    return fails(nodes.first_line.unwrap_or_default() + index as u64, why);
                }
                checked += 1;
                watch.checks(checked, total)?;
            }
        }
        Ok(())
    }

    fn store(&self, section: Section) -> &Store {
        let index = SECTIONS.iter().position(|&of| of == section).unwrap_or_default();
        &self.sections[index].store
    }

    /// Whether `mate` covers a position within some plies.
    fn mates(&self, position: &Position, plies: u32) -> bool {
        let hand = position.hand(self.attacker());
        let mut nodes = self.store(Section::Mate).with_board(&position.board);
        nodes.any(|node| hand.contains(node.hand) && node.rank <= plies)
    }

    /// Whether `no-mate` covers a position against mates within some plies.
    fn holds_out(&self, position: &Position, plies: u32) -> bool {
        let hand = position.hand(self.attacker());
        let mut nodes = self.store(Section::NoMate).with_board(&position.board);
        nodes.any(|node| node.hand.contains(hand) && node.rank >= plies)
    }

    /// The first legal move of the defender after which `mate` does not cover the position within some plies.
    fn unmated_answer(&self, position: &Position, plies: u32) -> Option<Move> {
        let mut unmated = None;
        position.any_legal_move(self.defender(), |mv| {
            let is_mated = self.mates(&position.after(self.defender(), mv), plies);
            if !is_mated {
                unmated = Some(mv);
            }
            !is_mated
        });
        unmated
    }

    /// Whether the defender has a legal move after which `no-mate` covers the position against mates within some plies; if that is 0,
    /// whether he has a legal move.
    fn has_defence(&self, position: &Position, plies: u32) -> bool {
        position.any_legal_move(self.defender(), |mv| {
            plies == 0 || self.holds_out(&position.after(self.defender(), mv), plies)
        })
    }

    fn check_mate(&self, mut position: Position, node: &Node) -> Result<(), String> {
        let mv = node.mv();
        if !position.is_legal_check(self.attacker(), mv) {
            return Err(format!("{mv} is no legal check"));
        }
        position.play(self.attacker(), mv);
        match self.unmated_answer(&position, node.rank - 1) {
            None => Ok(()),
            Some(answer) if node.rank == 1 => {
                Err(format!("the rank is 1, but after {mv} the defender can play {answer}"))
            }
            Some(answer) => {
                let plies = node.rank - 2;
                Err(format!("after {mv} {answer} no mate node covers the position within {plies} plies"))
            }
        }
    }

    fn check_no_mate(&self, position: &Position, limit: u32) -> Result<(), String> {
        let plies = match limit {
            NEVER => NEVER,
            1 => 0,
            limit => limit - 2,
        };
        let mut why = Ok(());
        position.any_legal_check(self.attacker(), |check| {
            let is_answered = self.has_defence(&position.after(self.attacker(), check), plies);
            if !is_answered {
                why = Err(match plies {
                    0 => format!("{check} mates at once"),
                    _ => format!("no answer to {check} leads to a position that a no-mate node covers"),
                });
            }
            !is_answered
        });
        why
    }

    fn check_brinkmate(&self, mut position: Position, node: &Node) -> Result<(), String> {
        let mv = node.mv();
        if !position.is_legal(self.attacker(), mv) {
            return Err(format!("{mv} is not legal"));
        }
        position.play(self.attacker(), mv);
        if !position.board.in_check(self.defender()) && !self.mates(&position, NEVER) {
            return Err(format!(
                "{mv} gives no check, and no mate node covers the position after it and a pass"
            ));
        }
        for answer in position.legal_moves(self.defender()) {
            let after = position.after(self.defender(), answer);
            let hand = after.hand(self.attacker());
            let mut nodes = self.store(Section::Brinkmate).with_board(&after.board);
            let wins = nodes.any(|child| child.hand == hand && child.rank + 2 <= node.rank);
            if !wins && !self.mates(&after, NEVER) {
                return Err(format!(
                    "after {mv} {answer} neither a mate node nor a brinkmate node of a smaller rank covers the position"
                ));
            }
        }
        Ok(())
    }

    fn check_claim(&self) -> Checked<()> {
        let claimed = match self.header.claim {
            ShogiClaim::MateWithin(plies) => self.check_mate_within(plies),
            ShogiClaim::NoMate | ShogiClaim::Unsound(Fault::NoMate) => self.check_no_mate_within(NEVER),
            ShogiClaim::NoMateWithin(plies) | ShogiClaim::Unsound(Fault::LongerVariation(plies)) => {
                self.check_no_mate_within(plies)
            }
            ShogiClaim::Exactly(plies) => self.check_exactly(plies),
            ShogiClaim::Brinkmate(plies) => self.check_brinkmate_claim(plies),
            ShogiClaim::Unsound(Fault::ShorterMate(plies)) => self.check_mate_within(plies - 2),
            ShogiClaim::Sound(plies) | ShogiClaim::SoundWithFlaws(plies) => return self.check_sound(plies),
            ShogiClaim::Unsound(Fault::Leftover(plies)) => return self.check_leftover(plies),
            ShogiClaim::Unsound(Fault::Cook) => return self.check_cook(),
        };
        claimed.or_else(|why| fails(CLAIM_LINE, why))
    }

    fn check_mate_within(&self, plies: u32) -> Result<(), String> {
        let root = &self.header.root;
        if self.header.turn == self.attacker() {
            return match self.mates(root, plies) {
                true => Ok(()),
                false => Err(format!("no mate node covers the root within {plies} plies")),
            };
        }
        // With 0 plies no rank is small enough, so a legal move is a refutation.
        match self.unmated_answer(root, plies.saturating_sub(1)) {
            None => Ok(()),
            Some(answer) => Err(format!("after {answer} no mate node covers the position in time")),
        }
    }

    fn check_no_mate_within(&self, plies: u32) -> Result<(), String> {
        let root = &self.header.root;
        let holds = if self.header.turn == self.attacker() {
            self.holds_out(root, plies)
        } else {
            self.has_defence(root, if plies == NEVER { NEVER } else { plies.saturating_sub(1) })
        };
        match (holds, plies) {
            (true, _) => Ok(()),
            (false, NEVER) => Err("no no-mate node covers the root against every length".to_string()),
            (false, _) => Err(format!("no no-mate node covers the root against mates within {plies} plies")),
        }
    }

    fn check_exactly(&self, plies: u32) -> Result<(), String> {
        self.check_mate_within(plies)?;
        if plies >= 2 { self.check_no_mate_within(plies - 2) } else { Ok(()) }
    }

    fn check_brinkmate_claim(&self, plies: u32) -> Result<(), String> {
        self.check_no_mate_within(NEVER)?;
        let (board, hand) = (&self.header.root.board, self.header.root.hand(self.attacker()));
        let mut nodes = self.store(Section::Brinkmate).with_board(board);
        match nodes.any(|node| node.hand == hand && node.rank <= plies) {
            true => Ok(()),
            false => Err(format!("no brinkmate node of rank {plies} or below is the root")),
        }
    }

    /// Whether the defender, to move, is mated, or at least by all but futile interpositions.
    fn is_final(&self, position: &Position) -> bool {
        let answers = position.legal_moves(self.defender());
        let is_interposition = |mv: Move| {
            let is_king = position.board.king(self.defender()) == Some(usize::from(mv.from));
            !is_king && position.board.squares[usize::from(mv.to)] == EMPTY
        };
        let waived =
            |&mv: &Move| is_interposition(mv) && self.mates(&position.after(self.defender(), mv), NEVER);
        position.board.in_check(self.defender())
            && (answers.is_empty()
                || self.header.rules != InterpositionRules::Raw && answers.iter().all(waived))
    }

    /// Plays the line. Returns its positions: before each move, and the last.
    fn check_line(&self) -> Checked<Vec<Position>> {
        let mut positions = vec![self.header.root.clone()];
        let mut position = self.header.root.clone();
        for (played, &mv) in self.header.line.iter().enumerate() {
            let is_attacker = played.is_multiple_of(2);
            let is_possible = match is_attacker {
                true => position.is_legal_check(self.attacker(), mv),
                false => position.is_legal(self.defender(), mv),
            };
            if !is_possible {
                let what = if is_attacker { "no legal check" } else { "not legal" };
                return fails(SOLUTION_LINE, format!("move {}, {mv}, is {what}", played + 1));
            }
            position.play(if is_attacker { self.attacker() } else { self.defender() }, mv);
            positions.push(position.clone());
        }
        if !self.is_final(&position) {
            return fails(SOLUTION_LINE, "the line does not end with a mate");
        }
        Ok(positions)
    }

    /// Checks a line `other`. `positions` are those of the line.
    fn check_other(&self, other: &Other, positions: &[Position]) -> Checked<()> {
        let moves = self.header.line.len();
        let ply = other.ply as usize;
        let position = &positions[ply - 1];
        let (main, check) = (self.header.line[ply - 1], other.check);
        if check == main || !position.is_legal_check(self.attacker(), check) {
            return fails(other.at, format!("{check} is no other legal check there"));
        }
        let is_mirror = position.board.is_symmetric() && check == main.mirrored();
        let after = position.after(self.attacker(), check);
        match other.kind {
            OtherKind::Mirror if !is_mirror => {
                fails(other.at, format!("{check} is not the mirror image of {main} in a symmetric position"))
            }
            OtherKind::Mirror => Ok(()),
            OtherKind::LastMove if ply != moves || moves == 1 => {
                fails(other.at, "not the last ply of a line of three moves or more")
            }
            OtherKind::LastMove if !self.is_final(&after) => {
                fails(other.at, format!("{check} does not mate"))
            }
            OtherKind::LastMove => Ok(()),
            OtherKind::FreeChoice | OtherKind::Detour | OtherKind::Cook => {
                if ply == moves && moves > 1 {
                    return fails(
                        other.at,
                        "at the last ply of a line only last-move and mirror are possible",
                    );
                }
                if other.kind == OtherKind::Cook && is_mirror {
                    return fails(other.at, format!("{check} is the mirror image of {main}"));
                }
                self.check_answers_mated(other.at, check, &after)
            }
        }
    }

    fn check_answers_mated(&self, line: u64, check: Move, after: &Position) -> Checked<()> {
        match self.unmated_answer(after, NEVER) {
            None => Ok(()),
            Some(answer) => fails(line, format!("after {check} {answer} no mate node covers the position")),
        }
    }

    /// Conditions (a) and (b). Returns the positions of the line.
    fn check_exact_line(&self, plies: u32) -> Checked<Vec<Position>> {
        self.check_exactly(plies).or_else(|why| fails(CLAIM_LINE, why))?;
        let positions = self.check_line()?;
        let moves = self.header.line.len();
        let fits = match self.header.rules {
            InterpositionRules::Raw => moves == plies as usize,
            _ => moves <= plies as usize,
        };
        if !fits {
            return fails(SOLUTION_LINE, format!("the line has {moves} moves, the mate {plies} plies"));
        }
        Ok(positions)
    }

    fn check_sound(&self, plies: u32) -> Checked<()> {
        let positions = self.check_exact_line(plies)?;
        for other in &self.header.others {
            self.check_other(other, &positions)?;
        }
        let moves = self.header.line.len();
        for played in (0..moves).step_by(2) {
            let position = &positions[played];
            let main = self.header.line[played];
            let is_last = played + 1 == moves && moves > 1;
            for check in position.legal_checks(self.attacker()) {
                if check == main || self.header.listed.contains(&(played as u32 + 1, check)) {
                    continue;
                }
                if !self.has_defence(&position.after(self.attacker(), check), if is_last { 0 } else { NEVER })
                {
                    let ply = played + 1;
                    let why =
                        format!("at ply {ply} the certificate does not show that {check} does not mate");
                    return fails(SOLUTION_LINE, why);
                }
            }
        }
        match positions.last() {
            Some(end) if end.hand(self.attacker()) != Default::default() => {
                fails(SOLUTION_LINE, "the attacker has pieces left after the line")
            }
            _ => Ok(()),
        }
    }

    fn check_leftover(&self, plies: u32) -> Checked<()> {
        let positions = self.check_exact_line(plies)?;
        match positions.last() {
            Some(end) if end.hand(self.attacker()) == Default::default() => {
                fails(SOLUTION_LINE, "the attacker has nothing left after the line")
            }
            _ => Ok(()),
        }
    }

    fn check_cook(&self) -> Checked<()> {
        let positions = self.check_line()?;
        for other in &self.header.others {
            self.check_other(other, &positions)?;
            let main = self.header.line[other.ply as usize - 1];
            self.check_answers_mated(SOLUTION_LINE, main, &positions[other.ply as usize])?;
        }
        Ok(())
    }

    fn report(&self) -> CheckReport {
        let sections = SECTIONS.into_iter().zip(&self.sections);
        CheckReport {
            game: "shogi",
            claim: self.header.claim.stated(self.header.rules),
            nodes: sections
                .filter(|(_, nodes)| nodes.first_line.is_some())
                .map(|(section, nodes)| (section.name(), nodes.store.len() as u64))
                .collect(),
            memory: self.sections.iter().map(|section| section.store.bytes()).sum(),
            not_shown: self.not_shown(),
        }
    }

    fn not_shown(&self) -> Vec<String> {
        let Header { claim, rules, ref line, ref others, .. } = self.header;
        let by_rules = rules != InterpositionRules::Raw;
        let is_sound = matches!(claim, ShogiClaim::Sound(_) | ShogiClaim::SoundWithFlaws(_));
        let mut not_shown = Vec::new();
        let mut add = |what: &str| not_shown.push(what.to_string());
        match others.iter().filter(|other| other.kind != OtherKind::Mirror).count() {
            0 => {}
            1 => add("how 1 other check that mates is graded"),
            graded => add(&format!("how {graded} other checks that mate are graded")),
        }
        if is_sound {
            add("that no piece is unneeded and no other variation is as long");
        }
        if claim.has_line() && (by_rules || !is_sound) {
            add("that the line is the main line");
        }
        if by_rules {
            let rules = rules.name();
            add(&format!("that interpositions which the line leaves out are futile by the rules {rules}"));
        }
        if by_rules && is_sound {
            add("that no other check mates after the end of the line");
            if line.len() > 1 {
                add("that no other check mates at the last move of the line, but for futile interpositions");
            }
        }
        if let ShogiClaim::Unsound(Fault::LongerVariation(_)) = claim {
            add("that the mate is longer where futile interpositions do not count");
        }
        not_shown
    }
}
