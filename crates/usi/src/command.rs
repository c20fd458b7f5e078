//! The commands of an interface.

use std::time::Duration;

use yomikiri_notation::sfen_list::parse_position_text;
use yomikiri_shogi::{Color, Position, Strictness, quote};
use yomikiri_tsume::{attacker, with_defenders_hand};

/// A command of the interface.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum UsiCommand {
    /// `usi`: asks for the name and the options
    Usi,
    /// `isready`
    IsReady,
    /// `setoption name NAME value VALUE`
    SetOption { name: String, value: String },
    /// `position …`
    Position(Box<Position>),
    /// `go …`
    Go(GoCommand),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// A command without effect: `usinewgame`, `gameover`, an empty line
    Nothing,
}

/// A search to be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GoCommand {
    /// Whether the reply is `checkmate`. Otherwise it is `bestmove`.
    pub mate: bool,
    /// When the reply may be sent.
    pub reply: ReplyAt,
    pub limits: GoLimits,
}

/// The moment from which the reply may be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReplyAt {
    /// The end of the search.
    End,
    /// `stop`, after `go infinite`.
    Stop,
    /// `ponderhit` or `stop`, after `go ponder`. The time limit applies from `ponderhit` on.
    PonderHit,
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GoLimits {
    pub time: Option<Duration>,
    pub nodes: Option<u64>,
    /// The remaining times of the clocks, Black's first.
    pub clocks: [Option<Duration>; 2],
}

impl GoLimits {
    /// The time for a move of a side: the time per move if there is one, otherwise a small part of the clock.
    pub fn time_of(&self, side: Color) -> Option<Duration> {
        self.time.or_else(|| self.clocks[side.index()].map(|clock| clock / 20))
    }
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CommandError {
    #[error("unknown command `{0}`")]
    Unknown(String),
    #[error("position: {0}")]
    BadPosition(String),
    #[error("setoption: expected `name NAME value VALUE`")]
    SetOption,
    #[error("go: unknown argument `{0}`")]
    Go(String),
}

impl UsiCommand {
    /// Parses a line.
    pub fn parse(line: &str) -> Result<UsiCommand, CommandError> {
        let mut words = line.split_whitespace();
        Ok(match words.next() {
            None | Some("usinewgame" | "gameover") => UsiCommand::Nothing,
            Some("usi") => UsiCommand::Usi,
            Some("isready") => UsiCommand::IsReady,
            Some("setoption") => set_option(line)?,
            Some("position") => UsiCommand::Position(Box::new(position(line)?)),
            Some("go") => UsiCommand::Go(go(words)?),
            Some("stop") => UsiCommand::Stop,
            Some("ponderhit") => UsiCommand::PonderHit,
            Some("quit") => UsiCommand::Quit,
            Some(other) => return Err(CommandError::Unknown(quote(other))),
        })
    }
}

fn set_option(line: &str) -> Result<UsiCommand, CommandError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        [_, "name", name, "value", value] => {
            Ok(UsiCommand::SetOption { name: (*name).to_owned(), value: (*value).to_owned() })
        }
        _ => Err(CommandError::SetOption),
    }
}

/// The position after the moves of a `position` command.
fn position(line: &str) -> Result<Position, CommandError> {
    let record = parse_position_text(line.trim(), Strictness::Strict);
    let record = record.map_err(|error| match error.column {
        Some(column) => CommandError::BadPosition(format!("column {column}: {}", error.kind)),
        None => CommandError::BadPosition(error.kind.to_string()),
    })?;
    let initial = &record.initial;
    let kings = Color::ALL.iter().filter(|&&color| initial.king(color).is_some()).count();
    let mut position = initial.clone();
    // Of a problem, the hands before the moves count: a defender who has captured something still holds the rest of the set. If
    // both sides have a king and one is in check, an option decides who defends.
    if kings < 2 || !initial.in_check() {
        position = with_defenders_hand(position, attacker(initial));
    }
    for mv in record.main_moves() {
        let _ = position.make(mv);
    }
    Ok(position)
}

fn go<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<GoCommand, CommandError> {
    let mut go = GoCommand { mate: false, reply: ReplyAt::End, limits: GoLimits::default() };
    while let Some(word) = words.next() {
        let mut number = || {
            let value = words.next().unwrap_or_default();
            value.parse::<u64>().map_err(|_| CommandError::Go(quote(&format!("{word} {value}"))))
        };
        match word {
            "mate" => {
                go.mate = true;
                match words.next() {
                    // Without a time there is no limit.
                    None | Some("infinite") => {}
                    Some(time) => {
                        let time =
                            time.parse().map_err(|_| CommandError::Go(quote(&format!("mate {time}"))))?;
                        go.limits.time = Some(Duration::from_millis(time));
                    }
                }
            }
            "infinite" => go.reply = ReplyAt::Stop,
            "ponder" => go.reply = ReplyAt::PonderHit,
            "btime" => go.limits.clocks[Color::Black.index()] = clock(number()?),
            "wtime" => go.limits.clocks[Color::White.index()] = clock(number()?),
            // What comes back on the clock need not be saved up.
            "byoyomi" => {
                go.limits.time = go.limits.time.max(clock(number()?).map(|time| time - margin(time)))
            }
            "movetime" => go.limits.time = go.limits.time.max(clock(number()?)),
            "nodes" => go.limits.nodes = Some(number()?),
            "binc" | "winc" | "depth" | "movestogo" => {
                number()?;
            }
            _ => return Err(CommandError::Go(quote(word))),
        }
    }
    if go.mate {
        // `checkmate` never waits for another command.
        go.reply = ReplyAt::End;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> GoCommand {
        match UsiCommand::parse(line) {
            Ok(UsiCommand::Go(go)) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn searches() {
        let ms = |ms| Some(Duration::from_millis(ms));
        assert_eq!((go("go mate 1500").mate, go("go mate 1500").limits.time), (true, ms(1500)));
        assert_eq!((go("go mate infinite").limits.time, go("go mate infinite").reply), (None, ReplyAt::End));
        assert_eq!(go("go"), GoCommand { mate: false, reply: ReplyAt::End, limits: GoLimits::default() });
        assert_eq!(go("go infinite").reply, ReplyAt::Stop);
        let ponder = go("go ponder btime 20 wtime 40");
        assert_eq!((ponder.reply, ponder.limits.time_of(Color::Black)), (ReplyAt::PonderHit, ms(1)));
        let game = go("go btime 40000 wtime 60000 byoyomi 0").limits;
        assert_eq!((game.time_of(Color::Black), game.time_of(Color::White)), (ms(2000), ms(3000)));
        assert_eq!(go("go btime 0 wtime 0 byoyomi 10000").limits.time_of(Color::White), ms(9800));
        assert_eq!(go("go byoyomi 100").limits.time_of(Color::Black), ms(90));
        assert_eq!(go("go movetime 10000").limits.time_of(Color::Black), ms(10000));
        assert_eq!(go("go nodes 7").limits.nodes, Some(7));
    }

    #[test]
    fn positions_and_options() {
        let Ok(UsiCommand::Position(position)) = UsiCommand::parse("position startpos moves 7g7f 3c3d")
        else {
            panic!("a position")
        };
        assert_eq!(position.move_number(), 3);
        let problem = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b RG 1 moves G*4b 5a4b";
        let Ok(UsiCommand::Position(position)) = UsiCommand::parse(problem) else { panic!("a position") };
        assert!(position.missing_pieces().is_empty(), "the defender holds the rest and what he captured");
        let set = UsiCommand::parse("setoption name USI_Hash value 64").unwrap();
        assert_eq!(set, UsiCommand::SetOption { name: "USI_Hash".into(), value: "64".into() });
        assert_eq!(UsiCommand::parse("  \t "), Ok(UsiCommand::Nothing));
    }

    #[test]
    fn errors_name_the_fault() {
        for (line, fault) in [
            ("dance", "unknown command `dance`"),
            ("position", "position: column 9: a position is missing"),
            ("position sfen 9/9", "position: column "),
            ("position startpos moves 7g7e", "position: column 25: `7g7e` is not a legal move"),
            ("setoption name USI_Hash", "setoption: expected"),
            ("go mate soon", "go: unknown argument `mate soon`"),
            ("go byoyomi", "go: unknown argument `byoyomi`"),
            ("go nodes -1", "go: unknown argument `nodes -1`"),
            ("go fast", "go: unknown argument `fast`"),
        ] {
            let error = UsiCommand::parse(line).unwrap_err().to_string();
            assert!(error.starts_with(fault), "{line}: {error}");
        }
    }
}
