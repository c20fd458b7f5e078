//! `yomikiri compose`: make mate problems.

mod line;

use std::fmt::Write as _;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use yomikiri_compose::gallery::{Catalogue, Gallery};
use yomikiri_compose::{
    BoundedJudge, ComposeRequest, Composition, Interrupted, RequestError, Session, Setup, Strategy, start,
};
use yomikiri_pns::Limits;
use yomikiri_service::task::RulesArgs;
use yomikiri_service::{exhibit, parse_plies};
use yomikiri_shogi::Strictness;
use yomikiri_tsume::{Goal, SolveOptions, Solver};

use crate::args::{self, JsonArgs, bytes, seconds};
use crate::complaint::Complaint;
use crate::exit::{self, ExitVerdict, bad_input};
use crate::input;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::style::Style;
use crate::text::{self, Column, pad, pad_left};
use line::ComposeLine;

/// Compose mate problems that are sound, and put them on show in a folder
///
/// The folder gets index.html, a page that needs nothing else; each problem as KIF and SVG; problems.sfen, a list for `solve` and `judge`;
/// and problems.json, from which --resume goes on. What is found is written at once. The same options make the same files.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri compose --random --strategy random --plies 3..7 --count 5 --out gallery
  yomikiri compose --from \"6s2/5Sk1s/9/6G2/9/9/9/9/9 b - 1\" --strategy reverse --out gallery

Exit codes: 0 whatever was found, 2 bad input.")]
pub struct Compose {
    /// Start from this mate problem: a position text, a file of any format with one problem, or `-`
    /// for standard input
    #[arg(long, value_name = "POSITION|FILE", required_unless_present = "random", conflicts_with = "random")]
    from: Option<String>,
    /// Start from nothing
    #[arg(long)]
    random: bool,
    /// How to compose
    #[arg(long, value_name = "NAME", help = strategies())]
    strategy: Strategy,
    /// Lengths that are wanted, both ends included: 5..15, 5..=15, or 7
    #[arg(long, value_name = "A..B", value_parser = parse_plies, default_value = "5..15", allow_hyphen_values = true)]
    plies: RangeInclusive<usize>,
    /// How many problems
    #[arg(long, value_name = "N", default_value_t = 10, allow_negative_numbers = true)]
    count: usize,
    /// Which random numbers: another seed, other problems
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,
    /// Only problems without flaws: no free choice (非限定), no detour (迂回), no equal variation (変同), no other last move (最終手余詰),
    /// and no mirror image of the solution (左右対称)
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    rules: RulesArgs,
    /// Stop after this many seconds; --resume goes on
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// What the judge may visit per position; what he cannot decide is left aside
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..), allow_negative_numbers = true)]
    nodes: u64,
    /// Memory for the judge's table: bytes, or with a unit as in 512MiB
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "64MiB", allow_negative_numbers = true)]
    memory: usize,
    /// Folder for the gallery; made if there is none
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Go on with the gallery in the folder; all options but --count and --time must be as before
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    json: JsonArgs,
}

fn strategies() -> String {
    let names = Strategy::ALL.map(|strategy| format!("{strategy}: {}", strategy.summary()));
    format!("How to compose. {}", names.join("; "))
}

impl Compose {
    /// Runs the command.
    pub fn run(self, out: &mut Output, style: Style) -> anyhow::Result<ExitVerdict> {
        let commission = self.commission()?;
        let interrupt = Interrupt::listen()?;
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let former = self.former(&commission)?;
        let mut solver = args::solver(self.memory)?;
        if let Some(from) = &commission.from {
            self.check_start(from, &interrupt, &mut solver)?;
        }
        let line = ComposeLine::start(commission.count, style.lang);
        let mut on_try = |setup: &Setup, judged| line.tried(setup, judged);
        let mut shop =
            BoundedJudge::new(solver, commission.plies.clone(), self.nodes, interrupt.flag(), &mut on_try)
                .with_strictness(commission.strict)
                .with_rules(commission.rules)
                .with_deadline(deadline);
        let mut gallery = Gallery::new(&self.out, commission.clone(), self.nodes);
        let mut session = match &former {
            None => Session::new(commission).map_err(refused)?,
            Some(former) => match self.taken_over(former, commission, &mut shop)? {
                Ok(session) => session,
                Err(Interrupted) => {
                    // The folder stays as it was.
                    drop(line);
                    self.report(former, style, out)?;
                    return Ok(ExitVerdict::None);
                }
            },
        };
        for work in session.compositions() {
            add(&mut gallery, work)?;
        }
        // Whether the folder can be written shows before any work.
        gallery.save(session.next()).map_err(|error| bad_input(format_args!("--out: {error}")))?;
        line.show(session.next(), gallery.exhibits());
        while !session.is_complete() {
            match session.attempt(&mut shop) {
                Ok(Some(work)) => {
                    add(&mut gallery, work)?;
                    gallery.save(session.next())?;
                }
                Ok(None) => {}
                Err(Interrupted) => break,
            }
            line.show(session.next(), gallery.exhibits());
        }
        gallery.save(session.next())?;
        drop(line);
        self.report(&gallery.catalogue(session.next()), style, out)?;
        Ok(ExitVerdict::None)
    }

    /// What is to be composed.
    fn commission(&self) -> anyhow::Result<ComposeRequest> {
        let start = |text: &String| {
            let reached = input::one_position(text, "--from", Strictness::Strict)?;
            Setup::from_position(&reached.position).map_err(|error| refused(error.into()))
        };
        let from = self.from.as_ref().map(start).transpose()?;
        let Compose { strategy, count, seed, strict, .. } = *self;
        let commission = ComposeRequest {
            strategy,
            from,
            plies: self.plies.clone(),
            count,
            seed,
            strict,
            rules: self.rules.rules,
        };
        commission.check().map_err(refused)?;
        Ok(commission)
    }

    /// There must be a mate in the start.
    fn check_start(&self, from: &Setup, interrupt: &Interrupt, solver: &mut Solver) -> anyhow::Result<()> {
        let position = from.position().map_err(|error| refused(error.into()))?;
        let limits = Limits { time: self.time, stop: Some(interrupt.flag()), ..Limits::default() };
        let query = SolveOptions { limits, goal: Goal::AnyMate, ..SolveOptions::default() };
        start(&position, &query, solver).map(|_| ()).map_err(refused)
    }

    /// The catalogue of the gallery that is to go on, if there is one. A folder with anything else in it is left alone.
    fn former(&self, commission: &ComposeRequest) -> anyhow::Result<Option<Catalogue>> {
        let folder = self.out.display();
        if self.out.exists() && !self.out.is_dir() {
            return Err(bad_input(format_args!("--out: {folder} is not a folder")));
        }
        let former = Catalogue::read(&self.out).map_err(|error| bad_input(format_args!("--out: {error}")))?;
        match (former, self.resume) {
            (Some(former), true) => {
                let differences = former.differences(commission, self.nodes);
                if differences.is_empty() {
                    return Ok(Some(former));
                }
                if commission.strict && !former.strict {
                    return Err(bad_input(format_args!(
                        "--resume: the gallery in {folder} was made without --strict"
                    )));
                }
                let options: Vec<String> = differences.iter().map(|option| format!("--{option}")).collect();
                let options = options.join(" ");
                Err(bad_input(format_args!("--resume: the gallery in {folder} was made with {options}")))
            }
            (Some(_), false) => Err(bad_input(format_args!(
                "--out: {folder} holds a gallery; go on with --resume, or name another folder"
            ))),
            (None, true) => Err(bad_input(format_args!("--resume: there is no gallery in {folder}"))),
            (None, false) if is_occupied(&self.out) => {
                Err(bad_input(format_args!("--out: {folder} is not empty; name another folder")))
            }
            (None, false) => Ok(None),
        }
    }

    /// The session of a gallery that goes on. Its works are judged again; all of them must be what they were.
    fn taken_over(
        &self,
        former: &Catalogue,
        commission: ComposeRequest,
        shop: &mut BoundedJudge<'_>,
    ) -> anyhow::Result<Result<Session, Interrupted>> {
        let wrong = |fault: String| {
            let file = self.out.join(Catalogue::FILE);
            bad_input(format_args!("--resume: {}: {fault}", file.display()))
        };
        let found = former.found().map_err(wrong)?;
        let Ok(session) = Session::resumed(commission, former.next, &found, shop).map_err(refused)? else {
            return Ok(Err(Interrupted));
        };
        let kept = |index: usize| session.compositions().get(index).map(|work| &work.setup);
        let lost = (0..found.len()).find(|&index| kept(index) != Some(&found[index].0));
        match lost {
            Some(index) => {
                let name = &former.works[index].name;
                Err(wrong(format!("problem {name} is not sound, of another length, or there twice")))
            }
            None => Ok(Ok(session)),
        }
    }

    /// What is in the folder now.
    fn report(&self, catalogue: &Catalogue, style: Style, out: &mut Output) -> anyhow::Result<()> {
        let lang = style.lang;
        let (found, wanted) = (catalogue.works.len(), self.count);
        let unfinished = (found < wanted).then(|| {
            let attempt = catalogue.next + 1;
            text::composing::unfinished(attempt, found, wanted, lang)
        });
        if self.json.json {
            for work in &catalogue.works {
                out.json(work)?;
            }
            out.flush()?;
            if let Some(unfinished) = unfinished {
                exit::print_error(unfinished);
            }
            return Ok(());
        }
        let page = exit::one_line(&self.out.join(Gallery::PAGE).display().to_string());
        let mut text = format!("{}\n", text::composing::gallery(found, &page, lang));
        if let Some(unfinished) = unfinished {
            let _ = writeln!(text, "{unfinished}");
        }
        if found > 0 {
            let (number, plies) = (Column::Number.text(lang), Column::Plies.text(lang));
            let _ = writeln!(text, "\n{}  {}  SFEN", pad(number, 4), pad_left(plies, 5));
        }
        for work in &catalogue.works {
            let _ = writeln!(text, "{:<4}  {:>5}  {}", work.name, work.length, work.sfen);
        }
        out.text(&text)
    }
}

/// Puts a work on show.
fn add(gallery: &mut Gallery, work: &Composition) -> anyhow::Result<()> {
    gallery.add(exhibit(work).context("a work without a solution")?);
    Ok(())
}

/// Whether a folder has anything in it.
fn is_occupied(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
}

/// Which option it is that cannot be followed.
fn refused(error: RequestError) -> anyhow::Error {
    let option = match error {
        RequestError::Range(_) | RequestError::TooLong(_) => "plies",
        RequestError::Nothing => "count",
        RequestError::NoStart(_) | RequestError::NeedsStart(_) => "strategy",
        RequestError::Start(_) | RequestError::Rules(_) | RequestError::NoMate => "from",
        // The input may be good.
        RequestError::Unknown(_) => return anyhow::Error::new(error).context("--from"),
    };
    Complaint::of(error).about(&format!("--{option}"))
}
