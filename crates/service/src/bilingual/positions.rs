//! Positions, moves and records of shogi.

use yomikiri_notation::japanese::{piece_name, square_name};
use yomikiri_notation::{ReadError, ReadErrorKind, WriteError};
use yomikiri_shogi::{Color, PositionError, SfenErrorKind};

use super::Bilingual;
use crate::moves::MoveError;

fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "先手",
        Color::White => "後手",
    }
}

impl Bilingual for PositionError {
    fn japanese(&self) -> String {
        match *self {
            PositionError::TooManyPieces { kind, count, limit, .. } => {
                format!("{}が{count}枚あります（{limit}枚まで）", piece_name(kind))
            }
            PositionError::SecondKing { color, square } => {
                format!("{}の玉が二つあります（{}）", side(color), square_name(square))
            }
            PositionError::DeadPiece { piece, square } => {
                format!(
                    "{}の{}{}は行き所のない駒です",
                    side(piece.color()),
                    square_name(square),
                    piece_name(piece.kind())
                )
            }
            PositionError::TwoPawns { color, file, square } => {
                format!("{}の二歩です（{file}筋、{}）", side(color), square_name(square))
            }
            PositionError::KingCapturable { color, square } => {
                format!("手番でない{}の玉（{}）に王手がかかっています", side(color), square_name(square))
            }
        }
    }
}

impl Bilingual for SfenErrorKind {
    fn japanese(&self) -> String {
        match self {
            SfenErrorKind::MissingField(what) => format!("{}がありません", part(what)),
            SfenErrorKind::TrailingText(text) => format!("手数の後に余分な文字「{text}」があります"),
            SfenErrorKind::RankCount { found } => format!("段が{found}個あります（9個必要です）"),
            SfenErrorKind::RankWidth { rank, found } => {
                format!("{rank}段のマスが{found}個あります（9個必要です）")
            }
            SfenErrorKind::NotAPiece(c) => format!("「{c}」は駒でも空きマスの数でもありません"),
            SfenErrorKind::NotPromotable => "「+」の後には成れる駒が必要です".to_owned(),
            SfenErrorKind::NotASide(text) => format!("手番が「{text}」です（b か w）"),
            SfenErrorKind::NotInHand(c) => format!("「{c}」は持駒になりません"),
            SfenErrorKind::CountWithoutPiece => "持駒の枚数の後に駒がありません".to_owned(),
            SfenErrorKind::BadCount(text) => format!("「{text}」は持駒の枚数ではありません（1から18）"),
            SfenErrorKind::RepeatedHandPiece(c) => format!("持駒に「{c}」が二度あります"),
            SfenErrorKind::BadMoveNumber(text) => format!("手数「{text}」は数ではありません"),
            SfenErrorKind::Position(error) => error.japanese(),
        }
    }
}

impl Bilingual for ReadError {
    fn japanese(&self) -> String {
        let column = self.column.map(|column| format!("{column}文字目")).unwrap_or_default();
        format!("{}行目{column}：{}", self.line, self.kind.japanese())
    }
}

impl Bilingual for ReadErrorKind {
    fn japanese(&self) -> String {
        match self {
            ReadErrorKind::Encoding => "UTF-8でもShift-JISでもありません".to_owned(),
            ReadErrorKind::UnknownFormat(start) => {
                format!("KIF・KI2・CSA・JKF・BOD・SFENのどれでもありません（「{start}」で始まっています）")
            }
            ReadErrorKind::Missing(what) => format!("{}がありません", part(what)),
            ReadErrorKind::Unexpected(text) => format!("「{}」は余分です", part(text)),
            ReadErrorKind::BadValue { what, value } => format!("「{value}」は{}として読めません", part(what)),
            ReadErrorKind::NotAMove(text) => format!("「{text}」は指し手ではありません"),
            ReadErrorKind::IllegalMove { text, sfen } => format!("「{text}」はここでは指せません（{sfen}）"),
            ReadErrorKind::AmbiguousMove { text, candidates } => {
                format!("「{text}」に当てはまる手が複数あります（{}）", candidates.join("、"))
            }
            ReadErrorKind::MoveNumber { found, expected } => {
                format!("手数が{found}です（{expected}のはずです）")
            }
            ReadErrorKind::NoSuchMove(ply) => format!("{ply}手目からの変化ですが、その手がありません"),
            ReadErrorKind::TooDeep(most) => format!("変化の入れ子が{most}段を超えています"),
            ReadErrorKind::Position(error) => format!("ルールに反する局面です：{}", error.japanese()),
            ReadErrorKind::Sfen(kind) => kind.japanese(),
            // What the parser says is in English; line and column are there.
            ReadErrorKind::Json(_) => "JSONとして読めません".to_owned(),
        }
    }
}

/// A part of a text that the readers name; others, such as a quotation, stay as they are.
fn part(what: &str) -> &str {
    match what {
        "board" => "盤面",
        "side to move" | "side to move (手番)" => "手番",
        "field of pieces in hand (`-` for none)" => "持駒の欄（なければ「-」）",
        "a position" => "局面",
        "a position or a record" => "局面または棋譜",
        "a record" => "棋譜",
        "a row of the diagram" | "row of a diagram" => "盤面図の段",
        "the diagram" => "盤面図",
        "a start position or a move" => "開始局面または指し手",
        "`initial` or a move of JKF" => "JKFの initial または指し手",
        "the first move of a variation" => "変化の初手",
        "the move of an entry" => "指し手",
        "handicap (手合割)" => "手合割",
        "start position" => "開始局面",
        "time" => "消費時間",
        "number of moves" => "手数",
        "hand" => "持駒",
        "preset" => "手合割（preset）",
        "colour" => "手番（color）",
        "piece on the board" => "盤上の駒",
        "piece in hand" => "持駒",
        "second hand of one side" => "同じ側の二つ目の持駒",
        "hand of neither side" => "どちらのものでもない持駒",
        "list of records" => "棋譜の一覧",
        "move after the end" => "終局後の指し手",
        "second record" => "二つ目の棋譜",
        other => other,
    }
}

impl Bilingual for WriteError {
    fn japanese(&self) -> String {
        match self {
            WriteError::NotShiftJis { line, column, character } => {
                format!("{line}行目{column}文字目：「{character}」はShift-JISにありません")
            }
            WriteError::OneRecordOnly { format, count } => {
                let format = format.name().to_uppercase();
                format!("{format}に入る棋譜は一つです（{count}あります）")
            }
            WriteError::TooDeep { format, limit } => {
                format!("{}に入る変化の入れ子は{limit}段までです", format.name().to_uppercase())
            }
        }
    }
}

impl Bilingual for MoveError {
    fn japanese(&self) -> String {
        match self {
            MoveError::NotAMove(text) => format!("「{text}」は指し手ではありません"),
            MoveError::Illegal(text) => format!("「{text}」はここでは指せません"),
            MoveError::NotACheck(text) => format!("「{text}」は王手ではありません"),
            MoveError::Ambiguous { text, candidates } => {
                format!("「{text}」に当てはまる手が複数あります（{candidates}）")
            }
        }
    }
}
