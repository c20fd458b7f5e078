//! What the judge found: faults, flaws, remarks and open questions.

use yomikiri_notation::{diagram, japanese};
use yomikiri_service::{ReachedPosition, TriesEntry, usi};
use yomikiri_shogi::{Color, Move, Position};
use yomikiri_tsume::{AlternativeMate, Fault, Flaw, Judgement, OpenQuestion, ProblemPiece, Remark};

use super::numbers::plies;
use super::{enumeration, row};
use crate::language::Lang;

/// Plies of a line that are shown to people; it may run to hundreds.
const SHOWN: usize = 15;

/// The main line of a problem, with the position before each of its moves and after the last one.
pub struct SolutionLine {
    /// Never empty.
    positions: Vec<ReachedPosition>,
}

impl SolutionLine {
    /// Plays the moves of a line.
    pub fn new(position: &Position, moves: &[Move]) -> SolutionLine {
        let mut positions = vec![ReachedPosition::new(position.clone())];
        for &mv in moves {
            positions.push(positions[positions.len() - 1].after(mv));
        }
        SolutionLine { positions }
    }

    /// The position before a ply, which counts from 1.
    fn before(&self, ply: u32) -> &ReachedPosition {
        &self.positions[(ply as usize).clamp(1, self.positions.len()) - 1]
    }
}

/// A fault, with its term.
pub fn fault(fault: &Fault, line: &SolutionLine, lang: Lang) -> String {
    let sentence = match *fault {
        Fault::NoMate => say!(lang, "there is none", "詰みがない"),
        Fault::Cook(ref other) => {
            let (ply, check, mate) = alternative(other, line, lang);
            say!(lang, "at ply {ply} {check} mates as well{mate}", "{ply}手目{check}でも詰み{mate}")
        }
        Fault::Leftover { ply, last, hand } => {
            let (last, hand) = (line.before(ply).name(last), diagram::hand_text(hand));
            say!(
                lang,
                "{hand} left in hand after {last} at ply {ply}",
                "{ply}手目{last}まで、持駒に{hand}が余る"
            )
        }
        Fault::Shorter { intended, length } => {
            let plies = plies(length.into());
            say!(
                lang,
                "the mate takes {plies}, not {intended} as intended",
                "作意{intended}手に対して{length}手で詰む"
            )
        }
        Fault::LongerVariation { intended, length } => longer_variation(intended, length, lang),
    };
    row(fault_term(fault, lang), &sentence, lang)
}

/// A flaw, with its term.
pub fn flaw(flaw: &Flaw, line: &SolutionLine, lang: Lang) -> String {
    let sentence = match *flaw {
        Flaw::FreeChoice(ref other) => {
            let (ply, check, mate) = alternative(other, line, lang);
            say!(
                lang,
                "at ply {ply} {check} leads to the same play{mate}",
                "{ply}手目{check}でも同じ手順{mate}"
            )
        }
        Flaw::Detour(ref other) => {
            let (ply, check, mate) = alternative(other, line, lang);
            say!(
                lang,
                "at ply {ply} {check} mates as well, but only by coming back to the solution{mate}",
                "{ply}手目{check}でも本手順に戻って詰み{mate}"
            )
        }
        // No line of the answer is known.
        Flaw::EqualVariation { ply, line: ref moves } if moves.is_empty() => say!(
            lang,
            "at ply {ply} another answer holds out as long and leaves nothing in hand either",
            "{ply}手目ほかの応手でも同手数で駒が余らない"
        ),
        Flaw::EqualVariation { ply, line: ref moves } => {
            let place = line.before(ply);
            let name = place.names(&moves[..moves.len().min(1)]);
            let (distance, moves_text) = (moves.len(), beginning(place, moves));
            let plies = plies(distance as u64);
            say!(
                lang,
                "at ply {ply} {name} holds out as long and leaves nothing in hand either, {plies} from the \
                 end: {moves_text}",
                "{ply}手目{name}でも同手数で駒が余らない（最終手から{distance}手前）：{moves_text}"
            )
        }
        Flaw::LastMove { ply, check } => {
            let check = line.before(ply).name(check);
            say!(lang, "at ply {ply} {check} mates as well", "{ply}手目{check}でも詰み")
        }
        Flaw::LongerVariation { intended, length } => longer_variation(intended, length, lang),
        Flaw::Unneeded(piece) => {
            let piece = piece_name(piece, lang);
            say!(lang, "the problem is the same without {piece}", "{piece}がなくても成立する")
        }
    };
    row(flaw_term(flaw, lang), &sentence, lang)
}

/// A remark, with its term.
pub fn remark(remark: &Remark, line: &SolutionLine, lang: Lang) -> String {
    let &Remark::Mirror { ply, check } = remark;
    let check = line.before(ply).name(check);
    say!(
        lang,
        "mirror image (左右対称): at ply {ply} {check} is the mirror image of the solution and no cook",
        "左右対称：{ply}手目{check}は左右対称の手順"
    )
}

/// A question that the limits left open, with the term for what it may be.
pub fn open_question(open: &OpenQuestion, line: &SolutionLine, lang: Lang) -> String {
    match *open {
        OpenQuestion::Mate => {
            say!(lang, "no mate (不詰): is there a mate?", "不詰？：詰みがあるかどうか")
        }
        OpenQuestion::Length => {
            say!(lang, "shorter mate (早詰): is there a shorter mate?", "早詰？：より短い詰みがあるかどうか")
        }
        OpenQuestion::Try { ply, check } => {
            let check = line.before(ply).name(check);
            say!(
                lang,
                "cook (余詰): does {check} at ply {ply} mate as well?",
                "余詰？：{ply}手目{check}でも詰むかどうか"
            )
        }
        OpenQuestion::EqualVariations => say!(
            lang,
            "equal variation (変同): is another defence as good?",
            "変同？：ほかに同手数の応手があるかどうか"
        ),
        OpenQuestion::Unneeded(piece) => {
            let piece = piece_name(piece, lang);
            say!(
                lang,
                "unneeded piece (不要駒): is the problem the same without {piece}?",
                "不要駒？：{piece}がなくても成立するかどうか"
            )
        }
    }
}

/// How many tries at a ply are open.
pub fn tries(entry: &TriesEntry, lang: Lang) -> String {
    let &TriesEntry { ply, tries, settled } = entry;
    let open = tries - settled;
    say!(
        lang,
        "ply {ply}: {open} of {tries} tries open",
        "{ply}手目：紛れ{tries}通りのうち{open}通りが未確認"
    )
}

/// How to have more questions answered about an unsound problem.
pub fn more_if_thorough(lang: Lang) -> String {
    say!(
        lang,
        "after a fault only easy ones are settled (--thorough: all, within the limits)",
        "欠陥が見つかったあとは容易なものだけ確認（--thorough：制限の範囲ですべて）"
    )
}

/// That nothing is wrong and nothing open from a ply on.
pub fn sound_from(ply: u32, lang: Lang) -> String {
    say!(lang, "sound from ply {ply} on", "{ply}手目以降は完全")
}

/// The term for a fault: ours and the field's.
fn fault_term(fault: &Fault, lang: Lang) -> &'static str {
    match (lang, fault) {
        (Lang::Ja, fault) => fault.japanese_term(),
        (Lang::En, Fault::NoMate) => "no mate (不詰)",
        (Lang::En, Fault::Cook(_)) => "cook (余詰)",
        (Lang::En, Fault::Leftover { .. }) => "leftover (駒余り)",
        (Lang::En, Fault::Shorter { .. }) => "shorter mate (早詰)",
        (Lang::En, Fault::LongerVariation { .. }) => "longer variation (変長)",
    }
}

/// The term for a flaw: ours and the field's.
fn flaw_term(flaw: &Flaw, lang: Lang) -> &'static str {
    match (lang, flaw) {
        (Lang::Ja, flaw) => flaw.japanese_term(),
        (Lang::En, Flaw::FreeChoice(_)) => "free choice (非限定)",
        (Lang::En, Flaw::Detour(_)) => "detour (迂回)",
        (Lang::En, Flaw::EqualVariation { .. }) => "equal variation (変同)",
        (Lang::En, Flaw::LastMove { .. }) => "last move (最終手余詰)",
        (Lang::En, Flaw::LongerVariation { .. }) => "longer variation (2手変長駒余り)",
        (Lang::En, Flaw::Unneeded(_)) => "unneeded piece (不要駒)",
    }
}

/// The sentences about the whole problem, and not about one of its moves.
pub fn about_the_whole(judgement: &Judgement, line: &SolutionLine, lang: Lang) -> Vec<String> {
    let faults =
        judgement.faults.iter().filter(|fault| !matches!(fault, Fault::Cook(_) | Fault::Leftover { .. }));
    let flaws = judgement.flaws.iter().filter(|flaw| match flaw {
        Flaw::LongerVariation { .. } | Flaw::Unneeded(_) => true,
        Flaw::FreeChoice(_) | Flaw::Detour(_) | Flaw::EqualVariation { .. } | Flaw::LastMove { .. } => false,
    });
    let open = judgement.open.iter().filter(|open| !matches!(open, OpenQuestion::Try { .. }));
    let faults = faults.map(|found| fault(found, line, lang));
    let flaws = flaws.map(|found| flaw(found, line, lang));
    faults.chain(flaws).chain(open.map(|open| open_question(open, line, lang))).collect()
}

/// The terms for the faults and flaws of a problem, each once, in the order of their characters.
pub fn terms(judgement: &Judgement, lang: Lang) -> Vec<&'static str> {
    let faults = judgement.faults.iter().map(|fault| fault_term(fault, lang));
    let flaws = judgement.flaws.iter().map(|flaw| flaw_term(flaw, lang));
    let mut terms: Vec<&str> = faults.chain(flaws).collect();
    terms.sort_unstable();
    terms.dedup();
    terms
}

/// The terms for the faults of a problem, or else for its flaws, each with its number. Empty if
/// nothing is wrong.
pub fn counted_terms(judgement: &Judgement, lang: Lang) -> String {
    let terms: Vec<&str> = match &judgement.faults[..] {
        [] => judgement.flaws.iter().map(|flaw| flaw_term(flaw, lang)).collect(),
        faults => faults.iter().map(|fault| fault_term(fault, lang)).collect(),
    };
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for term in terms {
        match counts.iter_mut().find(|(known, _)| *known == term) {
            Some((_, count)) => *count += 1,
            None => counts.push((term, 1)),
        }
    }
    let text = |&(term, count): &(&str, usize)| match count {
        1 => term.to_owned(),
        _ => format!("{term} ×{count}"),
    };
    enumeration(&counts.iter().map(text).collect::<Vec<_>>(), lang)
}

fn longer_variation(intended: u32, length: u32, lang: Lang) -> String {
    let plies = plies(length.into());
    say!(
        lang,
        "the defender holds out for at least {plies}, not {intended} as intended",
        "作意{intended}手に対して{length}手以上に延びる"
    )
}

/// The ply of another check that mates, its name, and its mate.
fn alternative(other: &AlternativeMate, line: &SolutionLine, lang: Lang) -> (u32, String, String) {
    let &AlternativeMate { ply, check, ref mate } = other;
    let place = line.before(ply);
    // The check is the first ply of its mate.
    let length = mate.length() + 1;
    let mate = if length == 1 {
        say!(lang, ", at once", "（1手）")
    } else {
        let moves = beginning(place, &[&[check], &mate.line[..]].concat());
        say!(lang, ", within {length} plies: {moves}", "（{length}手以内）：{moves}")
    };
    (ply, place.name(check), mate)
}

/// A piece, and whether it is in hand.
fn piece_name(piece: ProblemPiece, lang: Lang) -> String {
    match piece {
        ProblemPiece::OnBoard(piece, square) => {
            let mark = if piece.color() == Color::Black { '▲' } else { '△' };
            let (square, kind) = (japanese::square_name(square), japanese::piece_name(piece.kind()));
            format!("{mark}{square}{kind}")
        }
        ProblemPiece::InHand(kind) => {
            let kind = japanese::piece_name(kind);
            say!(lang, "{kind} in hand", "持駒の{kind}")
        }
    }
}

/// The beginning of a line by the names of its moves.
fn beginning(place: &ReachedPosition, line: &[Move]) -> String {
    if !line.first().is_some_and(|&first| place.position.is_legal(first)) {
        return usi(line).join(" ");
    }
    let shown = japanese::line_names(&place.position, &line[..line.len().min(SHOWN)]).join(" ");
    let more = if line.len() > SHOWN { " …" } else { "" };
    format!("{shown}{more}")
}

#[cfg(test)]
mod tests {
    use yomikiri_shogi::PieceKind;

    use super::*;

    #[test]
    fn pieces_in_hand() {
        let line = SolutionLine::new(&Position::startpos(), &[]);
        let piece = ProblemPiece::InHand(PieceKind::Pawn);
        let both =
            [Lang::En, Lang::Ja].map(|lang| open_question(&OpenQuestion::Unneeded(piece), &line, lang));
        assert_eq!(
            both,
            [
                "unneeded piece (不要駒): is the problem the same without 歩 in hand?",
                "不要駒？：持駒の歩がなくても成立するかどうか"
            ]
        );
    }

    #[test]
    fn an_equal_variation_without_a_line_is_no_shorter_mate() {
        let line = SolutionLine::new(&Position::startpos(), &[]);
        let equal = Flaw::EqualVariation { ply: 2, line: Vec::new() };
        let both = [Lang::En, Lang::Ja].map(|lang| flaw(&equal, &line, lang));
        assert!(
            both[0].ends_with("another answer holds out as long and leaves nothing in hand either"),
            "{both:?}"
        );
        assert!(both[1].ends_with("2手目ほかの応手でも同手数で駒が余らない"), "{both:?}");
    }

    #[test]
    fn plies_beyond_the_line() {
        let start = Position::startpos();
        let line = SolutionLine::new(&start, &["7g7f".parse().unwrap()]);
        assert_eq!(line.before(1).position, start);
        assert_ne!(line.before(2).position, start);
        assert_eq!(line.before(9).position, line.before(2).position);
    }
}
