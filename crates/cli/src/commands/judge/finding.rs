//! What the judge found, for people.

use yomikiri_notation::japanese;
use yomikiri_service::{ReachedPosition, usi};
use yomikiri_shogi::{Color, Move, Position};
use yomikiri_tsume::{AlternativeMate, Fault, Flaw, Judgement, OpenQuestion, ProblemPiece, Remark};

use crate::commands::solve::line_text;
use crate::language::{FindingText, Lang, Message, OtherKind};

/// Plies of a line that are shown to people; it may run to hundreds.
const SHOWN: usize = 15;

/// Everything the judge found in a problem, in words.
#[derive(Debug, Default)]
pub struct FindingTexts {
    /// What makes it unsound.
    pub faults: Vec<RenderedFinding>,
    /// What is not as it should be, but leaves it sound.
    pub flaws: Vec<RenderedFinding>,
    /// What is not decided.
    pub open: Vec<RenderedFinding>,
    /// What is worth a word.
    pub remarks: Vec<RenderedFinding>,
}

/// Something that was found.
#[derive(Debug)]
pub struct RenderedFinding {
    /// The word for it.
    word: String,
    /// A sentence.
    pub sentence: String,
    /// Whether it is about the whole problem, and not about one of its moves.
    pub is_about_the_whole: bool,
}

impl FindingTexts {
    /// What a judgement of the problem at `position` says.
    pub fn new(judgement: &Judgement, position: &Position, lang: Lang) -> FindingTexts {
        let writer = Writer { position, solution: &judgement.line, lang };
        FindingTexts {
            faults: judgement.faults.iter().map(|fault| writer.fault(fault)).collect(),
            flaws: judgement.flaws.iter().map(|flaw| writer.flaw(flaw)).collect(),
            open: judgement.open.iter().map(|open| writer.open(open)).collect(),
            remarks: judgement.remarks.iter().map(|remark| writer.remark(remark)).collect(),
        }
    }

    /// The words for what is wrong, each with how often it is: faults, or else flaws; empty if nothing is known to be.
    pub fn short(&self, lang: Lang) -> String {
        let found = if self.faults.is_empty() { &self.flaws } else { &self.faults };
        let mut words: Vec<(&str, usize)> = Vec::new();
        for word in found.iter().map(|finding| finding.word.as_str()) {
            match words.iter_mut().find(|(known, _)| *known == word) {
                Some((_, times)) => *times += 1,
                None => words.push((word, 1)),
            }
        }
        let counted = |&(word, times): &(&str, usize)| match times {
            1 => word.to_owned(),
            _ => format!("{word} ×{times}"),
        };
        lang.list(&words.iter().map(counted).collect::<Vec<_>>())
    }

    /// The sentences about the whole problem, and not about one of its moves.
    pub fn about_the_whole(self) -> impl Iterator<Item = String> {
        let all = self.faults.into_iter().chain(self.flaws).chain(self.open);
        all.filter(|finding| finding.is_about_the_whole).map(|finding| finding.sentence)
    }

    /// The words for everything that is wrong, each once.
    pub fn kinds(self) -> Vec<String> {
        let mut kinds: Vec<String> =
            self.faults.into_iter().chain(self.flaws).map(|finding| finding.word).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }
}

/// Puts into words what was found in the problem at `position` with this solution.
struct Writer<'a> {
    position: &'a Position,
    solution: &'a [Move],
    lang: Lang,
}

impl Writer<'_> {
    fn fault(&self, fault: &Fault) -> RenderedFinding {
        match fault {
            Fault::NoMate => self.whole(FindingText::NoMate),
            Fault::Cook(other) => self.other(OtherKind::Cook, other),
            &Fault::Leftover { ply, last, hand } => {
                self.at_move(FindingText::Leftover { ply, last: &self.place(ply).name(last), hand })
            }
            &Fault::Shorter { intended, length } => self.whole(FindingText::Shorter { intended, length }),
            &Fault::LongerVariation { intended, length } => {
                self.whole(FindingText::LongerVariation { intended, length, tolerated: false })
            }
        }
    }

    fn flaw(&self, flaw: &Flaw) -> RenderedFinding {
        match flaw {
            Flaw::FreeChoice(other) => self.other(OtherKind::FreeChoice, other),
            Flaw::Detour(other) => self.other(OtherKind::Detour, other),
            Flaw::EqualVariation { ply, line } => {
                let place = self.place(*ply);
                let name = line.first().map(|&answer| place.name(answer)).unwrap_or_default();
                self.at_move(FindingText::EqualVariation {
                    ply: *ply,
                    name: &name,
                    distance: line.len() as u32,
                    line: &shown_line(&place, line),
                })
            }
            &Flaw::LastMove { ply, check } => {
                self.at_move(FindingText::LastMove { ply, name: &self.place(ply).name(check) })
            }
            &Flaw::LongerVariation { intended, length } => {
                self.whole(FindingText::LongerVariation { intended, length, tolerated: true })
            }
            Flaw::Unneeded(piece) => {
                let (piece, in_hand) = piece_name(*piece);
                self.whole(FindingText::Unneeded { piece: &piece, in_hand })
            }
        }
    }

    fn remark(&self, remark: &Remark) -> RenderedFinding {
        let &Remark::Mirror { ply, check } = remark;
        self.at_move(FindingText::Mirror { ply, name: &self.place(ply).name(check) })
    }

    fn open(&self, open: &OpenQuestion) -> RenderedFinding {
        let rendered = |text: FindingText<'_>, is_about_the_whole| RenderedFinding {
            word: self.lang.text(&Message::FindingWord(text)),
            sentence: self.lang.text(&Message::OpenFinding(text)),
            is_about_the_whole,
        };
        match *open {
            OpenQuestion::Mate => rendered(FindingText::NoMate, true),
            OpenQuestion::Length => rendered(FindingText::Length, true),
            OpenQuestion::EqualVariations => {
                rendered(FindingText::EqualVariation { ply: 0, name: "", distance: 0, line: "" }, true)
            }
            OpenQuestion::Try { ply, check } => {
                let check = &self.place(ply).name(check);
                rendered(FindingText::Other { kind: OtherKind::Cook, ply, check, mate: None }, false)
            }
            OpenQuestion::Unneeded(piece) => {
                let (piece, in_hand) = piece_name(piece);
                rendered(FindingText::Unneeded { piece: &piece, in_hand }, true)
            }
        }
    }

    /// Another check that mates.
    fn other(&self, kind: OtherKind, other: &AlternativeMate) -> RenderedFinding {
        let AlternativeMate { ply, check, ref mate } = *other;
        let place = self.place(ply);
        // The check is the first ply of its mate.
        let line = shown_line(&place, &[&[check], &mate.line[..]].concat());
        let mate = Some((mate.length() as u64 + 1, line.as_str()));
        self.at_move(FindingText::Other { kind, ply, check: &place.name(check), mate })
    }

    fn whole(&self, text: FindingText<'_>) -> RenderedFinding {
        self.rendered(text, true)
    }

    fn at_move(&self, text: FindingText<'_>) -> RenderedFinding {
        self.rendered(text, false)
    }

    fn rendered(&self, text: FindingText<'_>, is_about_the_whole: bool) -> RenderedFinding {
        RenderedFinding {
            word: self.lang.text(&Message::FindingWord(text)),
            sentence: self.lang.text(&Message::Finding(text)),
            is_about_the_whole,
        }
    }

    /// Before ply `ply` of the solution, from 1.
    fn place(&self, ply: u32) -> ReachedPosition {
        ReachedPosition::along(self.position, self.solution, (ply as usize).saturating_sub(1))
    }
}

/// A piece by its name, and whether it is in hand.
fn piece_name(piece: ProblemPiece) -> (String, bool) {
    match piece {
        ProblemPiece::OnBoard(piece, square) => {
            let mark = if piece.color() == Color::Black { '▲' } else { '△' };
            let (square, kind) = (japanese::square_name(square), japanese::piece_name(piece.kind()));
            (format!("{mark}{square}{kind}"), false)
        }
        ProblemPiece::InHand(kind) => (japanese::piece_name(kind).to_owned(), true),
    }
}

/// A line, as far as it is shown.
fn shown_line(place: &ReachedPosition, line: &[Move]) -> String {
    if !line.first().is_some_and(|&first| place.position.is_legal(first)) {
        return usi(line).join(" ");
    }
    let shown = line_text(&place.position, &line[..line.len().min(SHOWN)]);
    let more = if line.len() > SHOWN { " …" } else { "" };
    format!("{shown}{more}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use yomikiri_pns::Counters;
    use yomikiri_tsume::Soundness;

    use super::*;

    #[test]
    fn an_equal_variation_without_a_line_is_no_shorter_mate() {
        let judgement = Judgement {
            verdict: Soundness::Flawed,
            faults: Vec::new(),
            flaws: vec![Flaw::EqualVariation { ply: 2, line: Vec::new() }],
            remarks: Vec::new(),
            open: Vec::new(),
            tries: Vec::new(),
            stopped: None,
            mate: None,
            line: Vec::new(),
            counters: Counters::default(),
            elapsed: Duration::ZERO,
        };
        let position = "4k4/9/4P4/9/9/9/9/9/9 b RS 1".parse().unwrap();
        for (lang, word, sentence) in [
            (
                Lang::En,
                "equal variation (変同)",
                "at ply 2 another answer holds out as long and leaves nothing in hand either",
            ),
            (Lang::Ja, "変同", "2手目ほかの応手でも同手数で駒が余らない"),
        ] {
            let flaw = &FindingTexts::new(&judgement, &position, lang).flaws[0];
            assert_eq!(flaw.word, word);
            assert!(flaw.sentence.ends_with(sentence), "{}", flaw.sentence);
        }
    }
}
