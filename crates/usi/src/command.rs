//! What an interface can say.

use std::time::Duration;

use yomikiri_notation::sfen_list::parse_position_text;
use yomikiri_shogi::{Color, Position, Strictness};

/// A command of the interface.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    /// `usi`: who are you?
    Usi,
    /// `isready`
    IsReady,
    /// `setoption name NAME value VALUE`
    SetOption { name: String, value: String },
    /// `position …`
    Position(Box<Position>),
    /// `go …`
    Go(Go),
    /// `stop`, or `ponderhit`, after which an answer is due as well
    Stop,
    /// `quit`
    Quit,
    /// What needs no answer: `usinewgame`, `gameover`, an empty line.
    Nothing,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Go {
    /// Whether the answer is `checkmate`; else it is `bestmove`.
    pub mate: bool,
    /// Whether the answer must wait for `stop`.
    pub wait: bool,
    pub limit: Limit,
}

/// When to give up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Limit {
    pub time: Option<Duration>,
    pub nodes: Option<u64>,
    /// What is left on the clocks, Black's first.
    pub clocks: [Option<Duration>; 2],
}

impl Limit {
    /// The time for a move of a side: what is given for it, else a small part of its clock.
    pub fn time_of(&self, side: Color) -> Option<Duration> {
        self.time.or_else(|| self.clocks[side.index()].map(|clock| clock / 20))
    }
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CommandError {
    #[error("unknown command `{0}`")]
    Unknown(String),
    #[error("position: {0}")]
    BadPosition(String),
    #[error("setoption: expected `name NAME value VALUE`")]
    SetOption,
    #[error("go: `{0}` is not understood")]
    Go(String),
}

impl Command {
    /// Reads a line.
    pub fn parse(line: &str) -> Result<Command, CommandError> {
        let mut words = line.split_whitespace();
        Ok(match words.next() {
            None | Some("usinewgame" | "gameover") => Command::Nothing,
            Some("usi") => Command::Usi,
            Some("isready") => Command::IsReady,
            Some("setoption") => set_option(line)?,
            Some("position") => Command::Position(Box::new(position(line)?)),
            Some("go") => Command::Go(go(words)?),
            Some("stop" | "ponderhit") => Command::Stop,
            Some("quit") => Command::Quit,
            Some(other) => return Err(CommandError::Unknown(short(other))),
        })
    }
}

fn set_option(line: &str) -> Result<Command, CommandError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        [_, "name", name, "value", value] => {
            Ok(Command::SetOption { name: (*name).to_owned(), value: (*value).to_owned() })
        }
        _ => Err(CommandError::SetOption),
    }
}

/// The position after the moves.
fn position(line: &str) -> Result<Position, CommandError> {
    let record = parse_position_text(line.trim(), Strictness::Strict);
    let record = record.map_err(|error| match error.column {
        Some(column) => CommandError::BadPosition(format!("column {column}: {}", error.fault)),
        None => CommandError::BadPosition(error.fault.to_string()),
    })?;
    let mut position = record.initial.clone();
    for mv in record.main_moves() {
        let _ = position.make(mv);
    }
    Ok(position)
}

fn go<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Go, CommandError> {
    let mut go = Go { mate: false, wait: false, limit: Limit::default() };
    while let Some(word) = words.next() {
        let mut number = || {
            let value = words.next().unwrap_or_default();
            value.parse::<u64>().map_err(|_| CommandError::Go(short(&format!("{word} {value}"))))
        };
        match word {
            "mate" => {
                go.mate = true;
                match words.next() {
                    // The protocol's default is no limit.
                    None | Some("infinite") => {}
                    Some(time) => {
                        let time =
                            time.parse().map_err(|_| CommandError::Go(short(&format!("mate {time}"))))?;
                        go.limit.time = Some(Duration::from_millis(time));
                    }
                }
            }
            "infinite" | "ponder" => go.wait = true,
            "btime" => go.limit.clocks[Color::Black.index()] = clock(number()?),
            "wtime" => go.limit.clocks[Color::White.index()] = clock(number()?),
            // What comes back on the clock need not be saved up.
            "byoyomi" => go.limit.time = go.limit.time.max(clock(number()?).map(|time| time - margin(time))),
            "movetime" => go.limit.time = go.limit.time.max(clock(number()?)),
            "nodes" => go.limit.nodes = Some(number()?),
            "binc" | "winc" | "depth" | "movestogo" => {
                number()?;
            }
            _ => return Err(CommandError::Go(short(word))),
        }
    }
    Ok(go)
}

/// What is left of a byoyomi for the answer to arrive: a game is lost if it comes too late.
fn margin(byoyomi: Duration) -> Duration {
    (byoyomi / 10).min(Duration::from_millis(200))
}

/// A clock at zero says nothing: games without main time have it.
fn clock(milliseconds: u64) -> Option<Duration> {
    (milliseconds > 0).then(|| Duration::from_millis(milliseconds))
}

/// As much of a text as fits a message.
fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Go {
        match Command::parse(line) {
            Ok(Command::Go(go)) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn searches() {
        let ms = |ms| Some(Duration::from_millis(ms));
        assert_eq!((go("go mate 1500").mate, go("go mate 1500").limit.time), (true, ms(1500)));
        assert_eq!((go("go mate infinite").limit.time, go("go mate infinite").wait), (None, false));
        assert_eq!((go("go").mate, go("go").wait, go("go").limit), (false, false, Limit::default()));
        assert!(go("go infinite").wait && go("go ponder btime 1 wtime 2").wait);
        let game = go("go btime 40000 wtime 60000 byoyomi 0").limit;
        assert_eq!((game.time_of(Color::Black), game.time_of(Color::White)), (ms(2000), ms(3000)));
        assert_eq!(go("go btime 0 wtime 0 byoyomi 10000").limit.time_of(Color::White), ms(9800));
        assert_eq!(go("go byoyomi 100").limit.time_of(Color::Black), ms(90));
        assert_eq!(go("go movetime 10000").limit.time_of(Color::Black), ms(10000));
        assert_eq!(go("go nodes 7").limit.nodes, Some(7));
    }

    #[test]
    fn positions_and_options() {
        let Ok(Command::Position(position)) = Command::parse("position startpos moves 7g7f 3c3d") else {
            panic!("a position")
        };
        assert_eq!(position.move_number(), 3);
        let set = Command::parse("setoption name USI_Hash value 64").unwrap();
        assert_eq!(set, Command::SetOption { name: "USI_Hash".into(), value: "64".into() });
        assert_eq!(Command::parse("  \t "), Ok(Command::Nothing));
    }

    #[test]
    fn faults_are_told() {
        for (line, fault) in [
            ("dance", "unknown command `dance`"),
            ("position", "position: column 9: a position is missing"),
            ("position sfen 9/9", "position: column "),
            ("position startpos moves 7g7e", "position: column 25: `7g7e` is not a legal move"),
            ("setoption name USI_Hash", "setoption: expected"),
            ("go mate soon", "go: `mate soon`"),
            ("go byoyomi", "go: `byoyomi `"),
            ("go nodes -1", "go: `nodes -1`"),
            ("go fast", "go: `fast`"),
        ] {
            let error = Command::parse(line).unwrap_err().to_string();
            assert!(error.starts_with(fault), "{line}: {error}");
        }
    }
}
