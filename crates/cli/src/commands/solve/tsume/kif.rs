//! A solution as a record: the main line, what happens if the defender answers otherwise, and why other checks fail. The comments are
//! in Japanese, as all words of a record.

use std::ffi::OsString;
use std::time::Duration;

use yomikiri_notation::{EndKind, Line, Ply, Record};
use yomikiri_service::{Case, ReachedPosition};
use yomikiri_shogi::{Move, Position};
use yomikiri_tsume::{
    AdjustedMate, ExplainOptions, ExplainedMove, Explainer, Explanation, FutileInterposition, FutilityReason,
    Mate, RefutationSize, SolveOptions, Solver,
};

use super::annotations::{Annotation, AnnotationKind, Annotations};
use super::tries::{Tries, add_comment, length, line, mate_line};
use crate::args::Target;
use crate::text::records;

/// `[--kif FILE] [--kif-depth N] [--kif-width N]`
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Records")]
pub struct KifArgs {
    /// Write the solution of a single problem as KIF: the defender's other answers and the attacker's other checks are variations
    #[arg(long, value_name = "FILE")]
    kif: Option<OsString>,
    /// Plies that the record shows after a check that does not mate (3 if not given)
    #[arg(long, value_name = "N", requires = "kif", value_parser = clap::value_parser!(u32).range(1..=99), allow_negative_numbers = true)]
    kif_depth: Option<u32>,
    /// Checks that do not mate that the record shows at each move of the attacker (3 if not given); with 0, none of his other
    /// checks is looked at
    #[arg(long, value_name = "N", requires = "kif", value_parser = clap::value_parser!(u32).range(0..=600), allow_negative_numbers = true)]
    kif_width: Option<u32>,
}

impl KifArgs {
    /// Where the record goes.
    pub fn target(&self) -> Option<Target> {
        self.kif.clone().map(Target::from)
    }

    /// The same for records without tries, unless something is said about tries.
    pub fn without_tries(&self) -> Option<Option<OsString>> {
        (self.kif_depth.is_none() && self.kif_width.is_none()).then(|| self.kif.clone())
    }

    /// How much of tries is shown.
    pub fn size(&self) -> RefutationSize {
        RefutationSize { depth: self.kif_depth.unwrap_or(3), width: self.kif_width.unwrap_or(3) }
    }
}

/// What a question about one position may cost at most, in nodes, beside what the problem itself did cost.
const MIN_NODES: u64 = 100_000;

/// What is known of a problem that a record is made of.
pub struct RecordSource<'a> {
    /// The problem.
    pub case: &'a Case,
    /// The moves from its position to the one that was solved.
    pub path: &'a [Move],
    /// The solution from there: the line, its length and whether a shorter one may exist.
    pub solution: Option<Solution<'a>>,
    /// Whether there is a mate, if that is known.
    pub mates: Option<bool>,
    /// What the judge found. Without it, every other check that mates is a cook.
    pub annotations: Option<&'a Annotations>,
    /// Nodes and time that it took.
    pub spent: (u64, Duration),
}

/// A main line.
pub struct Solution<'a> {
    /// Its moves.
    pub line: &'a [Move],
    /// The plies of the whole record.
    pub length: usize,
    /// Whether nothing is left in the attacker's hand, if the line is known to be the best by value.
    pub empty_handed: Option<bool>,
    /// Interpositions along the line that do not count.
    pub futile: &'a [FutileInterposition],
}

impl<'a> Solution<'a> {
    /// The main line of a mate.
    pub fn new(mate: &'a Mate) -> Solution<'a> {
        let known = |ruled: &&AdjustedMate| ruled.length() == Some(ruled.line.len() as u32);
        let ruled = mate.adjusted.as_ref().filter(known);
        let (line, leftover, length) = match ruled {
            Some(ruled) => (&ruled.line, ruled.leftover, ruled.line.len()),
            None => (&mate.line, mate.leftover, mate.length()),
        };
        let is_best = mate.minimal && ruled.is_some() == mate.adjusted.is_some();
        let empty_handed = is_best.then(|| leftover.is_empty());
        Solution { line, length, empty_handed, futile: ruled.map_or(&[], |ruled| &ruled.futile) }
    }
}

/// The record of a solved problem. Variations are solved with what the problem left of its limits. Of those that would cost much more
/// than the problem only the first move is written.
pub fn record(
    source: &RecordSource<'_>,
    query: &SolveOptions,
    size: RefutationSize,
    solver: &mut Solver,
) -> Record {
    let case = source.case;
    let mut record = Record::new(case.position.clone());
    if let Some(name) = &case.name {
        record.headers.push(("作品名".into(), name.clone()));
    }
    if let Some(annotations) = source.annotations {
        record.comments.extend(annotations.comments.iter().cloned());
    }
    let mut place = ReachedPosition::new(case.position.clone());
    for &mv in source.path {
        record.line.push(Ply::new(mv));
        place = place.after(mv);
    }
    let asked = question(source, query, size);
    let mut ignore = |_: yomikiri_tsume::SolverEvent<'_>| {};
    let explainer = asked.as_ref().map(|asked| solver.explainer(asked, &mut ignore));
    let mut variations = Variations { source, size, explainer, made: source.path.len() };
    match &source.solution {
        Some(solution) => {
            record.headers.push(("手数".into(), solution.length.to_string()));
            record.line.extend(variations.main_line(solution, place));
        }
        None => record.line.extend(variations.no_solution(&place)),
    }
    record
}

/// What may still be asked. `None` if the limits are used up.
fn question(source: &RecordSource<'_>, query: &SolveOptions, size: RefutationSize) -> Option<ExplainOptions> {
    let (nodes, time) = source.spent;
    let mut query = query.clone();
    if let Some(limit) = &mut query.limits.time {
        *limit = limit.checked_sub(time).filter(|left| !left.is_zero())?;
    }
    if let Some(limit) = &mut query.limits.visits {
        *limit = limit.checked_sub(nodes).filter(|&left| left > 0)?;
    }
    let visits = Some(nodes.max(MIN_NODES).saturating_mul(4));
    let tree = (size.width > 0).then_some(size);
    Some(ExplainOptions { solve: query, tree, solutions: None, visits })
}

/// Finds the variations of a main line.
struct Variations<'s, 'e> {
    source: &'s RecordSource<'s>,
    size: RefutationSize,
    explainer: Option<Explainer<'e>>,
    /// Plies before the present position.
    made: usize,
}

impl Variations<'_, '_> {
    fn explain(&mut self, position: &Position) -> Option<Explanation> {
        self.explainer.as_mut()?.explain(position, self.source.case.attacker).ok()
    }

    /// The main line, with the other moves of both sides as variations.
    fn main_line(&mut self, solution: &Solution<'_>, mut place: ReachedPosition) -> Line {
        let mut line = Line::new();
        for (index, &mv) in solution.line.iter().enumerate() {
            let mut ply = Ply::new(mv);
            let left = solution.line.len() - index;
            ply.variations = match place.position.side_to_move() == self.source.case.attacker {
                true => self.other_checks(mv, &place, left),
                false => self.other_answers(Some(mv), &place, left, solution),
            };
            place = place.after(mv);
            self.made += 1;
            line.push(ply);
        }
        if let Some(text) = self.source.annotations.and_then(|annotations| annotations.at_end)
            && let Some(last) = line.last_mut()
        {
            add_comment(Some(last), text);
        }
        let mut end = Ply::end(EndKind::Mate);
        if !place.position.is_mate() {
            // What is left to the defender does not count.
            end.variations = self.other_answers(None, &place, 0, solution);
        }
        line.push(end);
        line
    }

    /// The end of a record without a mate, with what was tried as variations.
    fn no_solution(&mut self, place: &ReachedPosition) -> Line {
        let mut end = match self.source.mates {
            Some(false) => Ply::end(EndKind::NoMate),
            // Nothing was found out.
            _ if self.source.path.is_empty() => return Line::new(),
            _ => Ply::end(EndKind::Interrupt),
        };
        if self.size.width > 0
            && let Some(explanation) = self.explain(&place.position)
        {
            let (width, attacks) = (self.size.width as usize, explanation.attacks);
            let shown = explanation.moves.iter().filter(|explained| attacks || explained.failure().is_some());
            let tries = Tries { root: place, made: self.made };
            end.variations = shown.take(width).map(|explained| tries.fate_line(explained, attacks)).collect();
        }
        vec![end]
    }

    /// The number that the present ply has in the line that was solved, from 1.
    fn ply(&self) -> usize {
        self.made - self.source.path.len() + 1
    }

    /// What happens after other checks: mates, and tries with their refutations.
    fn other_checks(&mut self, main: Move, place: &ReachedPosition, left: usize) -> Vec<Line> {
        let explanation =
            if self.size.width == 0 { None } else { self.explain(&place.position) }.map(|found| found.moves);
        let (ply, made, annotations) = (self.ply(), self.made, self.source.annotations);
        let is_last = left == 1 && made > 0;
        let tries = Tries { root: place, made };
        let mut room = self.size.width;
        let mut lines = Vec::new();
        let others = explanation.iter().flatten().filter(|explained| explained.mv != main);
        for explained in others {
            let annotation = annotations.and_then(|annotations| annotations.for_move(ply, explained.mv));
            if explained.mate().is_some() {
                let length = length(explained);
                let text = match annotation {
                    Some(annotation) => annotation.kind.comment(made + length),
                    // Longer mates at the last move are not looked at.
                    None if is_last && length > 1 => continue,
                    None if is_last => records::LAST_MOVE.to_owned(),
                    None if annotations.is_some() => records::whole_line(records::MATES, made + length),
                    None => records::whole_line(records::COOK, made + length),
                };
                lines.push(mate_line(&explained.line_by_rules(), text));
            } else if annotation.is_none() && room > 0 {
                room -= 1;
                lines.push(tries.fate_line(explained, true));
            }
        }
        // What the judge found is there, whether or not the limits allow for more.
        let found = |mv: Move| explanation.iter().flatten().any(|one| one.mv == mv && one.mate().is_some());
        for annotation in annotations.into_iter().flat_map(|annotations| annotations.at(ply)) {
            let known = annotation.line.first().is_none_or(|&mv| found(mv));
            if !known && annotation.kind != AnnotationKind::Equal {
                lines.push(self.marked_line(annotation));
            }
        }
        lines
    }

    /// A line that the judge found.
    fn marked_line(&self, annotation: &Annotation) -> Line {
        let text = annotation.kind.comment(self.made + annotation.line.len());
        match annotation.kind {
            // Of its continuation nothing is known.
            AnnotationKind::Mirror => line(&annotation.line, text),
            _ => mate_line(&annotation.line, text),
        }
    }

    /// What happens after other answers.
    fn other_answers(
        &mut self,
        main: Option<Move>,
        place: &ReachedPosition,
        left: usize,
        solution: &Solution<'_>,
    ) -> Vec<Line> {
        let (ply, made, annotations) = (self.ply(), self.made, self.source.annotations);
        let along_line = |mv: Move| {
            let at = solution.futile.iter().find(|futile| (futile.ply as usize, futile.mv) == (ply, mv));
            at.map(|futile| futile.why)
        };
        let annotation = |mv: Move| annotations.and_then(|annotations| annotations.for_move(ply, mv));
        // Drops on a square are futile together, so one of them suffices.
        let mut squares = Vec::new();
        let mut futile_line = |mv: Move, why: FutilityReason| {
            let is_new = !mv.is_drop() || !squares.contains(&mv.to());
            squares.extend(mv.is_drop().then_some(mv.to()));
            is_new.then(|| line(&[mv, why.capture], records::futile(&why)))
        };
        // Without limits left, the answers are written all the same.
        let Some(explanation) = self.explain(&place.position) else {
            let others = place.position.legal_moves().into_iter().filter(|&mv| Some(mv) != main);
            let line = |mv: Move| match (along_line(mv), annotation(mv)) {
                (Some(why), _) => futile_line(mv, why),
                (None, Some(annotation)) => Some(self.marked_line(annotation)),
                // The solution was replayed against every answer.
                (None, None) => Some(line(&[mv], records::MATED)),
            };
            return others.filter_map(line).collect();
        };
        let value = solution.empty_handed.map(|empty_handed| 2 * left + usize::from(empty_handed));
        let tries = Tries { root: place, made };
        let others = explanation.moves.iter().filter(|explained| Some(explained.mv) != main);
        let line = |explained: &ExplainedMove| {
            if let Some(why) = explained.futile.or_else(|| along_line(explained.mv)) {
                return futile_line(explained.mv, why);
            }
            if explained.mate().is_none() {
                return Some(tries.fate_line(explained, false));
            }
            let equal = match annotations {
                Some(_) => annotation(explained.mv).is_some(),
                None => solution.empty_handed == Some(true) && explained.value() == value,
            };
            let leftover = explained.leftover_by_rules().is_some_and(|hand| !hand.is_empty());
            let text = records::variation(made + length(explained), leftover, equal);
            Some(mate_line(&explained.line_by_rules(), text))
        };
        others.filter_map(line).collect()
    }
}
