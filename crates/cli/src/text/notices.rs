//! Where the input comes from, what is wrong with it, and other notices.

use yomikiri_notation::diagram;
use yomikiri_service::Bilingual as _;
use yomikiri_shogi::Hand;

use super::enumeration;
use super::numbers::s;
use crate::complaint::Complaint;
use crate::hands::DefenderHandUsed;
use crate::input;
use crate::language::Lang;

/// The name of a source of input.
pub fn source(name: &str, lang: Lang) -> &str {
    match (lang, name) {
        (Lang::Ja, input::STDIN) => "標準入力",
        (Lang::Ja, input::POSITION) => "局面",
        (Lang::Ja, input::TEXT) => "テキスト",
        (Lang::Ja, input::CONVERTED) => "変換した棋譜",
        _ => name,
    }
}

/// What is wrong with an input.
pub fn complaint(complaint: &Complaint, lang: Lang) -> String {
    match complaint {
        Complaint::Words(words) => match lang {
            Lang::En => words.english.clone(),
            Lang::Ja => words.japanese.clone(),
        },
        Complaint::NotAProblem(fault) => match lang {
            Lang::En => fault.to_string(),
            Lang::Ja => fault.japanese(),
        },
        Complaint::NoSuchFile => say!(
            lang,
            "no such file, and not a position either",
            "そのような名前のファイルはなく、局面としても読めません"
        ),
        Complaint::NothingInIt => say!(lang, "there is nothing in it", "中身がありません"),
        Complaint::UnquotedSfen(sfen) => say!(
            lang,
            "an SFEN has blanks in it: put it in quotation marks, as in \"{sfen}\"",
            "SFENには空白があるので、引用符で囲んでください：\"{sfen}\""
        ),
    }
}

/// The files that are skipped in a folder.
pub fn skipped(folder: &str, files: &[String], lang: Lang) -> String {
    let files = enumeration(files, lang);
    say!(
        lang,
        "{folder}: skipped, not a record or a list: {files}",
        "{folder}：棋譜や問題集として読めないため飛ばしました：{files}"
    )
}

/// The pieces of a hand.
pub fn hand(hand: Hand, lang: Lang) -> String {
    match (lang, hand.is_empty()) {
        (Lang::En, true) => "none".to_owned(),
        _ => diagram::hand_text(hand),
    }
}

/// How the defender's hand came about. `None` if it is certain.
pub fn defenders_hand(used: DefenderHandUsed, lang: Lang) -> Option<String> {
    match used {
        DefenderHandUsed::Certain => None,
        DefenderHandUsed::Rest => Some(say!(
            lang,
            "the defender holds all missing pieces (--hands written: none)",
            "持駒は残り駒全部（持駒なしで解くには --hands written）"
        )),
        DefenderHandUsed::Written => Some(say!(
            lang,
            "the defender holds nothing (--hands rest: all missing pieces)",
            "持駒なし（残り駒全部を持たせるには --hands rest）"
        )),
    }
}

/// The number of moves in a list of moves.
pub fn move_count(count: usize, lang: Lang) -> String {
    let s = s(count as u64);
    say!(lang, "{count} move{s}", "{count}手")
}

/// How many moves led to a position, and the last of them.
pub fn after_move(ply: usize, name: &str, lang: Lang) -> String {
    say!(lang, "after move {ply}, {name}", "{ply}手目{name}まで")
}

/// The address of the workbench.
pub fn serving(page: &str, lang: Lang) -> String {
    say!(lang, "the workbench is at {page} (Ctrl-C ends it)", "作業台は {page} で開けます（Ctrl-Cで終了）")
}

/// The warning that other machines can reach the workbench.
pub fn exposed(address: &str, lang: Lang) -> String {
    say!(
        lang,
        "warning: other machines can reach {address}; there are no accounts or passwords",
        "警告：{address} には他のマシンからも接続できます（アカウントやパスワードはありません）"
    )
}

#[cfg(test)]
mod tests {
    use yomikiri_tsume::NotAProblem;

    use super::*;

    #[test]
    fn complaints() {
        let says = |complaint: Complaint| [Lang::En, Lang::Ja].map(|lang| super::complaint(&complaint, lang));
        for (fault, japanese) in [
            (NotAProblem::NoKing, "玉方の玉がありません"),
            (NotAProblem::NotInCheck, "玉方の手番ですが、王手がかかっていません"),
            (
                NotAProblem::LoneKing,
                "玉方の玉がありません：玉は手番側のものだけで、王手もかかっていません（図面では玉方の駒に v を付けます）",
            ),
            (NotAProblem::NotAttackersTurn, "玉方の手番です"),
        ] {
            assert_eq!(says(fault.into()), [fault.to_string().as_str(), japanese]);
        }
        assert_eq!(says(Complaint::NothingInIt), ["there is nothing in it", "中身がありません"]);
        assert_eq!(says(Complaint::new("no", "だめ")), ["no", "だめ"]);
    }

    #[test]
    fn one_of_each() {
        assert_eq!(move_count(1, Lang::En), "1 move");
    }
}
