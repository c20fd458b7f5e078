//! Othello and Connect6.

use yomikiri_connect6::sgf::{SgfError, SgfErrorKind};
use yomikiri_connect6::{RulesError, TextError, TextErrorKind};
use yomikiri_othello::{TextError as OthelloError, TextErrorKind as OthelloErrorKind};

use super::Bilingual;

impl Bilingual for OthelloError {
    fn japanese(&self) -> String {
        let kind = match &self.kind {
            OthelloErrorKind::NotACell(c) => format!("「{c}」は X、O、- のどれでもありません"),
            OthelloErrorKind::TooShort { found, expected } => {
                format!("盤が{found}マスで終わっています（{expected}マス必要です）")
            }
            OthelloErrorKind::TooLong { expected } => format!("盤が{expected}マスより大きいです"),
            OthelloErrorKind::MissingSide => "手番がありません".to_owned(),
            OthelloErrorKind::NotASide(c) => format!("手番が「{c}」です（X か O）"),
            OthelloErrorKind::TrailingText => "手番の後に余分な文字があります".to_owned(),
        };
        format!("{}文字目：{kind}", self.column)
    }
}

impl Bilingual for TextError {
    fn japanese(&self) -> String {
        format!("{}文字目：{}", self.column, self.kind.japanese())
    }
}

impl Bilingual for TextErrorKind {
    fn japanese(&self) -> String {
        match self {
            TextErrorKind::NotACell(text) => format!("j10 のような点が必要です（「{text}」があります）"),
            TextErrorKind::OffBoard { cell, size } => format!("「{cell}」は{size}路盤の外です"),
            TextErrorKind::Occupied(cell) => format!("{cell}にはもう石があります"),
            TextErrorKind::MissingSide => "最後に手番（B か W）がありません".to_owned(),
            TextErrorKind::NotASide(text) => format!("手番が「{text}」です（B か W）"),
            TextErrorKind::MissingStones(color) => {
                format!("「{color}:」と石の並びが必要です")
            }
            TextErrorKind::TrailingText => "手番の後に余分な文字があります".to_owned(),
            TextErrorKind::WrongStones { found, expected } => {
                format!("一手の石が{found}個です（{expected}個必要です）")
            }
            TextErrorKind::Over(side) => format!("勝負はついています（{}の勝ち）", side_name(side)),
            TextErrorKind::Full => "盤がいっぱいです".to_owned(),
        }
    }
}

/// A side by the name that the errors have.
fn side_name(side: &str) -> &str {
    match side {
        "Black" => "黒",
        "White" => "白",
        other => other,
    }
}

impl Bilingual for RulesError {
    fn japanese(&self) -> String {
        match self {
            RulesError::Connect6Size(lines) => format!("六目並べの盤は7路から19路です（{lines}路ではなく）"),
            RulesError::Size(lines) => format!("盤は3路から19路です（{lines}路ではなく）"),
            RulesError::Row(stones) => {
                format!("{stones}個並べるルールはありません（3から6、盤の路数まで）")
            }
            RulesError::Stones(stones) => format!("一手に{stones}個は置けません（1か2）"),
        }
    }
}

impl Bilingual for SgfError {
    fn japanese(&self) -> String {
        let kind = match &self.kind {
            SgfErrorKind::Expected("; or ) or a property") => "「;」「)」または属性が必要です".to_owned(),
            SgfErrorKind::Expected(what) => format!("「{what}」が必要です"),
            SgfErrorKind::Unfinished => "値の途中で終わっています".to_owned(),
            SgfErrorKind::NotASize(text) => format!("「{text}」は盤の大きさではありません"),
            SgfErrorKind::Size(error) => error.japanese(),
            SgfErrorKind::LateSetup => "盤の大きさや置石が初手より後にあります".to_owned(),
            SgfErrorKind::NotAPoint(text) => format!("「{text}」は点ではありません"),
            SgfErrorKind::NotTheTurn(side) => format!("{}の手番ではありません", side_name(side)),
            SgfErrorKind::NotASide(text) => format!("「{text}」は手番ではありません"),
            SgfErrorKind::Text(kind) => kind.japanese(),
        };
        format!("{}行目{}文字目：{kind}", self.line, self.column)
    }
}
