//! The messages in Japanese, in the words of tsume-shogi.

use std::fmt::Write as _;

use yomikiri_compose::measure::{MeasureSettings, NodeStore};
use yomikiri_notation::diagram;
use yomikiri_notation::sfen_list::Expected;
use yomikiri_pns::LeafRule;
use yomikiri_service::Bilingual as _;

use super::english::clock;
use super::message::{BatchProgress, Column, Label, Message};
use crate::complaint::Complaint;
use crate::hands::DefenderHandUsed;
use crate::remaining::Remaining;

/// The text of a message.
pub fn text(message: &Message<'_>) -> String {
    match *message {
        Message::Row { name, text } => format!("{name}：{text}"),
        Message::Hand(hand) => diagram::hand_text(hand),
        Message::Hands(DefenderHandUsed::Certain) => String::new(),
        Message::Hands(DefenderHandUsed::Rest) => {
            "持駒は残り駒全部（持駒なしで解くには --hands written）".to_owned()
        }
        Message::Hands(DefenderHandUsed::Written) => {
            "持駒なし（残り駒全部を持たせるには --hands rest）".to_owned()
        }

        Message::OtherExpected(Expected::NoLength) => String::new(),
        Message::OtherExpected(Expected::Mate(plies)) => format!("出典では{plies}手詰"),
        Message::OtherExpected(Expected::Brinkmate(plies)) => format!("出典では{plies}手必至"),
        Message::Remarked { text, remark } => format!("{text}、{remark}"),

        Message::Effort { nodes, seconds } => format!("、{nodes}ノード、{seconds:.3}秒"),
        Message::Proof { positions, depth } => format!("{positions}局面、深さ{depth}手"),
        Message::Search { algorithm, visits, generated, entries } => {
            format!("{algorithm}：訪問{visits}ノード、生成{generated}、表の項目{entries}")
        }
        Message::Root { pn, dn } => format!("最大証明数 {pn}、最大反証数 {dn}"),
        Message::Time { wall, cpu } => format!("{wall:.3}秒（CPU {cpu:.3}秒）"),
        Message::Table { percent } => format!("{percent} % 使用"),
        Message::CheckedProof { turns, null_moves, zone } => {
            format!("検証済み：受方の手番{turns}、パス{null_moves}、影響範囲{zone}点（+）")
        }
        Message::LeafSearches { visits } => format!("末端の探索で訪問{visits}ノード"),

        Message::MateCounts { problems, mates, brinkmates, minimal, none, unknown, bad, skipped } => {
            let skipped = if skipped > 0 { format!("、処理済み{skipped}") } else { String::new() };
            let none = if brinkmates.is_some() {
                format!("詰みも必至もなし{none}")
            } else {
                format!("詰みなし{none}")
            };
            let brinkmates = brinkmates.map(|count| format!("、必至{count}")).unwrap_or_default();
            format!(
                "{problems}題：詰み{mates}{brinkmates}（うち最短を確認{minimal}）、{none}、不明{unknown}、\
                 読み取り不可{bad}{skipped}"
            )
        }
        Message::SoundCounts { problems, sound, flawed, unsound, unknown, bad, skipped, kinds } => {
            let skipped = if skipped > 0 { format!("、処理済み{skipped}") } else { String::new() };
            let kinds = if kinds.is_empty() { String::new() } else { format!("\n{kinds}") };
            format!(
                "{problems}題：完全作{sound}、キズあり{flawed}、不完全作{unsound}、不明{unknown}、\
                 読み取り不可{bad}{skipped}{kinds}"
            )
        }
        Message::Remaining(Remaining::Exactly(count)) => format!("中断：未着手{count}題"),
        Message::Remaining(Remaining::AtLeast(count)) => format!("中断：未着手{count}題以上"),
        Message::Remaining(Remaining::RestOfInput) => "中断：入力の残りは未着手".to_owned(),
        Message::Total { nodes, wall, cpu } => format!("{nodes}ノード、{wall:.3}秒（CPU {cpu:.3}秒）"),

        Message::SearchProgress { visits, per_second, depth, pn, dn, table } => {
            let table = table.map(|percent| format!("、表{percent} %")).unwrap_or_default();
            format!(
                "{}ノード、毎秒{}、深さ{depth}、根の証明数 {pn}、反証数 {dn}{table}",
                grouped(visits),
                grouped(per_second)
            )
        }
        Message::BatchProgress(ref progress) => batch_progress(progress),
        Message::MateWithin { plies } => format!("{plies}手以内の詰みあり、"),

        Message::Serving { page } => format!("作業台は {page} で開けます（Ctrl-Cで終了）"),
        Message::Exposed { address } => {
            format!("警告：{address} には他のマシンからも接続できます（アカウントやパスワードはありません）")
        }
        Message::Certifying { nodes } => format!("証明書：{}局面、", grouped(nodes)),
        Message::Certificate { file, claim, nodes, bytes } => {
            format!("{}（{}局面、{}バイト）→ {file}", claim_text(claim), grouped(nodes), grouped(bytes))
        }
        Message::NoCertificate(Some(cause)) => {
            format!("なし（{}）", crate::text::cause(cause, crate::language::Lang::Ja))
        }
        Message::NoCertificate(None) => "なし（答えが不明）".to_owned(),
        Message::CertificateHolds { claim, nodes } => {
            format!("成立：{}（{}局面）", claim_text(claim), grouped(nodes))
        }
        Message::CertificateFails { line, why } => format!("不成立：{line}行目：{why}"),
        Message::NotACertificate { line, why } => format!("証明書ではありません：{line}行目：{why}"),
        Message::NotShown(what) => format!("示していないこと：{what}"),
        Message::Checking { nodes, of: None } => format!("{}局面を読みました", grouped(nodes)),
        Message::Checking { nodes, of: Some(all) } => {
            format!("{}局面中{}局面を検査", grouped(all), grouped(nodes))
        }

        Message::Tries { ply, open, tries } => {
            format!("{ply}手目：紛れ{tries}通りのうち{open}通りが未確認")
        }
        Message::MoreIfThorough => {
            "欠陥が見つかったあとは容易なものだけ確認（--thorough：制限の範囲ですべて）".to_owned()
        }
        Message::SoundFrom(ply) => format!("{ply}手目以降は完全"),
        Message::Moves { count: 0, .. } => "なし".to_owned(),
        Message::Moves { count, moves } => format!("{count}回：{moves}"),
        Message::Interposed { drops, moves } => format!("打つ合駒{drops}回、移動合{moves}回"),
        Message::Pieces { all, attackers, defenders, hand } => format!(
            "{all}枚：攻方{attackers}枚、玉方{defenders}枚、持駒{}枚（{}）",
            hand.total(),
            diagram::hand_text(hand)
        ),
        Message::Method(settings) => method(settings),
        Message::GeneratedOrder => "生成順".to_owned(),
        Message::ShuffledMean(1) => "無作為順1回".to_owned(),
        Message::ShuffledMean(orders) => format!("無作為順{orders}回の平均"),
        Message::StandardDeviation => "標準偏差".to_owned(),
        Message::Least => "最小".to_owned(),
        Message::Most => "最大".to_owned(),

        Message::Gallery { problems, page } => format!("{page} に{problems}題"),
        Message::Unfinished { attempt, found, wanted } => format!(
            "{attempt}回目の試行で中断（{wanted}題中{found}題）。同じコマンドに --resume を付けると再開します"
        ),
        Message::Attempt { attempt, found, wanted, best } => {
            let best = best.map(|(number, plies)| format!("、最良 {number:02}（{plies}手詰）"));
            format!("試行{}回目、{wanted}題中{found}題{}、", grouped(attempt), best.unwrap_or_default())
        }
        Message::Tried { judged, per_second, board } => {
            format!("検討{}図（毎秒{}）、{board}", grouped(judged), grouped(per_second))
        }

        Message::MoveCount(count) => format!("{count}手"),
        Message::Skipped { folder, files } => {
            format!("{folder}：棋譜や問題集として読めないため飛ばしました：{}", files.join("、"))
        }
        Message::Complaint(complaint) => self::complaint(complaint),
        Message::AfterMove { ply, name } => format!("{ply}手目{name}まで"),
    }
}

/// A label.
pub fn label(label: Label) -> &'static str {
    match label {
        Label::Line => "手順",
        Label::FirstMove => "初手",
        Label::Usi => "USI",
        Label::LeftOver => "駒余り",
        Label::Hands => "玉方",
        Label::Threat => "狙い",
        Label::Mate => "詰み",
        Label::Defences => "受け",
        Label::Proof => "証明",
        Label::Search => "探索",
        Label::Root => "根節点",
        Label::Time => "時間",
        Label::Table => "置換表",
        Label::CheckedProof => "証明",
        Label::Leaves => "末端",
        Label::Fault => "欠陥",
        Label::Flaw => "キズ",
        Label::Tries => "紛れ",
        Label::NotCounted => "無駄合",
        Label::Open => "未確認",
        Label::Remark => "参考",
        Label::Soundness => "検討",
        Label::Sacrifices => "捨駒",
        Label::Unpromoted => "不成",
        Label::Interposed => "合駒",
        Label::Captures => "駒取り",
        Label::Pieces => "使用駒",
        Label::Measures => "計測",
        Label::Certificate => "証明書",
    }
}

/// The heading of a column.
pub fn column(column: Column) -> String {
    match column {
        Column::Number => "番号".to_owned(),
        Column::Name => "作品".to_owned(),
        Column::Plies => "手数".to_owned(),
        Column::Soundness => "検討".to_owned(),
        Column::Pieces => "使用駒".to_owned(),
        Column::Sacrifices => "捨駒".to_owned(),
        Column::Iterations => "更新回数".to_owned(),
        Column::Mean(measure) => format!("平均 {measure}"),
    }
}

/// ちょうど3手詰: the claim of a certificate, which the format has in English.
fn claim_text(claim: &str) -> String {
    if let Some((claim, rules)) = claim.split_once(" by ") {
        let rules = rules.strip_suffix(", line as given").unwrap_or(rules);
        return format!("記載の手順について、{rules}のルールで{}", claim_text(claim));
    }
    let mut words = claim.split(' ');
    let parts = [words.next(), words.next(), words.next()].map(Option::unwrap_or_default);
    match parts {
        ["mate-within", plies, _] => format!("{plies}手以内で詰む"),
        ["no-mate", ..] => "不詰".to_owned(),
        ["no-mate-within", plies, _] => format!("{plies}手以内では詰まない"),
        ["exactly", plies, _] => format!("ちょうど{plies}手詰"),
        ["brinkmate", plies, _] => format!("{plies}手以内の必至"),
        ["sound", plies, _] => format!("完全作、{plies}手詰"),
        ["sound-with-flaws", plies, _] => format!("キズのある完全作、{plies}手詰"),
        ["unsound", "no-mate", _] => "不完全作（不詰）".to_owned(),
        ["unsound", "cook", _] => "不完全作（余詰）".to_owned(),
        ["unsound", "leftover", _] => "不完全作（駒余り）".to_owned(),
        ["unsound", "shorter-mate", plies] => format!("不完全作（{plies}手より早い詰みあり）"),
        ["unsound", "longer-variation", plies] => format!("不完全作（{plies}手以内では詰まない）"),
        _ => claim.to_owned(),
    }
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    indicatif::HumanCount(number).to_string()
}

fn batch_progress(progress: &BatchProgress<'_>) -> String {
    let BatchProgress { done, total, per_second, left, at_work } = progress;
    let mut text = String::new();
    let _ = match total {
        Some((total, true)) => write!(text, "{}題中{}題", grouped(*total), grouped(*done)),
        Some((total, false)) => write!(text, "約{}題中{}題", grouped(*total), grouped(*done)),
        None => write!(text, "{}題", grouped(*done)),
    };
    if *per_second > 0.0 {
        let _ = write!(text, "、毎秒{per_second:.1}題");
    }
    if let Some(left) = left {
        let _ = write!(text, "、残り{}", clock(*left));
    }
    if !at_work.is_empty() {
        let _ = write!(text, "、{at_work}");
    }
    text
}

fn method(settings: MeasureSettings) -> String {
    let leaf = match settings.leaf {
        LeafRule::Unit | LeafRule::Heuristic => "末端 (1, 1)".to_owned(),
        LeafRule::Mobility => "末端は着手数".to_owned(),
        LeafRule::Deep { e, d } => format!("末端 {e}^({d} − 深さ)"),
    };
    match settings.store {
        NodeStore::Tree => format!("木の上の証明数探索、{leaf}"),
        NodeStore::Table => format!("表の上の df-pn、{leaf}"),
    }
}

fn complaint(complaint: &Complaint) -> String {
    match complaint {
        Complaint::Words(words) => words.japanese.clone(),
        Complaint::NoSuchFile => "そのような名前のファイルはなく、局面としても読めません".to_owned(),
        Complaint::NothingInIt => "中身がありません".to_owned(),
        Complaint::NotAProblem(fault) => fault.japanese(),
        Complaint::UnquotedSfen(sfen) => {
            format!("SFENには空白があるので、引用符で囲んでください：\"{sfen}\"")
        }
    }
}
