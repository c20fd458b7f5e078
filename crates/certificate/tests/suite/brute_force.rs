//! The truth about small mate problems by brute force, and certificates made from it.
//!
//! A graph has every position that checks and answers lead to, so it fits only small problems. What follows a position with a mate in
//! one ply is left out, except at the root. Lengths come from sweeping over the graph until nothing changes.

use std::collections::{BTreeMap, HashMap};

use yomikiri_certificate::shogi::{
    Fault, InterpositionRules, OtherCheck, OtherKind, ShogiClaim, ShogiHeader,
};
use yomikiri_certificate::{CertificateWriter, Compression, NoMateLimit, Section, Side};
use yomikiri_shogi::{Color, Move, PieceKind, Position, Square};

/// A board and the attacker's hand, as a certificate writes them.
pub type Key = (String, String);

const HAND_ORDER: [(PieceKind, char); 7] = [
    (PieceKind::Rook, 'R'),
    (PieceKind::Bishop, 'B'),
    (PieceKind::Gold, 'G'),
    (PieceKind::Silver, 'S'),
    (PieceKind::Knight, 'N'),
    (PieceKind::Lance, 'L'),
    (PieceKind::Pawn, 'P'),
];

pub fn key(position: &Position, attacker: Color) -> Key {
    let sfen = position.to_sfen();
    let hand: String = HAND_ORDER
        .iter()
        .map(|&(kind, letter)| match position.hand(attacker).count(kind) {
            0 => String::new(),
            1 => letter.to_string(),
            count => format!("{count}{letter}"),
        })
        .collect();
    let board = sfen.split(' ').next().unwrap().to_string();
    (board, if hand.is_empty() { "-".to_string() } else { hand })
}

pub fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    let _ = next.make(mv);
    next
}

struct Turn {
    /// For each check the positions after each answer.
    checks: Vec<(Move, Vec<(Move, Key)>)>,
    /// The length of the shortest mate, if there is one.
    length: Option<u32>,
}

/// All positions of the attacker that were reached, with their lengths.
pub struct Graph {
    pub attacker: Color,
    turns: HashMap<Key, Turn>,
    most: usize,
    /// Whether a root with a mate in one ply is followed by everything.
    pub full_roots: bool,
}

impl Graph {
    /// An empty graph with a limit on its positions.
    pub fn new(attacker: Color, most: usize) -> Graph {
        Graph { attacker, turns: HashMap::new(), most, full_roots: true }
    }

    /// The length of the shortest mate at a turn of the attacker; `Err` if the graph would be too large.
    pub fn length(&mut self, position: &Position) -> Result<Option<u32>, ()> {
        assert_eq!(position.side_to_move(), self.attacker);
        let root = key(position, self.attacker);
        if !self.turns.contains_key(&root) {
            self.explore(position)?;
        }
        Ok(self.turns[&root].length)
    }

    fn explore(&mut self, position: &Position) -> Result<(), ()> {
        let root = key(position, self.attacker);
        let mut waiting = vec![position.clone()];
        while let Some(position) = waiting.pop() {
            let at = key(&position, self.attacker);
            if self.turns.contains_key(&at) {
                continue;
            }
            if self.turns.len() >= self.most {
                // What is there is not complete.
                self.turns.clear();
                self.most = 0;
            }
            if self.most == 0 {
                return Err(());
            }
            let mut checks = Vec::new();
            let mut children = Vec::new();
            for check in position.checks() {
                let answered = after(&position, check);
                let mut answers = Vec::new();
                for answer in answered.legal_moves() {
                    let next = after(&answered, answer);
                    answers.push((answer, key(&next, self.attacker)));
                    children.push(next);
                }
                checks.push((check, answers));
            }
            let mates_at_once = checks.iter().any(|(_, answers)| answers.is_empty());
            if !mates_at_once || self.full_roots && at == root {
                waiting.append(&mut children);
            }
            self.turns.insert(at, Turn { checks, length: None });
        }
        self.sweep();
        Ok(())
    }

    fn sweep(&mut self) {
        for plies in (1..).step_by(2) {
            let mates: Vec<Key> = self
                .turns
                .iter()
                .filter(|(_, turn)| turn.length.is_none())
                .filter(|(_, turn)| turn.checks.iter().any(|check| self.mated(&check.1, plies - 1)))
                .map(|(key, _)| key.clone())
                .collect();
            // Lengths have no gaps above what was known before.
            let known = self.turns.values().filter_map(|turn| turn.length).max().unwrap_or(0);
            if mates.is_empty() && plies > known + 2 {
                return;
            }
            for key in mates {
                self.turns.get_mut(&key).unwrap().length = Some(plies);
            }
        }
    }

    /// The length at a position, if it is in the graph and has a mate.
    fn length_at(&self, key: &Key) -> Option<u32> {
        self.turns.get(key)?.length
    }

    /// Whether every answer leads to a mate within the plies that are left.
    fn mated(&self, answers: &[(Move, Key)], plies: u32) -> bool {
        answers.iter().all(|(_, key)| self.length_at(key).is_some_and(|length| length < plies))
    }

    /// The plies until the defender is mated after a check, if he is.
    fn plies_after(&self, answers: &[(Move, Key)]) -> Option<u32> {
        answers.iter().try_fold(0, |most, (_, key)| Some(most.max(self.length_at(key)? + 1)))
    }

    /// The checks that mate, with the plies after each.
    fn mating_checks(&self, at: &Key) -> Vec<(Move, u32)> {
        let checks = self.turns[at].checks.iter();
        checks.filter_map(|(check, answers)| Some((*check, self.plies_after(answers)?))).collect()
    }

    fn best_check(&self, at: &Key) -> Move {
        self.mating_checks(at).into_iter().min_by_key(|&(_, plies)| plies).unwrap().0
    }

    fn answers(&self, at: &Key, check: Move) -> &[(Move, Key)] {
        &self.turns[at].checks.iter().find(|(of, _)| *of == check).unwrap().1
    }

    /// A shortest mate with the longest defence.
    pub fn line(&self, position: &Position) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = key(position, self.attacker);
        loop {
            let check = self.best_check(&at);
            line.push(check);
            let longest = self.answers(&at, check).iter().max_by_key(|(_, key)| self.turns[key].length);
            let Some((answer, next)) = longest else { return line };
            line.push(*answer);
            at = next.clone();
        }
    }
}

/// Whether there is a mate within this number of plies, by the definition.
pub fn mates_within(position: &Position, attacker: Color, plies: u32) -> bool {
    if position.side_to_move() != attacker {
        let answers = position.legal_moves();
        return position.in_check()
            && (answers.is_empty()
                || plies >= 2
                    && answers
                        .iter()
                        .all(|&answer| mates_within(&after(position, answer), attacker, plies - 1)));
    }
    plies >= 1
        && position.checks().iter().any(|&check| mates_within(&after(position, check), attacker, plies - 1))
}

/// A certificate that is being made.
pub struct Draft<'g> {
    graph: &'g Graph,
    pub header: ShogiHeader,
    mate: BTreeMap<Key, (u32, String)>,
    no_mate: BTreeMap<Key, NoMateLimit>,
    brinkmate: BTreeMap<Key, (u32, String)>,
}

pub fn side(color: Color) -> Side {
    if color == Color::Black { Side::Black } else { Side::White }
}

impl<'g> Draft<'g> {
    pub fn new(graph: &'g Graph, claim: ShogiClaim, root: &Position) -> Draft<'g> {
        let header = ShogiHeader::new(claim, side(graph.attacker), root.to_sfen());
        Draft { graph, header, mate: BTreeMap::new(), no_mate: BTreeMap::new(), brinkmate: BTreeMap::new() }
    }

    pub fn needs_mate(&mut self, at: &Key) {
        if self.mate.contains_key(at) {
            return;
        }
        let check = self.graph.best_check(at);
        self.mate.insert(at.clone(), (self.graph.turns[at].length.unwrap(), check.to_string()));
        self.needs_mates_after(at, check);
    }

    pub fn needs_mates_after(&mut self, at: &Key, check: Move) {
        for (_, next) in self.graph.answers(at, check) {
            self.needs_mate(next);
        }
    }

    /// A node that states all that is true: no mate at all, or within two plies less than there is one.
    pub fn needs_no_mate(&mut self, at: &Key) {
        if self.no_mate.contains_key(at) {
            return;
        }
        let limit = match self.graph.turns[at].length {
            None => NoMateLimit::Never,
            Some(1) => return,
            Some(length) => NoMateLimit::Plies(length - 2),
        };
        self.no_mate.insert(at.clone(), limit);
        for (_, answers) in &self.graph.turns[at].checks {
            self.needs_defence(answers);
        }
    }

    fn needs_defence(&mut self, answers: &'g [(Move, Key)]) {
        // The answer that holds out longest, and among these one that is there already.
        let value = |key: &Key| {
            let length = self.graph.turns[key].length.unwrap_or(u32::MAX);
            (length, self.no_mate.contains_key(key))
        };
        let best = answers.iter().max_by_key(|(_, key)| value(key)).map(|(_, key)| key);
        if let Some(key) = best {
            self.needs_no_mate(key);
        }
    }

    pub fn brinkmate_node(&mut self, at: Key, rank: u32, mv: Move) {
        self.brinkmate.insert(at, (rank, mv.to_string()));
    }

    pub fn text(&self) -> String {
        let write = || -> std::io::Result<Vec<u8>> {
            let mut writer = CertificateWriter::shogi(Vec::new(), Compression::None, &self.header)?;
            if !self.mate.is_empty() {
                writer.section(Section::Mate)?;
            }
            for ((board, hand), (rank, mv)) in &self.mate {
                writer.mate_node(board, hand, *rank, mv)?;
            }
            if !self.no_mate.is_empty() {
                writer.section(Section::NoMate)?;
            }
            for ((board, hand), limit) in &self.no_mate {
                writer.no_mate_node(board, hand, *limit)?;
            }
            if !self.brinkmate.is_empty() {
                writer.section(Section::Brinkmate)?;
            }
            for ((board, hand), (rank, mv)) in &self.brinkmate {
                writer.brinkmate_node(board, hand, *rank, mv)?;
            }
            writer.finish()
        };
        String::from_utf8(write().unwrap()).unwrap()
    }
}

/// Certificates of all claims that hold at a root with the attacker to move, whose lengths are in the graph.
pub fn certificates(graph: &Graph, root: &Position) -> Vec<String> {
    let at = key(root, graph.attacker);
    let mut made = Vec::new();
    let claims: Vec<(ShogiClaim, bool, bool)> = match graph.turns[&at].length {
        None => vec![(ShogiClaim::NoMate, false, true), (ShogiClaim::Unsound(Fault::NoMate), false, true)],
        Some(length) => {
            let mut claims = vec![
                (ShogiClaim::MateWithin(length), true, false),
                (ShogiClaim::Exactly(length), true, length > 1),
                (ShogiClaim::Unsound(Fault::ShorterMate(length + 2)), true, false),
            ];
            if length > 1 {
                claims.push((ShogiClaim::NoMateWithin(length - 2), false, true));
                claims.push((ShogiClaim::Unsound(Fault::LongerVariation(length - 2)), false, true));
            }
            claims
        }
    };
    for (claim, mate, no_mate) in claims {
        let mut draft = Draft::new(graph, claim, root);
        if mate {
            draft.needs_mate(&at);
        }
        if no_mate {
            draft.needs_no_mate(&at);
        }
        made.push(draft.text());
    }
    if graph.turns[&at].length.is_some() {
        made.extend(judgements(graph, root));
        made.extend(after_first_move(graph, root));
    }
    made
}

/// Certificates of a judgement: sound, sound with flaws, cook, leftover, as the position has it.
fn judgements(graph: &Graph, root: &Position) -> Vec<String> {
    let at = key(root, graph.attacker);
    let length = graph.turns[&at].length.unwrap();
    let line = graph.line(root);
    let mut others: Vec<OtherCheck> = Vec::new();
    let mut draft = Draft::new(graph, ShogiClaim::Sound(length), root);
    draft.needs_mate(&at);
    draft.needs_no_mate(&at);
    let mut position = root.clone();
    for (played, &mv) in line.iter().enumerate() {
        if played % 2 == 0 {
            let here = key(&position, graph.attacker);
            let is_last = played + 1 == line.len() && line.len() > 1;
            for (check, answers) in &graph.turns[&here].checks {
                if *check == mv {
                    continue;
                }
                match graph.plies_after(answers) {
                    Some(plies) if !is_last || plies == 0 => {
                        let kind = match is_last {
                            _ if is_symmetric(&position) && *check == mv.mirrored() => OtherKind::Mirror,
                            true => OtherKind::LastMove,
                            false => OtherKind::Detour,
                        };
                        others.push(OtherCheck { ply: played as u32 + 1, check: check.to_string(), kind });
                        draft.needs_mates_after(&here, *check);
                    }
                    Some(_) => {}
                    // At the last turn an answer is enough, and there is one.
                    None if is_last => {}
                    None => draft.needs_defence(answers),
                }
            }
        }
        let _ = position.make(mv);
    }
    let leftover = !position.hand(graph.attacker).is_empty();
    draft.header.line = line.iter().map(ToString::to_string).collect();
    draft.header.rules = Some(InterpositionRules::Raw);
    let mut made = Vec::new();
    if leftover {
        draft.header.claim = ShogiClaim::Unsound(Fault::Leftover(length));
    } else {
        draft.header.others = others.clone();
        if others.iter().any(|other| other.kind != OtherKind::Mirror) {
            draft.header.claim = ShogiClaim::SoundWithFlaws(length);
        }
    }
    made.push(draft.text());
    draft.header.rules = Some(InterpositionRules::Plus2);
    made.push(draft.text());
    if let Some(cook) = others.iter().find(|other| other.kind == OtherKind::Detour) {
        draft.header.claim = ShogiClaim::Unsound(Fault::Cook);
        draft.header.others = vec![OtherCheck { kind: OtherKind::Cook, ..cook.clone() }];
        made.push(draft.text());
    }
    made
}

/// Whether the board is its own mirror image.
fn is_symmetric(position: &Position) -> bool {
    Square::all().all(|square| position.piece_at(square) == position.piece_at(square.mirrored()))
}

/// Certificates with the defender to move: after the first move of a mate.
fn after_first_move(graph: &Graph, root: &Position) -> Vec<String> {
    let at = key(root, graph.attacker);
    let check = graph.best_check(&at);
    let position = after(root, check);
    let plies = graph.turns[&at].length.unwrap() - 1;
    let claims = [ShogiClaim::MateWithin(plies), ShogiClaim::Exactly(plies)];
    claims
        .into_iter()
        .map(|claim| {
            let mut draft = Draft::new(graph, claim, &position);
            draft.needs_mates_after(&at, check);
            if plies >= 2 && claim == ShogiClaim::Exactly(plies) {
                draft.needs_defence(graph.answers(&at, check));
            }
            draft.text()
        })
        .collect()
}

/// The brinkmate by this move, if it is one and the graph has room for it.
pub fn brinkmate(graph: &mut Graph, root: &Position, mv: Move) -> Option<String> {
    if graph.length(root) != Ok(None) || !root.legal_moves().contains(&mv) || !is_threat(graph, root, mv) {
        return None;
    }
    let mut draft = Draft::new(graph, ShogiClaim::Brinkmate(1), root);
    let at = key(root, graph.attacker);
    draft.needs_no_mate(&at);
    draft.brinkmate_node(at, 1, mv);
    let answered = after(root, mv);
    if !answered.in_check() {
        draft.needs_mate(&key(&passed(&answered), graph.attacker));
    }
    for answer in answered.legal_moves() {
        draft.needs_mate(&key(&after(&answered, answer), graph.attacker));
    }
    Some(draft.text())
}

pub fn passed(position: &Position) -> Position {
    let mut passed = position.clone();
    passed.make_pass();
    passed
}

/// Whether a move wins by a threat of mate, or by check, against every answer and the pass.
pub fn is_threat(graph: &mut Graph, position: &Position, mv: Move) -> bool {
    let answered = after(position, mv);
    let mut mates = |position: &Position| matches!(graph.length(position), Ok(Some(_)));
    (answered.in_check() || mates(&passed(&answered)))
        && answered.legal_moves().into_iter().all(|answer| mates(&after(&answered, answer)))
}
