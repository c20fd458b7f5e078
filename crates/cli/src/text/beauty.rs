//! The features of a problem and the measures of its beauty.

use yomikiri_compose::Features;
use yomikiri_compose::measure::{MeasureSettings, NodeStore};
use yomikiri_pns::LeafRule;

use super::hand;
use crate::language::Lang;

/// Some moves of the solution.
pub fn moves(names: &[&str], lang: Lang) -> String {
    let (count, moves) = (names.len(), names.join(" "));
    match count {
        0 => say!(lang, "none", "なし"),
        _ => say!(lang, "{count}: {moves}", "{count}回：{moves}"),
    }
}

/// The interpositions of the solution.
pub fn interposed(features: &Features, lang: Lang) -> String {
    let &Features { interposed_drops: drops, interposed_moves: moves, .. } = features;
    say!(lang, "{drops} dropped, {moves} moved", "打つ合駒{drops}回、移動合{moves}回")
}

/// The pieces of a problem.
pub fn pieces(features: &Features, lang: Lang) -> String {
    let &Features { attackers, defenders, hand: held, .. } = features;
    let (all, in_hand, held) = (features.pieces(), held.total(), hand(held, lang));
    say!(
        lang,
        "{all}: {attackers} attacking, {defenders} defending, {in_hand} in hand ({held})",
        "{all}枚：攻方{attackers}枚、玉方{defenders}枚、持駒{in_hand}枚（{held}）"
    )
}

/// How measures were taken.
pub fn method(settings: MeasureSettings, lang: Lang) -> String {
    let leaf = match settings.leaf {
        LeafRule::Unit | LeafRule::Heuristic => say!(lang, "leaves (1, 1)", "末端 (1, 1)"),
        LeafRule::Mobility => say!(lang, "leaves by mobility", "末端は着手数"),
        LeafRule::Deep { e, d } => say!(lang, "leaves {e}^({d} − depth)", "末端 {e}^({d} − 深さ)"),
    };
    match settings.store {
        NodeStore::Tree => say!(lang, "PN search on a tree, {leaf}", "木の上の証明数探索、{leaf}"),
        NodeStore::Table => say!(lang, "df-pn on a table, {leaf}", "表の上の df-pn、{leaf}"),
    }
}

/// The order in which moves are generated.
pub fn generated_order(lang: Lang) -> String {
    say!(lang, "moves as generated", "生成順")
}

/// Measures in shuffled orders.
pub fn shuffled_mean(orders: usize, lang: Lang) -> String {
    match orders {
        1 => say!(lang, "1 shuffled order", "無作為順1回"),
        _ => say!(lang, "{orders} shuffled, mean", "無作為順{orders}回の平均"),
    }
}

/// The names of the other numbers of a distribution: deviation, minimum and maximum.
pub fn distribution(lang: Lang) -> [&'static str; 3] {
    match lang {
        Lang::En => ["standard deviation", "least", "most"],
        Lang::Ja => ["標準偏差", "最小", "最大"],
    }
}

/// The heading of the mean of a measure.
pub fn mean(measure: &str, lang: Lang) -> String {
    say!(lang, "mean {measure}", "平均 {measure}")
}
