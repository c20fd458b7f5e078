//! Connect6 problems: does a side win?

use std::path::Path;
use std::time::Instant;

use cpu_time::ProcessTime;
use yomikiri_connect6::{
    ALGORITHM, Attack, AttackError, AttackProblem, AttackResult, AttackVerdict, Board, CellSet, Color,
    Diagram, LeafLimits, ProofSize, Rules, TextError, sgf, solve,
};
use yomikiri_pns::Algorithm;
use yomikiri_tsume::NoCertificate;

use super::answer::Answer;
use super::{GameOptions, save_beside};
use crate::certificate::{Certified, Failure, Place};
use crate::exit::{self, bad_input};
use crate::input::{self, Origin, TextRow};
use crate::interrupt::Interrupt;
use crate::language::{Label, Message, Side, Sought};
use crate::output::Output;
use crate::page::Page;
use crate::progress::SearchLine;
use crate::style::Style;
use crate::unreached;
use crate::verdict::{AnswerVerdict, LengthStatus, StopCause};

/// The game's name in answers.
const GAME: &str = "connect6";

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
    #[arg(long, value_name = "ATTACK", default_value = "best:20", value_parser = |name: &str| name.parse::<Attack>().map_err(|error: AttackError| error.to_string()))]
    attack: Attack,
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
        let limits = LeafLimits::of(self.leaf_effort);
        match self.null_moves {
            NullMoves::Graph => limits,
            NullMoves::Leaf => limits.without_null_moves(),
        }
    }
}

/// What all problems of a run have in common.
struct Settings<'a> {
    args: &'a Connect6Args,
    options: &'a GameOptions<'a>,
    rules: Rules,
    algorithm: Algorithm,
    interrupt: Interrupt,
}

/// An answer with what people want to see around it.
struct Case {
    board: Board,
    solved: AttackResult,
    answer: Answer,
}

impl Connect6Args {
    /// Solves the problems of a source.
    pub fn run(
        &self,
        source: &str,
        options: &GameOptions<'_>,
        out: &mut Output,
    ) -> anyhow::Result<exit::Verdict> {
        let rules = Rules::connect6(self.size).map_err(|error| bad_input(format_args!("--size: {error}")))?;
        let algorithm = match options.algorithm {
            "default" => ALGORITHM,
            name => name.parse().map_err(bad_input)?,
        };
        let interrupt = Interrupt::listen()?;
        let settings = Settings { args: self, options, rules, algorithm, interrupt };
        if source != "-" && !Path::new(source).exists() {
            return settings.single("position", source, out);
        }
        let (name, text) = input::text_of(source)?;
        // A record may fill many lines: they are one problem.
        if sgf::is_sgf(&text) {
            return settings.single(name, &text, out);
        }
        let rows = input::parse_list(name, &text)?;
        options.no_svg()?;
        let place = options.certificate.folder()?;
        let mut verdict = exit::Verdict::None;
        let mut rows = rows.into_iter();
        let size = Some(rows.len() as u64);
        for row in rows.by_ref() {
            let origin = Origin::from(&row);
            let TextRow { name, text, .. } = row;
            let answer = match settings.read(&text) {
                Ok(board) => {
                    let mut case = settings.solve(name, board);
                    if let Some(place) = &place {
                        let certified = settings.certify(place, &origin, &case);
                        certified.complain_about(&origin, case.answer.name.as_deref());
                        case.answer.certificate = Some(certified);
                    }
                    case.answer
                }
                Err(error) => {
                    verdict = exit::Verdict::BadRows;
                    // Whose win is asked for is not known without a position.
                    let sought = Sought::Row { side: Side::Black };
                    let answer = Answer::new(name, text, GAME, options.algorithm.to_owned(), sought);
                    Answer { error: Some(error.into()), ..answer }
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
            unreached::report(rows, size, options.style, out)?;
        }
        Ok(verdict)
    }
}

impl Settings<'_> {
    /// Reads a position, moves, or an SGF, whose last position counts.
    fn read(&self, text: &str) -> Result<Board, String> {
        if sgf::is_sgf(text) {
            let game = sgf::read(text, self.args.size).map_err(|error| error.to_string())?;
            let board = game.end();
            // The same faults as of a position, with the same words.
            return Board::parse(&board.to_string(), board.rules())
                .map_err(|TextError { fault, .. }| fault.to_string());
        }
        Board::parse(text, self.rules).map_err(|error| error.to_string())
    }

    /// Solves one problem, and shows all there is to show.
    fn single(&self, name: &str, text: &str, out: &mut Output) -> anyhow::Result<exit::Verdict> {
        let board = self.read(text).map_err(|error| bad_input(format_args!("{name}: {error}")))?;
        let place = self.options.certificate.file();
        place.as_ref().map_or(Ok(()), Place::check)?;
        let mut case = self.solve(None, board);
        let certified = place.map(|place| self.certify(&place, &Origin::default(), &case));
        let GameOptions { json, style, .. } = *self.options;
        if let Some(target) = &self.options.svg {
            let caption = case.answer.headline(style, 0);
            let picture = case.diagram().line(&case.solved.line).caption(caption);
            save_beside(out, target, picture.svg(&case.board).as_bytes(), json)?;
        }
        if !json {
            out.text(&case.page(style))?;
            certified.as_ref().map_or(Ok(()), |certified| certified.show(style, out))?;
        }
        case.answer.certificate = certified;
        if json {
            out.json(&case.answer)?;
        }
        case.answer.certificate.as_ref().map_or(Ok(()), Certified::finish)?;
        Ok(case.answer.exit())
    }

    /// Writes the certificate of a win. Of a refuted attack there is none: it need not be one of the whole game.
    fn certify(&self, place: &Place, origin: &Origin, case: &Case) -> Certified {
        let Some(proof) = &case.solved.proof else {
            return Certified::failed(Failure::NotMade(match case.solved.verdict {
                AttackVerdict::NoWin | AttackVerdict::NotInGraph(_) => {
                    NoCertificate::NotSupported("an attack that does not win")
                }
                _ => NoCertificate::Unknown,
            }));
        };
        let claim = format!("win {}", if proof.attacker == Color::Black { "black" } else { "white" });
        place.write(origin, case.answer.name.as_deref(), &self.interrupt, |out, compression| {
            Ok((claim, proof.write_certificate(&case.board, out, compression)?))
        })
    }

    fn solve(&self, name: Option<String>, board: Board) -> Case {
        let attacker = match self.args.attacker {
            Some(Side::Black) => Color::Black,
            Some(Side::White) => Color::White,
            None => board.side_to_move(),
        };
        let sought = Sought::Row { side: side(attacker) };
        let (wall, cpu) = (Instant::now(), ProcessTime::now());
        let line = SearchLine::start(self.options.style.lang);
        let problem = AttackProblem::new(board.clone(), attacker, self.args.attack)
            .with_leaf_limits(self.args.leaf_limits());
        let limits = self.options.limits.limits(self.interrupt.flag());
        let solved = solve(problem, self.algorithm, limits, |progress| line.update(progress));
        drop(line);
        let rules = board.rules();
        let mut answer =
            Answer::new(name, board.to_string(), GAME, self.options.algorithm.to_owned(), sought);
        let stopped = |cause| (Some(AnswerVerdict::Unknown), Some(cause));
        (answer.verdict, answer.stop_reason) = match &solved.verdict {
            AttackVerdict::Win => (Some(AnswerVerdict::Proven), None),
            AttackVerdict::NoWin => (Some(AnswerVerdict::Disproven), None),
            // Not a disproof: a limit of the attack never turns into "no".
            AttackVerdict::NotInGraph(graph) => stopped(StopCause::NotInGraph(graph.to_string())),
            AttackVerdict::Unknown(reason) => stopped((*reason).into()),
            AttackVerdict::Unchecked(None) => stopped(StopCause::ProofNotRebuilt),
            AttackVerdict::Unchecked(Some(error)) => stopped(StopCause::ProofRejected(error.to_string())),
        };
        answer.graph = Some(self.args.attack.to_string());
        answer.nodes = solved.outcome.counters.visits;
        answer.cpu_seconds = cpu.elapsed().as_secs_f64();
        answer.wall_seconds = wall.elapsed().as_secs_f64();
        answer.counters = solved.outcome.counters.into();
        answer.moves = solved.line.iter().map(|mv| mv.name(rules)).collect();
        if let Some(proof) = &solved.proof {
            answer.length = Some(solved.size.length);
            answer.length_status = Some(LengthStatus::AtMost);
            answer.counters.proof_size = Some(solved.size.turns);
            answer.counters.proof_depth = Some(solved.size.length);
            answer.zone = Some(proof.zone(&board).iter().map(|cell| rules.name(cell)).collect());
        }
        Case { board, solved, answer }
    }
}

impl Case {
    /// The board with the zone of the proof.
    fn diagram(&self) -> Diagram {
        Diagram::new().zone(self.zone())
    }

    fn zone(&self) -> CellSet {
        self.solved.proof.as_ref().map(|proof| proof.zone(&self.board)).unwrap_or_default()
    }

    /// All there is to show, for people.
    fn page(&self, style: Style) -> String {
        let body = |page: &mut Page| {
            if !self.answer.moves.is_empty() {
                page.detail(Label::Line, &self.answer.moves.join(" "));
            }
            let turn = style.lang.text(&Message::ToMove(side(self.board.side_to_move())));
            page.block(&format!("{}{turn}\n", self.diagram().text(&self.board)));
        };
        let figures = |page: &mut Page| {
            if self.solved.proof.is_some() {
                let ProofSize { turns, null_moves, .. } = self.solved.size;
                let zone = self.zone().len();
                page.message(Label::CheckedProof, &Message::CheckedProof { turns, null_moves, zone });
            }
            page.message(Label::Leaves, &Message::LeafSearches { visits: self.solved.leaf_visits });
        };
        self.answer.page(style, 0, body, figures)
    }
}

fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}
