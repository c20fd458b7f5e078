//! Othello and Connect6.

use yomikiri_connect6::sgf::{SgfError, SgfFault};
use yomikiri_connect6::{RulesError, TextError, TextFault};
use yomikiri_othello::{TextError as OthelloError, TextFault as OthelloFault};

use super::Bilingual;

impl Bilingual for OthelloError {
    fn japanese(&self) -> String {
        let fault = match &self.fault {
            OthelloFault::NotACell(c) => format!("「{c}」は X、O、- のどれでもありません"),
            OthelloFault::TooShort { found, expected } => {
                format!("盤が{found}マスで終わっています（{expected}マス必要です）")
            }
            OthelloFault::TooLong { expected } => format!("盤が{expected}マスより大きいです"),
            OthelloFault::MissingSide => "手番がありません".to_owned(),
            OthelloFault::NotASide(c) => format!("手番が「{c}」です（X か O）"),
            OthelloFault::TrailingText => "手番の後に余分な文字があります".to_owned(),
        };
        format!("{}文字目：{fault}", self.column)
    }
}

impl Bilingual for TextError {
    fn japanese(&self) -> String {
        format!("{}文字目：{}", self.column, self.fault.japanese())
    }
}

impl Bilingual for TextFault {
    fn japanese(&self) -> String {
        match self {
            TextFault::NotACell(text) => format!("j10 のような点が必要です（「{text}」があります）"),
            TextFault::OffBoard { cell, size } => format!("「{cell}」は{size}路盤の外です"),
            TextFault::Occupied(cell) => format!("{cell}にはもう石があります"),
            TextFault::MissingSide => "最後に手番（B か W）がありません".to_owned(),
            TextFault::NotASide(text) => format!("手番が「{text}」です（B か W）"),
            TextFault::MissingStones(color) => {
                format!("「{color}:」と石の並びが必要です")
            }
            TextFault::TrailingText => "手番の後に余分な文字があります".to_owned(),
            TextFault::WrongStones { found, expected } => {
                format!("一手の石が{found}個です（{expected}個必要です）")
            }
            TextFault::Over(side) => format!("勝負はついています（{}の勝ち）", side_name(side)),
            TextFault::Full => "盤がいっぱいです".to_owned(),
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
        let fault = match &self.fault {
            SgfFault::Expected("; or ) or a property") => "「;」「)」または属性が必要です".to_owned(),
            SgfFault::Expected(what) => format!("「{what}」が必要です"),
            SgfFault::Unfinished => "値の途中で終わっています".to_owned(),
            SgfFault::NotASize(text) => format!("「{text}」は盤の大きさではありません"),
            SgfFault::Size(error) => error.japanese(),
            SgfFault::LateSetup => "盤の大きさや置石が初手より後にあります".to_owned(),
            SgfFault::NotAPoint(text) => format!("「{text}」は点ではありません"),
            SgfFault::NotTheTurn(side) => format!("{}の手番ではありません", side_name(side)),
            SgfFault::NotASide(text) => format!("「{text}」は手番ではありません"),
            SgfFault::Text(fault) => fault.japanese(),
        };
        format!("{}行目{}文字目：{fault}", self.line, self.column)
    }
}
