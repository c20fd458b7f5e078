//! The model that all formats share: headers, a start position and a tree of moves.

use std::time::Duration;

use yomikiri_shogi::{Move, Position};

use crate::kakinoki::{HandOwner, hand_owner};

/// A game record or a problem with its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Names and values in file order: 作者, 発表誌, 手数, 先手, 後手, 開始日時 …
    ///
    /// Headers that only restate the start position (手合割, hands, the diagram) are not kept here.
    pub headers: Vec<(String, String)>,
    /// The position before the first move.
    pub initial: Position,
    /// Comments before the first move, one line each.
    pub comments: Vec<String>,
    /// The main line.
    pub line: Line,
}

/// Plies in the order in which they are played. Only the last one can be an [`Action::End`].
pub type Line = Vec<Ply>;

/// One move, or the end of the line, with its time, its comments and its alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move, or how the line ended.
    pub action: Action,
    /// Thinking time for this move.
    pub time: Option<Duration>,
    /// Comments after the move, one line each.
    pub comments: Vec<String>,
    /// Other lines that could have been played *instead of* this ply, none of them empty.
    pub variations: Vec<Line>,
}

/// A move or the end of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A legal move.
    Move(Move),
    /// The end of the line.
    End(EndKind),
}

/// How a line ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndKind {
    /// 投了
    Resign,
    /// 詰み
    Mate,
    /// 不詰
    NoMate,
    /// 中断
    Interrupt,
    /// 千日手
    Repetition,
    /// 持将棋
    Impasse,
    /// 切れ負け
    TimeUp,
    /// 反則負け: the side to move loses by a foul, such as an illegal move (which is not part of the line)
    IllegalMove,
    /// 反則勝ち: the side to move wins by the opponent's foul
    IllegalWin,
    /// 入玉勝ち, a declared win
    Declaration,
    /// 引き分け
    Draw,
    /// Anything else, in the words of the file.
    Other(String),
}

impl Record {
    /// A record without moves.
    pub fn new(initial: Position) -> Record {
        Record { headers: Vec::new(), initial, comments: Vec::new(), line: Line::new() }
    }

    /// The value of the first header with this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The name of the problem or the game: the first of the headers 作品名, 表題, 題名 and 棋戦 that is there.
    pub fn title(&self) -> Option<&str> {
        ["作品名", "表題", "題名", "棋戦"].into_iter().find_map(|name| self.header(name))
    }

    /// The moves of the main line.
    pub fn main_moves(&self) -> impl Iterator<Item = Move> {
        self.line.iter().filter_map(|ply| ply.action.mv())
    }
}

impl Ply {
    /// A move without time, comments and variations.
    pub fn new(mv: Move) -> Ply {
        Ply::from_action(Action::Move(mv))
    }

    /// An end without time, comments and variations.
    pub fn end(kind: EndKind) -> Ply {
        Ply::from_action(Action::End(kind))
    }

    fn from_action(action: Action) -> Ply {
        Ply { action, time: None, comments: Vec::new(), variations: Vec::new() }
    }
}

impl Action {
    /// The move, unless this is the end.
    pub fn mv(&self) -> Option<Move> {
        match self {
            Action::Move(mv) => Some(*mv),
            Action::End(_) => None,
        }
    }
}

/// Whether a header only restates the start position, so that a [`Record`] does not keep it.
pub(crate) fn restates_position(name: &str) -> bool {
    matches!(name, "手合割" | "手合" | "手番")
        || matches!(hand_owner(name), Some(HandOwner::Side(_) | HandOwner::Unnamed))
}
