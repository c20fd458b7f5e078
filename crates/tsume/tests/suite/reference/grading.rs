//! The grading of problems: faults, flaws and remarks along the main line.

use super::choice::{Answer, Walk};
use super::fate::{Fate, Fates};
use super::lengths::{Lengths, Profile};
use super::values::Values;
use yomikiri_shogi::{Color, Move, Piece, PieceKind, Position, PositionBuilder, Square, Strictness};

/// More main lines than this are not tried.
const MAX_LINES: usize = 50;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Unsound,
    Flawed,
    Sound,
    /// Depends on a mate that is neither found nor refuted within the bound.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// 不詰
    NoMate,
    /// 余詰
    Cook,
    /// 駒余り
    Leftover,
    /// 最終手余詰
    LastMove,
    /// 非限定
    Choice,
    /// 迂回
    Detour,
    /// 変同
    EqualVariation,
    /// 左右対称
    MirrorImage,
}

impl Kind {
    pub fn is_fault(self) -> bool {
        matches!(self, Kind::NoMate | Kind::Cook | Kind::Leftover)
    }

    pub fn is_flaw(self) -> bool {
        matches!(self, Kind::LastMove | Kind::Choice | Kind::Detour | Kind::EqualVariation)
    }
}

/// Something to say about a problem. Plies are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item {
    pub kind: Kind,
    /// 0 for [`Kind::NoMate`], the last one for [`Kind::Leftover`].
    pub ply: usize,
    /// The other move; the last one for [`Kind::Leftover`].
    pub mv: Option<Move>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    pub verdict: Verdict,
    /// The main line with the best grade, the first of them in the order of the generator.
    pub line: Vec<Move>,
    /// What there is to say about that line, sorted.
    pub items: Vec<Item>,
    /// Tries of that line that are not decided: the items are complete if there are none.
    pub open: Vec<(usize, Move)>,
}

/// Grades a problem, the attacker to move: the best grade by any line of best play. "Mates" means a mate, or a refutation, within `bound`
/// plies. `None` if that decides neither whether there is a mate nor its length, or there are too many lines.
pub fn grade(position: &Position, attacker: Color, profile: Profile, bound: u32) -> Option<Grade> {
    grade_knowing(&mut Fates::new(attacker), position, profile, bound)
}

/// The same with the fates that are known of this problem: they do not depend on the profile.
pub fn grade_knowing(fates: &mut Fates, position: &Position, profile: Profile, bound: u32) -> Option<Grade> {
    Grader::knowing(fates, profile, bound, |grader| grader.grade(position))
}

/// Grades a problem by this main line. `None` if a move of it does not attain the value, or if [`grade`] could not decide.
pub fn grade_line(
    position: &Position,
    attacker: Color,
    profile: Profile,
    bound: u32,
    line: &[Move],
) -> Option<Grade> {
    grade_line_knowing(&mut Fates::new(attacker), position, profile, bound, line)
}

/// The same with the fates that are known of this problem.
pub fn grade_line_knowing(
    fates: &mut Fates,
    position: &Position,
    profile: Profile,
    bound: u32,
    line: &[Move],
) -> Option<Grade> {
    Grader::knowing(fates, profile, bound, |grader| grader.grade_line(position, line))
}

/// 不要駒: the pieces, on a square or in the attacker's hand, without which `line` is still a main line and without fault. `None` if
/// that is not decided for some piece.
pub fn unneeded_pieces(
    position: &Position,
    attacker: Color,
    profile: Profile,
    bound: u32,
    line: &[Move],
) -> Option<Vec<(PieceKind, Option<Square>)>> {
    let pieces = Square::all().filter_map(|square| Some((position.piece_at(square)?.kind(), Some(square))));
    let held = position.hand(attacker).iter().map(|(kind, _)| (kind, None)).collect::<Vec<_>>();
    let mut unneeded = Vec::new();
    for (kind, square) in pieces.chain(held).filter(|&(kind, _)| kind != PieceKind::King) {
        let mut builder = PositionBuilder::from(position);
        match square {
            Some(square) => drop(builder.set(square, None::<Piece>)),
            None => builder.hands[attacker.index()] = position.hand(attacker).one_less(kind),
        }
        let defenders = &mut builder.hands[(!attacker).index()];
        *defenders = defenders.one_more(kind.unpromoted());
        let Ok(without) = builder.build(Strictness::Lax) else { continue };
        let mut grader = Grader::new(attacker, profile, bound);
        let grade = grader.grade_line(&without, line);
        if grader.values.lengths.assumed {
            return None;
        }
        match grade.map(|grade| grade.verdict) {
            None | Some(Verdict::Unsound) => {}
            Some(Verdict::Unknown) => return None,
            Some(Verdict::Flawed | Verdict::Sound) => unneeded.push((kind, square)),
        }
    }
    Some(unneeded)
}

impl Grade {
    fn new(line: &[Move], mut items: Vec<Item>, open: Vec<(usize, Move)>) -> Grade {
        items.sort();
        let mut grade = Grade { verdict: Verdict::Unknown, line: line.to_vec(), items, open };
        let [worst, best] = grade.range();
        if worst == best {
            grade.verdict = worst;
        }
        grade
    }

    /// The worst and the best that the verdict can be, whatever the open tries turn out to be.
    fn range(&self) -> [Verdict; 2] {
        if self.items.iter().any(|item| item.kind.is_fault()) {
            return [Verdict::Unsound; 2];
        }
        let flawed = self.items.iter().any(|item| item.kind.is_flaw());
        let best = if flawed { Verdict::Flawed } else { Verdict::Sound };
        [if self.open.is_empty() { best } else { Verdict::Unsound }, best]
    }
}

struct Grader {
    values: Values,
    fates: Fates,
    bound: u32,
}

impl Grader {
    fn new(attacker: Color, profile: Profile, bound: u32) -> Grader {
        assert_ne!(profile, Profile::Uncounted, "a bound, not a rule: nothing is removed by it");
        Grader { values: Values::new(Lengths::new(attacker, profile)), fates: Fates::new(attacker), bound }
    }

    /// Asks a grader that has these fates. No answer that rests on an assumption counts.
    fn knowing(
        fates: &mut Fates,
        profile: Profile,
        bound: u32,
        ask: impl FnOnce(&mut Grader) -> Option<Grade>,
    ) -> Option<Grade> {
        let mut grader = Grader::new(fates.attacker, profile, bound);
        std::mem::swap(&mut grader.fates, fates);
        let grade = ask(&mut grader).filter(|_| !grader.values.lengths.assumed);
        std::mem::swap(&mut grader.fates, fates);
        grade
    }

    fn grade(&mut self, position: &Position) -> Option<Grade> {
        let root = &mut position.clone();
        if self.values.of(root, self.bound).is_none() {
            let no_mate = Item { kind: Kind::NoMate, ply: 0, mv: None };
            let refuted = self.fates.of(root, self.bound) == Fate::NoMate;
            return refuted.then(|| Grade {
                verdict: Verdict::Unsound,
                line: Vec::new(),
                items: vec![no_mate],
                open: Vec::new(),
            });
        }
        let lines = self.values.main_lines(root, self.bound, MAX_LINES)?;
        let grades: Vec<Grade> = lines.iter().filter_map(|line| self.grade_line(position, line)).collect();
        let [worst, best] = [0, 1].map(|i| grades.iter().map(|grade| grade.range()[i]).max());
        let verdict = if worst == best { worst? } else { Verdict::Unknown };
        // `max_by_key` takes the last of equal ones.
        let first_best = grades.into_iter().rev().max_by_key(Grade::range)?;
        Some(Grade { verdict, ..first_best })
    }

    fn grade_line(&mut self, position: &Position, line: &[Move]) -> Option<Grade> {
        let attacker = self.values.lengths.attacker;
        let positions = self.values.positions(position, self.bound, line)?;
        let mut detours = Fates::avoiding(attacker, positions.clone());
        let (mut items, mut open) = (Vec::new(), Vec::new());
        for (i, at) in positions[..line.len()].iter().enumerate() {
            let ply = i + 1;
            if at.side_to_move() == attacker {
                for other in at.checks().into_iter().filter(|&check| check != line[i]) {
                    match self.judge_try(at, &line[i..], other, ply, &mut detours) {
                        Ok(kind) => items.extend(kind.map(|kind| Item { kind, ply, mv: Some(other) })),
                        Err(Undecided) => open.push((ply, other)),
                    }
                }
            } else {
                let best = self.values.best_moves(&mut at.clone(), self.bound).into_iter();
                let others = best.filter(|&reply| reply != line[i]);
                items.extend(others.map(|reply| Item { kind: Kind::EqualVariation, ply, mv: Some(reply) }));
            }
        }
        if !positions[line.len()].hand(attacker).is_empty() {
            items.push(Item { kind: Kind::Leftover, ply: line.len(), mv: line.last().copied() });
        }
        Some(Grade::new(line, items, open))
    }

    /// What the check `other` is, at the beginning of `rest`, the rest of the main line. `None`: it does not mate.
    fn judge_try(
        &mut self,
        position: &Position,
        rest: &[Move],
        other: Move,
        ply: usize,
        detours: &mut Fates,
    ) -> Result<Option<Kind>, Undecided> {
        let mut tried = position.clone();
        let _ = tried.make(other);
        if rest.len() == 1 && ply > 1 {
            let mates_at_once = self.values.lengths.of(&mut tried, 0).is_some();
            return Ok(mates_at_once.then_some(Kind::LastMove));
        }
        let mut walk = Walk { values: &mut self.values, fates: &mut self.fates, bound: self.bound };
        match walk.fate(&mut tried) {
            Fate::Mate => {}
            Fate::NoMate => return Ok(None),
            Fate::Open => return Err(Undecided),
        }
        if is_symmetric(position) && other == rest[0].mirrored() {
            return Ok(Some(Kind::MirrorImage));
        }
        match walk.is_choice(position, rest, other) {
            Answer::Yes => return Ok(Some(Kind::Choice)),
            Answer::No => {}
            Answer::Open => return Err(Undecided),
        }
        match detours.of(&mut tried, self.bound) {
            Fate::NoMate => Ok(Some(Kind::Detour)),
            Fate::Mate => Ok(Some(Kind::Cook)),
            Fate::Open => Err(Undecided),
        }
    }
}

struct Undecided;

fn is_symmetric(position: &Position) -> bool {
    Square::all().all(|square| position.piece_at(square) == position.piece_at(square.mirrored()))
}
