//! The session of `explain`: a person plays through a position and asks why.

use std::io::{BufRead, IsTerminal as _, Read as _, Write as _};
use std::sync::atomic::Ordering;

use anyhow::Context as _;
use yomikiri_notation::diagram;
use yomikiri_service::{MoveError, ReachedPosition, find_problem_move};
use yomikiri_shogi::Move;
use yomikiri_tsume::{Explanation, RefutationSize};

use super::list::Explained;
use super::{LIST_TREE, Questioner};
use crate::exit::one_line;
use crate::output::Output;
use crate::style::Style;
use crate::text;

/// No line that a person types is longer, in bytes.
const MAX_LINE: u64 = 1 << 12;

/// What a person can type.
enum Input<'a> {
    Back,
    Best,
    Go,
    List,
    Board,
    Help,
    Quit,
    Nothing,
    Why(&'a str),
    Move(&'a str),
}

impl Input<'_> {
    fn parse(line: &str) -> Input<'_> {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (first, rest.trim()) {
            ("", _) => Input::Nothing,
            ("back" | "b" | "undo" | "戻る", "") => Input::Back,
            ("best" | "最善", "") => Input::Best,
            ("go" | "指す", "") => Input::Go,
            ("list" | "l" | "一覧", "") => Input::List,
            ("board" | "盤面", "") => Input::Board,
            ("help" | "?" | "説明", "") => Input::Help,
            ("quit" | "q" | "exit" | "終了", "") => Input::Quit,
            ("why" | "なぜ", mv) => Input::Why(mv),
            _ => Input::Move(line),
        }
    }
}

/// A session: the moves so far, and what is known of the position after them.
pub struct InteractiveSession<'s, 'q> {
    questioner: &'s mut Questioner<'q>,
    /// The places from the first one to the present one.
    places: Vec<ReachedPosition>,
    explanation: Explanation,
    tree: RefutationSize,
    style: Style,
}

impl<'s, 'q> InteractiveSession<'s, 'q> {
    /// A session that begins at the last of some places, which is explained already.
    pub fn new(
        questioner: &'s mut Questioner<'q>,
        places: Vec<ReachedPosition>,
        explanation: Explanation,
        tree: RefutationSize,
        style: Style,
    ) -> InteractiveSession<'s, 'q> {
        InteractiveSession { questioner, places, explanation, tree, style }
    }

    /// Answers lines until the input ends or `quit`.
    pub fn run(mut self, mut input: impl BufRead, out: &mut Output) -> anyhow::Result<()> {
        let shows_prompt = std::io::stdin().is_terminal();
        let mut line = Vec::new();
        loop {
            out.flush()?;
            if shows_prompt {
                let mut prompt = std::io::stderr();
                let _ = prompt.write_all(b"> ").and_then(|()| prompt.flush());
            }
            // A signal during a question stops the question. At the prompt, a signal ends the
            // session.
            self.questioner.interrupt.flag().store(false, Ordering::Relaxed);
            line.clear();
            let read = (&mut input).take(MAX_LINE).read_until(b'\n', &mut line);
            if self.questioner.interrupt.is_set() || read.context("standard input")? == 0 {
                return Ok(());
            }
            let text = String::from_utf8_lossy(&line).into_owned();
            match Input::parse(&text) {
                Input::Quit => return Ok(()),
                input => self.answer(&input, out)?,
            }
        }
    }

    fn answer(&mut self, input: &Input<'_>, out: &mut Output) -> anyhow::Result<()> {
        match *input {
            Input::Nothing | Input::Quit => Ok(()),
            Input::Help => self.say(text::session_help(self.style.lang), out),
            Input::List => out.text(&self.explained().list()),
            Input::Board => out.text(&diagram::text(&self.place().position)),
            Input::Back if self.places.len() == 1 => self.say(&text::at_the_start(self.style.lang), out),
            Input::Back => {
                self.places.pop();
                self.explain(out)
            }
            Input::Best => match self.explanation.best() {
                Some(best) => {
                    let explained = self.explained();
                    let verdict = explained.verdict_of(best, usize::MAX);
                    self.row(&explained.place.name(best.mv), &verdict, out)
                }
                None => self.say(&text::no_best_move(&self.explanation, self.style.lang), out),
            },
            Input::Go => match self.explanation.best() {
                Some(best) => self.play(best.mv, out),
                None => self.say(&text::no_best_move(&self.explanation, self.style.lang), out),
            },
            Input::Why("") => self.say(&text::move_missing("why", self.style.lang), out),
            Input::Why(text) => match find_problem_move(self.place(), self.questioner.attacker, text) {
                Ok(mv) => self.why(mv, out),
                Err(error) => self.say(&one_line(&text::move_error(&error, self.style.lang)), out),
            },
            Input::Move(text) => match find_problem_move(self.place(), self.questioner.attacker, text) {
                Ok(mv) => self.play(mv, out),
                Err(error) => self.say(&one_line(&text::move_error(&error, self.style.lang)), out),
            },
        }
    }

    fn place(&self) -> &ReachedPosition {
        // There is always the first place.
        &self.places[self.places.len() - 1]
    }

    fn explained(&self) -> Explained<'_> {
        Explained { place: self.place(), explanation: &self.explanation, style: self.style }
    }

    fn play(&mut self, mv: Move, out: &mut Output) -> anyhow::Result<()> {
        self.places.push(self.place().after(mv));
        self.explain(out)
    }

    /// Explains the present position.
    fn explain(&mut self, out: &mut Output) -> anyhow::Result<()> {
        let place = self.place().clone();
        self.explanation = self.questioner.explain(&place, LIST_TREE)?;
        let ply = self.places.len() - 1;
        if let (Some(before), Some(mv)) = (ply.checked_sub(1).map(|at| &self.places[at]), place.last_move) {
            let name = before.name(mv);
            self.say(&text::after_move(ply, &name, self.style.lang), out)?;
        }
        let explained = self.explained();
        out.text(&format!("{}\n{}", explained.headline(), explained.list()))
    }

    /// Shows the refutation of a move, or its whole mate.
    fn why(&mut self, mv: Move, out: &mut Output) -> anyhow::Result<()> {
        let place = self.place().clone();
        let explanation = self.questioner.explain_move(&place, mv, self.tree)?;
        let explained = Explained { place: &place, explanation: &explanation, style: self.style };
        match explanation.moves.first() {
            Some(found) if found.failure().is_some() => out.text(&explained.tree(found)),
            Some(found) => self.row(&place.name(mv), &explained.verdict_of(found, usize::MAX), out),
            None => {
                let error = MoveError::Illegal(mv.to_string());
                self.say(&one_line(&text::move_error(&error, self.style.lang)), out)
            }
        }
    }

    fn row(&self, name: &str, text: &str, out: &mut Output) -> anyhow::Result<()> {
        self.say(&text::row(name, text, self.style.lang), out)
    }

    fn say(&self, text: &str, out: &mut Output) -> anyhow::Result<()> {
        out.text(&format!("{text}\n"))
    }
}
