//! Why something was not decided.

use yomikiri_service::Bilingual as _;

use crate::language::Lang;
use crate::verdict::UndecidedReason;

/// Why something was not decided.
pub fn cause(cause: &UndecidedReason, lang: Lang) -> String {
    match (lang, cause) {
        (Lang::En, cause) => cause.to_string(),
        (Lang::Ja, UndecidedReason::Search(reason)) => reason.japanese(),
        (Lang::Ja, UndecidedReason::NotInGraph(graph)) => {
            format!("調べた範囲（{graph}）に勝ちはありません")
        }
        (Lang::Ja, UndecidedReason::ProofNotRebuilt) => "制限内で証明を組み立てられません".to_owned(),
        (Lang::Ja, UndecidedReason::ProofRejected(error)) => format!("証明が検証に通りません（{error}）"),
    }
}
