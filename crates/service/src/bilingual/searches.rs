//! Problems, algorithms, limits, composing and certificates.

use yomikiri_compose::{ComposeRequest, RequestError};
use yomikiri_memory::{ByteSize, OutOfMemory, ParseByteSizeError};
use yomikiri_pns::{ParseAlgorithmError, StopReason};
use yomikiri_tsume::{CertifyError, CheckpointError, NotAProblem};

use super::Bilingual;

impl Bilingual for NotAProblem {
    fn japanese(&self) -> String {
        match self {
            NotAProblem::NoKing => "玉方の玉がありません",
            NotAProblem::NotInCheck => "玉方の手番ですが、王手がかかっていません",
            NotAProblem::LoneKing => {
                "玉方の玉がありません：玉は手番側のものだけで、王手もかかっていません（図面では玉方の駒に v を付けます）"
            }
            NotAProblem::NotAttackersTurn => "玉方の手番です",
        }
        .to_owned()
    }
}

impl Bilingual for ParseAlgorithmError {
    fn japanese(&self) -> String {
        match self {
            ParseAlgorithmError::UnknownName(name) => format!("「{name}」というアルゴリズムはありません"),
            ParseAlgorithmError::UnknownModifier { name, part } => {
                format!("「{name}」に「{part}」は付けられません")
            }
            ParseAlgorithmError::BadParameter(text) => format!("「{text}」は正しい値ではありません"),
        }
    }
}

impl Bilingual for StopReason {
    fn japanese(&self) -> String {
        match self {
            StopReason::TimeLimit => "時間切れ",
            StopReason::VisitLimit => "ノード数の上限",
            StopReason::MemoryLimit => "メモリ不足",
            StopReason::Stopped => "中断",
            StopReason::DepthLimit => "手順が長すぎて追えません",
            StopReason::Inconclusive => "この探索法では決められません",
        }
        .to_owned()
    }
}

impl Bilingual for ParseByteSizeError {
    fn japanese(&self) -> String {
        "4096、512MiB、2GiB、2G のように書いてください".to_owned()
    }
}

impl Bilingual for OutOfMemory {
    fn japanese(&self) -> String {
        format!("{}のメモリを確保できません", ByteSize(self.bytes as u64))
    }
}

impl Bilingual for RequestError {
    fn japanese(&self) -> String {
        match self {
            RequestError::Range(plies) => {
                format!(
                    "{}手から{}手の詰みはありません（奇数を含む範囲が必要です）",
                    plies.start(),
                    plies.end()
                )
            }
            RequestError::TooLong(plies) => {
                format!("{plies}手の問題は作れません（{}手まで）", ComposeRequest::MAX_PLIES)
            }
            RequestError::Nothing => "1以上の数が必要です".to_owned(),
            RequestError::NoStart(strategy) => format!("{strategy}は元の局面を使いません"),
            RequestError::NeedsStart(strategy) => format!("{strategy}には元の局面が必要です"),
            RequestError::Start(error) => format!("元の局面は詰将棋ではありません：{}", error.japanese()),
            RequestError::Rules(error) => format!("元の局面はルールに反します：{}", error.japanese()),
            RequestError::NoMate => "元の局面に詰みがありません".to_owned(),
            RequestError::Unknown(reason) => {
                format!("元の局面の詰みが見つかりませんでした（{}）", reason.japanese())
            }
        }
    }
}

impl Bilingual for CheckpointError {
    fn japanese(&self) -> String {
        match self {
            CheckpointError::Io(error) => format!("ファイルを読み書きできません（{error}）"),
            CheckpointError::InUse => "別の探索がこのファイルを使っています".to_owned(),
            CheckpointError::NotACheckpoint => "詰将棋の探索の途中経過ではありません".to_owned(),
            CheckpointError::OtherProblem(problem) => format!("別の問題の途中経過です：{problem}"),
            CheckpointError::Truncated(entries) => format!("途中で切れています（{entries}件まで）"),
            CheckpointError::Damaged => "ファイルが壊れています".to_owned(),
        }
    }
}

impl Bilingual for CertifyError {
    fn japanese(&self) -> String {
        match self {
            CertifyError::Unknown => "答えが不明です".to_owned(),
            CertifyError::Stopped(reason) => reason.japanese(),
            CertifyError::NotSupported(_) => "この答えを表す証明書の形式がありません".to_owned(),
            CertifyError::Refuted => "探索の答えが成り立ちません（不具合です。ご報告ください）".to_owned(),
        }
    }
}
