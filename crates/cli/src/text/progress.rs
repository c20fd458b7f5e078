//! The lines that long work shows on a terminal.

use yomikiri_pns::Progress;

use super::numbers::{clock, grouped, s};
use crate::language::Lang;

/// Progress of a list.
#[derive(Clone, Copy, Debug)]
pub struct BatchProgress<'a> {
    /// Problems that are done.
    pub done: u64,
    /// Problems in all, and whether that is exact or an estimate.
    pub total: Option<(u64, bool)>,
    /// Problems a second.
    pub per_second: f64,
    /// Seconds that the rest will take at this rate.
    pub left: Option<u64>,
    /// The problem at work.
    pub at_work: &'a str,
}

/// Progress of a list.
pub fn batch_progress(progress: &BatchProgress<'_>, lang: Lang) -> String {
    let &BatchProgress { done, total, per_second, left, at_work } = progress;
    let done = grouped(done);
    let mut text = match total.map(|(total, exact)| (grouped(total), exact)) {
        Some((total, true)) => say!(lang, "{done} of {total}", "{total}題中{done}題"),
        Some((total, false)) => say!(lang, "{done} of about {total}", "約{total}題中{done}題"),
        None => say!(lang, "{done} done", "{done}題"),
    };
    if per_second > 0.0 {
        text += &say!(lang, ", {per_second:.1}/s", "、毎秒{per_second:.1}題");
    }
    if let Some(left) = left.map(clock) {
        text += &say!(lang, ", {left} left", "、残り{left}");
    }
    if !at_work.is_empty() {
        text += &say!(lang, ", {at_work}", "、{at_work}");
    }
    text
}

/// Progress of a search. `capacity` is the number of entries that its table can hold, if that is
/// limited.
pub fn search_progress(progress: Progress<'_>, capacity: Option<u64>, lang: Lang) -> String {
    let Progress { counters, root, depth, elapsed } = progress;
    let (pn, dn) = (root.proof, root.disproof);
    let per_second = grouped((counters.visits as f64 / elapsed.as_secs_f64().max(1e-9)) as u64);
    let (visits, s) = (grouped(counters.visits), s(counters.visits));
    let table = capacity.map(|capacity| counters.table_entries * 100 / capacity.max(1));
    let table = table.map(|percent| say!(lang, ", table {percent} %", "、表{percent} %")).unwrap_or_default();
    say!(
        lang,
        "{visits} node{s}, {per_second}/s, depth {depth}, root: pn {pn}, dn {dn}{table}",
        "{visits}ノード、毎秒{per_second}、深さ{depth}、根の証明数 {pn}、反証数 {dn}{table}"
    )
}

/// That a mate was found and a shorter one is searched for, before the progress of the search.
pub fn mate_within(plies: usize, lang: Lang) -> String {
    say!(lang, "mate in at most {plies}, ", "{plies}手以内の詰みあり、")
}

/// Progress of a certificate, before the progress of the search.
pub fn certifying(nodes: u64, lang: Lang) -> String {
    let (s, nodes) = (s(nodes), grouped(nodes));
    say!(lang, "certificate: {nodes} node{s}; ", "証明書：{nodes}局面、")
}
