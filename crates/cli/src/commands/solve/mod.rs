//! `yomikiri solve`: decide problems.

mod answer;
mod connect6;
mod othello;
mod tsume;

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Id, ValueEnum};
use yomikiri_othello::{BoardSize, Eight, Four, Six};
use yomikiri_service::task::{
    self, Between, BrinkmateArgs, CompareArgs, FirstArgs, HandsArgs, OrderArgs, RulesArgs, SolveArgs,
    TechniqueArgs,
};

use super::batch::ListArgs;
use super::hisshi::Question;
use crate::args::{JsonArgs, LimitArgs, Target, ThreadArgs};
use crate::certificate::CertificateArgs;
use crate::complaint::Complaint;
use crate::exit::ExitVerdict;
use crate::hands::RestArgs;
use crate::output::Output;
use crate::style::{Style, VerbosityArgs};
pub use answer::AnswerText;
use connect6::Connect6Args;
use othello::{OthelloArgs, OthelloRun};
pub use tsume::{Annotations, CaseText, KifArgs, RecordSource, Solution, line_text, record};
use tsume::{MateOptions, TsumeArgs};

/// Solve a problem, or every problem of a file
///
/// Mate problems come as SFEN or in a file of any format that `convert` reads; who is to move attacks, and a defender
/// without a hand holds all pieces that are missing (see --hands). A list has one problem a line: the position, and after
/// tabs its length (or nothing) and its name. Lines that start with # are comments. Several positions and files are a list,
/// too, and so is a folder with the records and lists in it.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri solve \"4k4/9/4P4/9/9/9/9/9/9 b G 1\"
  yomikiri solve problem.kif --time 20 --kif solution.kif
  yomikiri solve collection/ --jobs 2 --json --resume rows.jsonl

Exit codes: 10 mate or proven, 20 no mate or disproven, 0 unknown, 2 bad input. Several problems: 0, or 2 if a row could not be read.")]
pub struct Solve {
    /// Positions, files of positions, folders, or - for standard input
    ///
    /// Shogi: an SFEN in quotation marks, or a USI `position` text whose moves lead to the problem; in a file several problems
    /// come one a line. A pattern in quotation marks, as in "*.kif", stands for the files that match it.
    /// Othello: the squares rank by rank from the lowest, X Black, O White, - vacant, then the side to move (X or O), all
    /// in quotation marks.
    /// Connect6: stones and the side to move as in `B:j10 W:i9,k9 B`, the moves of a game as in `j10 i9k9`, or an SGF, whose
    /// last position counts.
    #[arg(value_name = "POSITION|FILE")]
    problem: String,
    /// More of them: together they are a list
    #[arg(value_name = "POSITION|FILE")]
    more: Vec<String>,
    /// Which game
    #[arg(long, value_enum, default_value_t = Game::Tsume)]
    game: Game,
    /// Threats up to this order: 1 for mates, 2 for brinkmates as well (see `yomikiri hisshi`), 3 for threats of those
    ///
    /// Above 1, hands are those that are written, unless --hands says otherwise.
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true)]
    order: Between<1, 3>,
    /// Write a picture of a single problem: of shogi the diagram, of Connect6 the zone shaded and the line numbered
    #[arg(long, value_name = "FILE")]
    svg: Option<OsString>,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    verbosity: VerbosityArgs,
    #[command(flatten)]
    task: task::Solve,
    #[command(flatten)]
    rest: RestArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    brinkmate: BrinkmateArgs,
    #[command(flatten)]
    lists: ListArgs,
    #[command(flatten)]
    tsume: TsumeArgs,
    #[command(flatten)]
    certificate: CertificateArgs,
    #[command(flatten)]
    kif: KifArgs,
    #[command(flatten)]
    othello: OthelloArgs,
    #[command(flatten)]
    connect6: Connect6Args,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Game {
    /// Mate problems of shogi
    Tsume,
    /// Othello on 4×4 squares, c3–f6
    Othello4,
    /// Othello on 6×6 squares, b2–g7
    Othello6,
    /// Othello on 8×8 squares
    Othello8,
    /// Connect6
    Connect6,
}

impl Game {
    fn name(self) -> &'static str {
        match self {
            Game::Tsume => "tsume",
            Game::Othello4 => "othello4",
            Game::Othello6 => "othello6",
            Game::Othello8 => "othello8",
            Game::Connect6 => "connect6",
        }
    }
}

/// Allows the first argument of `solve` to begin with `-`, as positions of Othello do.
pub fn with_hyphens(command: clap::Command) -> clap::Command {
    // `mut_arg` would move the argument behind the others.
    command.mut_subcommand("solve", |solve| {
        solve.mut_args(|arg| if arg.get_id() == "problem" { arg.allow_hyphen_values(true) } else { arg })
    })
}

/// Refuses options that mean nothing for the game that is named: ignored, they would mislead.
pub fn no_stray_options(matches: &ArgMatches) -> Result<(), clap::Error> {
    let command = Solve::augment_args(clap::Command::new("solve"));
    let given = |id: &Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
    let game = matches.get_one::<Game>("game").copied().unwrap_or(Game::Tsume);
    let has_threats = matches.get_one::<Between<1, 3>>("order").is_some_and(|order| order.get() > 1);
    let is_othello = matches!(game, Game::Othello4 | Game::Othello6 | Game::Othello8);
    for (group, belongs, of) in [
        (FirstArgs::group_id(), game == Game::Tsume, "mate problems"),
        (SolveArgs::group_id(), game == Game::Tsume, "mate problems"),
        (TsumeArgs::group_id(), game == Game::Tsume, "mate problems"),
        (KifArgs::group_id(), game == Game::Tsume, "mate problems"),
        (ListArgs::group_id(), game == Game::Tsume, "mate problems"),
        (TechniqueArgs::group_id(), game == Game::Tsume, "mate problems"),
        (HandsArgs::group_id(), game == Game::Tsume, "mate problems"),
        (RestArgs::group_id(), game == Game::Tsume, "mate problems"),
        (RulesArgs::group_id(), game == Game::Tsume, "mate problems"),
        (CompareArgs::group_id(), game == Game::Tsume, "mate problems"),
        (BrinkmateArgs::group_id(), game == Game::Tsume && has_threats, "an --order above 1"),
        (OthelloArgs::group_id(), is_othello, "Othello"),
        (Connect6Args::group_id(), game == Game::Connect6, "--game connect6"),
    ] {
        let group = command.get_groups().find(|known| Some(known.get_id()) == group.as_ref());
        let stray = group.and_then(|group| group.get_args().find(|&id| !belongs && given(id)));
        if let Some(id) = stray {
            let option = command.get_arguments().find(|arg| arg.get_id() == id);
            let name = option.and_then(|arg| arg.get_long()).unwrap_or(id.as_str());
            let message = format!("--{name} is an option of {of}");
            return Err(command.clone().error(ErrorKind::ArgumentConflict, message));
        }
    }
    Ok(())
}

/// The options of every game.
pub struct GameOptions<'a> {
    /// The algorithm as it was asked for.
    pub algorithm: &'a str,
    pub limits: &'a LimitArgs,
    pub threads: ThreadArgs,
    /// Where the picture of a single problem goes.
    pub svg: Option<Target>,
    /// Where certificates go.
    pub certificate: &'a CertificateArgs,
    pub json: bool,
    pub style: Style,
}

impl GameOptions<'_> {
    /// Refuses a picture of several problems.
    pub fn no_svg(&self) -> anyhow::Result<()> {
        match self.svg {
            Some(_) => Err(Complaint::for_one_problem().about("--svg")),
            None => Ok(()),
        }
    }
}

/// The error of options that searches for brinkmates do not take.
fn not_for_brinkmates(options: &[&str]) -> anyhow::Error {
    let fault = Complaint::new(
        format!("brinkmates do not take {}", options.join(" or ")),
        format!("必至では {} は使えません", options.join("、")),
    );
    fault.about("--order")
}

/// Writes a file beside the answer. In JSON, standard output is the JSON: what would go there as well is left out.
pub fn save_beside(out: &mut Output, target: &Target, text: &str, json: bool) -> anyhow::Result<()> {
    match target {
        Target::Stdout if json => Ok(()),
        target => out.save_text(target, text),
    }
}

impl Solve {
    /// Runs the command.
    pub fn run(mut self, out: &mut Output, style: Style) -> anyhow::Result<ExitVerdict> {
        self.rest.set(&mut self.task.hands);
        let style = style.with(self.verbosity);
        let svg = self.svg.clone().map(Target::from);
        if let Some(target) = &svg {
            out.check(target)?;
        }
        if self.order.get() > 1 {
            return self.threats(svg, out, style);
        }
        let (algorithm, limits, JsonArgs { json }) = (&self.task.algorithm.name, &self.limits, self.json);
        let options = GameOptions {
            algorithm,
            limits,
            threads: self.threads,
            svg,
            certificate: &self.certificate,
            json,
            style,
        };
        match self.game {
            Game::Tsume => {
                let problems = [std::slice::from_ref(&self.problem), &self.more].concat();
                let (task, lists, kif) = (&self.task, &self.lists, &self.kif);
                let mate_options = MateOptions { task, lists, kif };
                self.tsume.run(&problems, &options, mate_options, out)
            }
            Game::Othello4 => self.othello::<Four>(&options, out),
            Game::Othello6 => self.othello::<Six>(&options, out),
            Game::Othello8 => self.othello::<Eight>(&options, out),
            Game::Connect6 => self.connect6.run(self.only_problem()?, &options, out),
        }
    }

    fn othello<S: BoardSize>(
        &self,
        options: &GameOptions<'_>,
        out: &mut Output,
    ) -> anyhow::Result<ExitVerdict> {
        if options.svg.is_some() {
            let fault = Complaint::new("there are no pictures of Othello", "オセロの図面はありません");
            return Err(fault.about("--svg"));
        }
        let (args, game) = (&self.othello, self.game.name());
        OthelloRun { args, game, options }.run::<S>(self.only_problem()?, out)
    }

    /// The problem of a game that takes no list of arguments.
    fn only_problem(&self) -> anyhow::Result<&str> {
        match self.more.first() {
            None => Ok(&self.problem),
            Some(extra) => {
                let game = self.game.name();
                let fault = Complaint::new(
                    format!("--game {game} takes one file, or one position in quotation marks"),
                    format!("--game {game} に渡せるのは、ファイル一つか、引用符で囲んだ局面一つです"),
                );
                Err(fault.about(&format!("`{extra}`")))
            }
        }
    }

    fn threats(self, svg: Option<Target>, out: &mut Output, style: Style) -> anyhow::Result<ExitVerdict> {
        if self.game != Game::Tsume {
            return Err(Complaint::new("only shogi has threats", "脅威は将棋だけで使えます").about("--order"));
        }
        if self.task.techniques != TechniqueArgs::default() {
            return Err(not_for_brinkmates(&["--without", "--with"]));
        }
        if self.task.solve.all.is_some() {
            return Err(not_for_brinkmates(&["--all"]));
        }
        let kif = self.kif.without_tries();
        let kif = kif.ok_or_else(|| not_for_brinkmates(&["--kif-depth", "--kif-width"]))?;
        let Solve {
            problem,
            more,
            order,
            json: JsonArgs { json },
            limits,
            threads,
            brinkmate,
            task,
            lists,
            certificate,
            ..
        } = self;
        let task::Solve { algorithm, hands, rules, first, .. } = task;
        let order = OrderArgs { order };
        let task = task::Hisshi { algorithm, order, first, hands, rules, brinkmate };
        let problems = [vec![problem], more].concat();
        Question { problems, task, kif, svg, json, limits, threads, lists, certificate, style }.run(out)
    }
}
