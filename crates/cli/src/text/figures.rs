//! What a search did.

use yomikiri_connect6::ProofSize;
use yomikiri_pns::Counters;

use super::numbers::{plies, s};
use crate::language::Lang;

/// What a search did, after the verdict in a list.
pub fn effort(nodes: u64, seconds: f64, lang: Lang) -> String {
    let s = s(nodes);
    say!(lang, ", {nodes} node{s}, {seconds:.3} s", "、{nodes}ノード、{seconds:.3}秒")
}

/// The size of a solution.
pub fn proof_size(positions: u64, depth: u64, lang: Lang) -> String {
    let (s, plies) = (s(positions), plies(depth));
    say!(lang, "{positions} position{s}, {plies} deep", "{positions}局面、深さ{depth}手")
}

/// What a search visited.
pub fn search(algorithm: &str, counters: &Counters, lang: Lang) -> String {
    let &Counters { visits, generated, table_entries, .. } = counters;
    let s = s(visits);
    say!(
        lang,
        "{algorithm}: {visits} node{s} visited, {generated} generated, {table_entries} in the table",
        "{algorithm}：訪問{visits}ノード、生成{generated}、表の項目{table_entries}"
    )
}

/// The largest numbers of the root.
pub fn root(counters: &Counters, lang: Lang) -> String {
    let &Counters { max_root_pn: pn, max_root_dn: dn, .. } = counters;
    say!(lang, "largest proof number {pn}, largest disproof number {dn}", "最大証明数 {pn}、最大反証数 {dn}")
}

/// The seconds that a search took by the clock, and those of the processor.
pub fn time(wall: f64, cpu: f64, lang: Lang) -> String {
    say!(lang, "{wall:.3} s (CPU {cpu:.3} s)", "{wall:.3}秒（CPU {cpu:.3}秒）")
}

/// How full the table was.
pub fn table(percent: u64, lang: Lang) -> String {
    say!(lang, "{percent} % used", "{percent} % 使用")
}

/// Connect6: what the checker of the proof saw, and the number of cells of its zone.
pub fn checked_proof(size: &ProofSize, zone: u32, lang: Lang) -> String {
    let &ProofSize { turns, null_moves, .. } = size;
    let [turn_s, null_s, zone_s] = [turns, null_moves, zone.into()].map(s);
    say!(
        lang,
        "checked: {turns} turn{turn_s} of the defender, {null_moves} null move{null_s}, zone of {zone} \
         cell{zone_s} (+)",
        "検証済み：受方の手番{turns}、パス{null_moves}、影響範囲{zone}点（+）"
    )
}

/// Connect6: what the leaf searches did.
pub fn leaf_searches(visits: u64, lang: Lang) -> String {
    let s = s(visits);
    say!(lang, "{visits} node{s} visited by leaf searches", "末端の探索で訪問{visits}ノード")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_each() {
        assert_eq!(effort(1, 0.0, Lang::En), ", 1 node, 0.000 s");
        assert_eq!(effort(2, 0.0, Lang::En), ", 2 nodes, 0.000 s");
        assert_eq!(proof_size(1, 1, Lang::En), "1 position, 1 ply deep");
        assert_eq!(leaf_searches(1, Lang::En), "1 node visited by leaf searches");
        let size = ProofSize { turns: 1, null_moves: 1, ..ProofSize::default() };
        let checked = checked_proof(&size, 1, Lang::En);
        assert_eq!(checked, "checked: 1 turn of the defender, 1 null move, zone of 1 cell (+)");
        let counters = Counters { visits: 1, ..Counters::default() };
        let visited = search("dfpn", &counters, Lang::En);
        assert_eq!(visited, "dfpn: 1 node visited, 0 generated, 0 in the table");
    }
}
