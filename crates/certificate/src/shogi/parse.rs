//! Reads the header and the nodes of certificates of shogi.

use std::collections::HashSet;

use super::board::{Board, Hand, Move};
use super::claim::{Fault, InterpositionRules, OtherKind, ShogiClaim};
use super::rules::Position;
use crate::Side;
use crate::error::{Checked, malformed, quote};
use crate::reader::{Lines, fields, number};

impl ShogiClaim {
    /// The claim of a text.
    pub fn parse(text: &str) -> Option<ShogiClaim> {
        let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
        if name == "unsound" {
            let (name, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            let fault = match (name, rest) {
                ("no-mate", "") if text == "unsound no-mate" => Fault::NoMate,
                ("cook", "") if text == "unsound cook" => Fault::Cook,
                ("leftover", plies) => Fault::Leftover(number(plies)?),
                ("shorter-mate", plies) => Fault::ShorterMate(number(plies)?),
                ("longer-variation", plies) => Fault::LongerVariation(number(plies)?),
                _ => return None,
            };
            return Some(ShogiClaim::Unsound(fault));
        }
        if text == "no-mate" {
            return Some(ShogiClaim::NoMate);
        }
        let plies = number(rest)?;
        Some(match name {
            "mate-within" => ShogiClaim::MateWithin(plies),
            "no-mate-within" => ShogiClaim::NoMateWithin(plies),
            "exactly" => ShogiClaim::Exactly(plies),
            "brinkmate" => ShogiClaim::Brinkmate(plies),
            "sound" => ShogiClaim::Sound(plies),
            "sound-with-flaws" => ShogiClaim::SoundWithFlaws(plies),
            _ => return None,
        })
    }

    fn plies(self) -> Option<u32> {
        match self {
            ShogiClaim::NoMate | ShogiClaim::Unsound(Fault::NoMate | Fault::Cook) => None,
            ShogiClaim::MateWithin(plies)
            | ShogiClaim::NoMateWithin(plies)
            | ShogiClaim::Exactly(plies)
            | ShogiClaim::Brinkmate(plies)
            | ShogiClaim::Sound(plies)
            | ShogiClaim::SoundWithFlaws(plies)
            | ShogiClaim::Unsound(
                Fault::Leftover(plies) | Fault::ShorterMate(plies) | Fault::LongerVariation(plies),
            ) => Some(plies),
        }
    }

    /// Whether the root must be the attacker's turn.
    fn needs_attackers_turn(self) -> bool {
        !matches!(
            self,
            ShogiClaim::MateWithin(_)
                | ShogiClaim::NoMate
                | ShogiClaim::NoMateWithin(_)
                | ShogiClaim::Exactly(_)
        )
    }

    /// Whether the header has lines `rules` and `line`.
    pub(super) fn has_line(self) -> bool {
        matches!(
            self,
            ShogiClaim::Sound(_)
                | ShogiClaim::SoundWithFlaws(_)
                | ShogiClaim::Unsound(Fault::Cook | Fault::Leftover(_))
        )
    }

    /// Which kinds of other checks the header may list.
    fn allows(self, kind: OtherKind) -> bool {
        match self {
            ShogiClaim::Sound(_) => kind == OtherKind::Mirror,
            ShogiClaim::SoundWithFlaws(_) => kind != OtherKind::Cook,
            ShogiClaim::Unsound(Fault::Cook) => kind == OtherKind::Cook,
            _ => false,
        }
    }
}

/// A line `other PLY MOVE KIND`.
pub(super) struct Other {
    /// The line of the file.
    pub at: u64,
    pub ply: u32,
    pub check: Move,
    pub kind: OtherKind,
}

/// The line of the header with the claim: errors about the claim as a whole name it.
pub(super) const CLAIM_LINE: u64 = 3;
/// The line with the root.
const ROOT_LINE: u64 = 5;
/// The line with the solution.
pub(super) const SOLUTION_LINE: u64 = 7;

/// The header of a certificate.
pub(super) struct Header {
    pub claim: ShogiClaim,
    pub attacker: Side,
    pub root: Position,
    pub turn: Side,
    /// All pieces of the root by kind, without kings.
    pub material: Hand,
    pub rules: InterpositionRules,
    pub line: Vec<Move>,
    pub others: Vec<Other>,
    /// The plies and checks of `others`.
    pub listed: HashSet<(u32, Move)>,
}

impl Header {
    /// Reads the header from the claim on.
    pub fn read(lines: &mut Lines<'_>) -> Checked<Header> {
        let text = lines.value("claim")?;
        let Some(claim) = ShogiClaim::parse(text) else {
            let why = format!("no claim about shogi: {}", quote(text));
            return malformed(CLAIM_LINE, why);
        };
        let text = lines.value("attacker")?;
        let Some(attacker) = Side::from_name(text) else {
            let why = format!("the attacker is black or white, not {}", quote(text));
            return malformed(lines.number(), why);
        };
        let (root, turn) = match read_root(lines.value("root")?) {
            Ok(root) => root,
            Err(why) => return malformed(ROOT_LINE, why),
        };
        let on_board = root.board.material();
        let material = on_board.plus(root.hands[0]).and_then(|sum| sum.plus(root.hands[1]));
        let Some(material) = material else { return malformed(ROOT_LINE, "more than 127 pieces of a kind") };
        if root.board.king(attacker.other()).is_none() {
            return malformed(ROOT_LINE, "the defender has no king");
        }
        if let Some(why) = root.board.fault() {
            return malformed(ROOT_LINE, why);
        }
        if root.board.in_check(turn.other()) {
            return malformed(ROOT_LINE, "the side that is not to move is in check");
        }
        if turn != attacker {
            if claim.needs_attackers_turn() {
                return malformed(ROOT_LINE, "it must be the attacker's turn");
            }
            if !root.board.in_check(turn) {
                return malformed(ROOT_LINE, "the defender is to move and not in check");
            }
        }
        if let Some(plies) = claim.plies()
            && (plies % 2 == 1) != (turn == attacker)
        {
            let why = "the number of plies is odd if the attacker is to move, otherwise even";
            return malformed(CLAIM_LINE, why);
        }
        if claim == ShogiClaim::Unsound(Fault::ShorterMate(1)) {
            return malformed(CLAIM_LINE, "no mate is shorter than 1 ply");
        }
        let mut header = Header {
            claim,
            attacker,
            root,
            turn,
            material,
            rules: InterpositionRules::Raw,
            line: Vec::new(),
            others: Vec::new(),
            listed: HashSet::new(),
        };
        if claim.has_line() {
            header.read_line(lines)?;
        }
        Ok(header)
    }

    fn read_line(&mut self, lines: &mut Lines<'_>) -> Checked<()> {
        let text = lines.value("rules")?;
        let Some(rules) = InterpositionRules::from_name(text) else {
            let why = format!("no rules: {}", quote(text));
            return malformed(lines.number(), why);
        };
        self.rules = rules;
        for text in lines.value("line")?.split(' ') {
            let Some(mv) = Move::parse(text) else {
                return malformed(SOLUTION_LINE, format!("no move: {}", quote(text)));
            };
            self.line.push(mv);
        }
        if self.line.len().is_multiple_of(2) {
            return malformed(SOLUTION_LINE, "the number of moves is not odd");
        }
        loop {
            let text = lines.required()?.to_string();
            let at = lines.number();
            let Some(rest) = text.strip_prefix("other ") else {
                lines.put_back();
                break;
            };
            let other = fields::<3>(rest).and_then(|[ply, check, kind]| {
                Some(Other {
                    at,
                    ply: number(ply)?,
                    check: Move::parse(check)?,
                    kind: OtherKind::from_name(kind)?,
                })
            });
            let Some(other) = other else {
                return malformed(at, format!("expected \"other PLY MOVE KIND\", found {}", quote(&text)));
            };
            if !self.claim.allows(other.kind) {
                return malformed(at, format!("{} does not go with this claim", other.kind.name()));
            }
            if other.ply.is_multiple_of(2) || other.ply as usize > self.line.len() {
                return malformed(at, "the ply is none of the attacker's on the line");
            }
            if !self.listed.insert((other.ply, other.check)) {
                return malformed(at, "the same check twice");
            }
            self.others.push(other);
        }
        if self.claim == ShogiClaim::Unsound(Fault::Cook) && self.others.len() != 1 {
            return malformed(lines.number() + 1, "expected exactly one line \"other PLY MOVE cook\"");
        }
        Ok(())
    }

    /// The position of a node, attacker to move, or what is wrong with it.
    pub fn node_position(&self, board: &str, hand: &str) -> Result<Position, String> {
        let Some(hand) = Hand::parse(hand) else { return Err(format!("no hand: {}", quote(hand))) };
        let board = Board::parse(board).map_err(|why| format!("{why}: {}", quote(board)))?;
        if !board.material().plus(hand).is_some_and(|used| self.material.contains(used)) {
            return Err("more pieces of a kind than at the root".to_string());
        }
        let has_kings = |board: &Board| [Side::Black, Side::White].map(|side| board.king(side).is_some());
        if has_kings(&board) != has_kings(&self.root.board) {
            return Err("not the kings of the root".to_string());
        }
        if let Some(why) = board.fault() {
            return Err(why.to_string());
        }
        if board.in_check(self.attacker.other()) {
            return Err("the defender is in check and the attacker to move".to_string());
        }
        Ok(self.position(board, hand))
    }

    /// The position with a board and the attacker's hand; the defender has the rest.
    pub fn position(&self, board: Board, hand: Hand) -> Position {
        let mut hands = [hand; 2];
        hands[self.attacker.other() as usize] = self.material.minus(board.material()).minus(hand);
        Position { board, hands }
    }
}

/// Reads a position with its side to move.
pub(super) fn read_root(text: &str) -> Result<(Position, Side), String> {
    let form = || format!("expected an SFEN (board, side, hands, number), found {}", quote(text));
    let [board, turn, hands, move_number] = fields(text).ok_or_else(form)?;
    let board = Board::parse(board).map_err(|why| format!("{why}: {}", quote(board)))?;
    let turn = match turn {
        "b" => Side::Black,
        "w" => Side::White,
        _ => return Err(form()),
    };
    let hands = Hand::parse_both(hands).ok_or_else(|| format!("no hands: {}", quote(hands)))?;
    number(move_number).ok_or_else(form)?;
    Ok((Position { board, hands }, turn))
}
