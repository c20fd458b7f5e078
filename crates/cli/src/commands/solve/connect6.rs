//! Connect6 problems: does a side win?

use std::path::Path;

use serde_json::json;
use yomikiri_connect6::{
    AttackMoves, AttackVerdict, Board, Color, DEFAULT_ALGORITHM, GameRules, LeafLimits,
    ParseAttackMovesError, sgf,
};
use yomikiri_pns::Algorithm;
use yomikiri_service::{
    Answer, BilingualText, CONNECT6, Connect6Task, IssueCounts, Side, SolvedConnect6, Sought, connect6_side,
    read_connect6,
};
use yomikiri_tsume::CertifyError;

use super::answer::AnswerText as _;
use super::{GameOptions, save_beside};
use crate::certificate::{CertificateTarget, Certified, NotCertified};
use crate::complaint::{Complaint, bad};
use crate::exit;
use crate::input::{self, ProblemSource, TextRow};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::page::Page;
use crate::progress::SearchLine;
use crate::remaining;
use crate::style::Style;
use crate::text::{self, Label};

/// The options of Connect6
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Connect6")]
pub struct Connect6Args {
    /// Lines of the board, 7 to 19; an SGF states its own
    #[arg(long, value_name = "N", default_value_t = 19, allow_negative_numbers = true)]
    size: usize,
    /// Who is to win; the side to move if not given
    #[arg(long, value_enum)]
    attacker: Option<Side>,
    /// The attacks that are searched: double-threats, threats, best:N, paper (which is best:10), all
    ///
    /// A win is a win whatever the graph. That there is none is said of the whole game only with `all`.
    #[arg(long, value_name = "ATTACK", default_value = "best:20", value_parser = |name: &str| name.parse::<AttackMoves>().map_err(|error: ParseAttackMovesError| error.to_string()))]
    attack: AttackMoves,
    /// Nodes that a leaf search may visit
    ///
    /// Leaf searches look for wins by double threats at every node, and with a part of the nodes for wins by any threats.
    /// With 0 there are none, and the main search does all the work.
    #[arg(long, value_name = "N", default_value_t = LeafLimits::EFFORT, allow_negative_numbers = true)]
    leaf_effort: u64,
    /// What refutes a null move, at which the defender passes
    #[arg(long, value_name = "BY", value_enum, default_value_t = NullMoves::Graph)]
    null_moves: NullMoves,
}

/// What refutes a null move
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum NullMoves {
    /// A leaf search or the main search: a quiet attack may need another quiet move
    Graph,
    /// A leaf search alone: a smaller graph, which is decided sooner
    Leaf,
}

impl Connect6Args {
    fn leaf_limits(&self) -> LeafLimits {
        let limits = LeafLimits::from_effort(self.leaf_effort);
        match self.null_moves {
            NullMoves::Graph => limits,
            NullMoves::Leaf => limits.without_null_moves(),
        }
    }
}

/// What all problems of a run have in common.
struct Connect6Settings<'a> {
    args: &'a Connect6Args,
    options: &'a GameOptions<'a>,
    rules: GameRules,
    algorithm: Algorithm,
    interrupt: Interrupt,
}

impl Connect6Args {
    /// Solves the problems of a source.
    pub fn run(
        &self,
        source: &str,
        options: &GameOptions<'_>,
        out: &mut Output,
    ) -> anyhow::Result<exit::ExitVerdict> {
        let rules = GameRules::connect6(self.size).map_err(|error| Complaint::of(error).about("--size"))?;
        let algorithm = match options.algorithm {
            "default" => DEFAULT_ALGORITHM,
            name => name.parse().map_err(bad)?,
        };
        let interrupt = Interrupt::listen()?;
        let settings = Connect6Settings { args: self, options, rules, algorithm, interrupt };
        if source != "-" && !Path::new(source).exists() {
            return settings.single(input::POSITION, source, out);
        }
        let (name, text) = input::text_of(source, &settings.interrupt)?;
        // A record may fill many lines: they are one problem.
        if sgf::is_sgf(&text) {
            return settings.single(name, &text, out);
        }
        let rows = input::parse_list(name, &text)?;
        options.no_svg()?;
        let target = options.certificate.folder()?;
        let mut verdict = exit::ExitVerdict::None;
        let mut rows = rows.into_iter();
        let size = Some(rows.len() as u64);
        for row in rows.by_ref() {
            let origin = ProblemSource::from(&row);
            let TextRow { name, text, .. } = row;
            let answer = match read_connect6(&text, settings.rules) {
                Ok(board) => {
                    let mut case = settings.solve(name, board, options.threads.for_each());
                    if let Some(target) = &target {
                        let certified = settings.certify(target, &origin, &case);
                        certified.complain_about(&origin, case.answer.name.as_deref());
                        case.answer.certificate = Some(json!(certified));
                    }
                    case.answer
                }
                Err(error) => {
                    verdict = exit::ExitVerdict::BadRows;
                    // Whose win is asked for is not known without a position.
                    let sought = Sought::Row { side: Side::Black };
                    let answer = Answer::new(name, text, CONNECT6, options.algorithm.to_owned(), sought);
                    Answer { error: Some(BilingualText::from_error(error).into()), ..answer }
                }
            };
            let answer = answer.with_origin(&origin);
            if options.json {
                out.json(&answer)?;
            } else {
                out.text(&answer.line(options.style))?;
            }
            // The reader may be waiting for this row.
            out.flush()?;
            if settings.interrupt.is_set() {
                break;
            }
        }
        if settings.interrupt.is_set() && !options.json {
            remaining::report(rows, size, options.style, out)?;
        }
        Ok(verdict)
    }
}

impl Connect6Settings<'_> {
    /// Solves one problem, and shows all there is to show.
    fn single(&self, name: &str, text: &str, out: &mut Output) -> anyhow::Result<exit::ExitVerdict> {
        let board = read_connect6(text, self.rules).map_err(|error| Complaint::of(error).about(name))?;
        let target = self.options.certificate.file();
        target.as_ref().map_or(Ok(()), CertificateTarget::check)?;
        let mut case = self.solve(None, board, self.options.threads.for_one());
        let certified = target.map(|target| self.certify(&target, &ProblemSource::default(), &case));
        let GameOptions { json, style, .. } = *self.options;
        if let Some(target) = &self.options.svg {
            let caption = case.answer.headline(style, IssueCounts::default());
            let picture = case.diagram().line(&case.solved.line).caption(caption);
            save_beside(out, target, &picture.svg(&case.board), json)?;
        }
        if !json {
            out.text(&page(&case, style))?;
            certified.as_ref().map_or(Ok(()), |certified| certified.show(style, out))?;
        }
        case.answer.certificate = certified.as_ref().map(|certified| json!(certified));
        if json {
            out.json(&case.answer)?;
        }
        certified.as_ref().map_or(Ok(()), Certified::finish)?;
        Ok(case.answer.exit())
    }

    /// Writes the certificate of a win. Of a refuted attack there is none: it need not be one of the whole game.
    fn certify(
        &self,
        target: &CertificateTarget,
        origin: &ProblemSource,
        case: &SolvedConnect6,
    ) -> Certified {
        let Some(proof) = &case.solved.proof else {
            return Certified::failed(NotCertified::NotMade(match case.solved.verdict {
                AttackVerdict::NoWin | AttackVerdict::NotInGraph(_) => {
                    CertifyError::NotSupported("an attack that does not win")
                }
                _ => CertifyError::Unknown,
            }));
        };
        let claim = format!("win {}", if proof.attacker == Color::Black { "black" } else { "white" });
        target.write(origin, case.answer.name.as_deref(), &self.interrupt, |out, compression| {
            Ok((claim, proof.write_certificate(&case.board, out, compression)?))
        })
    }

    fn solve(&self, name: Option<String>, board: Board, threads: usize) -> SolvedConnect6 {
        let Connect6Args { attacker, attack, .. } = *self.args;
        let task = Connect6Task {
            algorithm_name: self.options.algorithm,
            algorithm: self.algorithm,
            attacker,
            attack,
            leaf_limits: self.args.leaf_limits(),
            threads,
        };
        let line = SearchLine::start(self.options.style.lang);
        let limits = self.options.limits.limits(self.interrupt.flag());
        task.solve(name, board, limits, &mut |progress| line.update(progress))
    }
}

/// All there is to show, for people.
fn page(case: &SolvedConnect6, style: Style) -> String {
    let body = |page: &mut Page| {
        if !case.answer.moves.is_empty() {
            page.detail(Label::Line, &case.answer.moves.join(" "));
        }
        let turn = text::to_move(connect6_side(case.board.side_to_move()), style.lang);
        page.block(&format!("{}{turn}\n", case.diagram().text(&case.board)));
    };
    let figures = |page: &mut Page| {
        if case.solved.proof.is_some() {
            let checked = text::figures::checked_proof(&case.solved.size, case.zone().len(), style.lang);
            page.detail(Label::CheckedProof, &checked);
        }
        page.detail(Label::Leaves, &text::figures::leaf_searches(case.solved.leaf_visits, style.lang));
    };
    case.answer.page(style, IssueCounts::default(), body, figures)
}
