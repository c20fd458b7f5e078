//! The messages in English.

use std::fmt::Write as _;

use yomikiri_compose::measure::{MeasureSettings, NodeStore};
use yomikiri_notation::diagram;
use yomikiri_notation::sfen_list::Expected;
use yomikiri_pns::LeafRule;
use yomikiri_shogi::Hand;

use super::message::{BatchProgress, Column, Label, Message};
use crate::complaint::Complaint;
use crate::hands::DefenderHandUsed;
use crate::remaining::Remaining;

/// The text of a message.
pub fn text(message: &Message<'_>) -> String {
    match *message {
        Message::Row { name, text } => format!("{name}: {text}"),
        Message::Hand(hand) => self::hand(hand),
        Message::Hands(DefenderHandUsed::Certain) => String::new(),
        Message::Hands(DefenderHandUsed::Rest) => {
            "the defender holds all missing pieces (--hands written: none)".to_owned()
        }
        Message::Hands(DefenderHandUsed::Written) => {
            "the defender holds nothing (--hands rest: all missing pieces)".to_owned()
        }

        Message::OtherExpected(Expected::NoLength) => String::new(),
        Message::OtherExpected(Expected::Mate(plies)) => {
            format!("expected a mate in {}", self::plies(plies as u64))
        }
        Message::OtherExpected(Expected::Brinkmate(plies)) => {
            format!("expected a brinkmate in {}", self::plies(plies as u64))
        }
        Message::Remarked { text, remark } => format!("{text}; {remark}"),

        Message::Effort { nodes, seconds } => format!(", {nodes} node{}, {seconds:.3} s", s(nodes)),
        Message::Proof { positions, depth } => {
            format!("{positions} position{}, {} deep", s(positions), plies(depth))
        }
        Message::Search { algorithm, visits, generated, entries } => {
            let s = s(visits);
            format!("{algorithm}: {visits} node{s} visited, {generated} generated, {entries} in the table")
        }
        Message::Root { pn, dn } => format!("largest proof number {pn}, largest disproof number {dn}"),
        Message::Time { wall, cpu } => format!("{wall:.3} s (CPU {cpu:.3} s)"),
        Message::Table { percent } => format!("{percent} % used"),
        Message::CheckedProof { turns, null_moves, zone } => {
            format!(
                "checked: {turns} turn{} of the defender, {null_moves} null move{}, zone of {zone} cell{} (+)",
                s(turns),
                s(null_moves),
                s(zone.into())
            )
        }
        Message::LeafSearches { visits } => {
            format!("{visits} node{} visited by leaf searches", s(visits))
        }

        Message::MateCounts { problems, mates, brinkmates, minimal, none, unknown, bad, skipped } => {
            let skipped = if skipped > 0 { format!(", {skipped} done before") } else { String::new() };
            let brinkmates = brinkmates.map(|count| format!(", {count} brinkmate")).unwrap_or_default();
            let none =
                if brinkmates.is_empty() { format!("{none} no mate") } else { format!("{none} neither") };
            format!(
                "{}: {mates} mate{brinkmates} ({minimal} proved shortest), {none}, {unknown} unknown, \
                 {bad} unreadable{skipped}",
                self::problems(problems)
            )
        }
        Message::SoundCounts { problems, sound, flawed, unsound, unknown, bad, skipped, kinds } => {
            let skipped = if skipped > 0 { format!(", {skipped} done before") } else { String::new() };
            let kinds = if kinds.is_empty() { String::new() } else { format!("\n{kinds}") };
            format!(
                "{}: {sound} sound, {flawed} sound with flaws, {unsound} unsound, {unknown} unknown, \
                 {bad} unreadable{skipped}{kinds}",
                self::problems(problems)
            )
        }
        Message::Remaining(Remaining::Exactly(count)) => {
            format!("interrupted: {} not reached", problems(count))
        }
        Message::Remaining(Remaining::AtLeast(count)) => {
            format!("interrupted: at least {} not reached", problems(count))
        }
        Message::Remaining(Remaining::RestOfInput) => {
            "interrupted: the rest of the input was not reached".to_owned()
        }
        Message::Total { nodes, wall, cpu } => {
            format!("{nodes} node{}, {wall:.3} s (CPU {cpu:.3} s)", s(nodes))
        }

        Message::SearchProgress { visits, per_second, depth, pn, dn, table } => {
            let table = table.map(|percent| format!(", table {percent} %")).unwrap_or_default();
            format!(
                "{} node{}, {}/s, depth {depth}, root: pn {pn}, dn {dn}{table}",
                grouped(visits),
                s(visits),
                grouped(per_second)
            )
        }
        Message::BatchProgress(ref progress) => batch_progress(progress),
        Message::MateWithin { plies } => format!("mate in at most {plies}, "),

        Message::Serving { page } => format!("the workbench is at {page} (Ctrl-C ends it)"),
        Message::Exposed { address } => {
            format!("warning: other machines can reach {address}; there are no accounts or passwords")
        }
        Message::Certifying { nodes } => format!("certificate: {} node{}; ", grouped(nodes), s(nodes)),
        Message::Certificate { file, claim, nodes, bytes } => {
            format!("{claim} ({} node{}, {} bytes) → {file}", grouped(nodes), s(nodes), grouped(bytes))
        }
        Message::NoCertificate(Some(cause)) => format!("none: {cause}"),
        Message::NoCertificate(None) => "none: the answer is unknown".to_owned(),
        Message::CertificateHolds { claim, nodes } => {
            format!("holds: {claim} ({} node{})", grouped(nodes), s(nodes))
        }
        Message::CertificateFails { line, why } => format!("does not hold: line {line}: {why}"),
        Message::NotACertificate { line, why } => format!("not a certificate: line {line}: {why}"),
        Message::NotShown(what) => format!("not shown: {what}"),
        Message::Checking { nodes, of: None } => {
            format!("{} node{} read", grouped(nodes), s(nodes))
        }
        Message::Checking { nodes, of: Some(all) } => {
            format!("{} of {} node{} checked", grouped(nodes), grouped(all), s(all))
        }

        Message::Tries { ply, open, tries } => format!("ply {ply}: {open} of {tries} tries open"),
        Message::MoreIfThorough => {
            "after a fault only easy ones are settled (--thorough: all, within the limits)".to_owned()
        }
        Message::SoundFrom(ply) => format!("sound from ply {ply} on"),
        Message::Moves { count: 0, .. } => "none".to_owned(),
        Message::Moves { count, moves } => format!("{count}: {moves}"),
        Message::Interposed { drops, moves } => format!("{drops} dropped, {moves} moved"),
        Message::Pieces { all, attackers, defenders, hand } => format!(
            "{all}: {attackers} attacking, {defenders} defending, {} in hand ({})",
            hand.total(),
            self::hand(hand)
        ),
        Message::Method(settings) => method(settings),
        Message::GeneratedOrder => "moves as generated".to_owned(),
        Message::ShuffledMean(1) => "1 shuffled order".to_owned(),
        Message::ShuffledMean(orders) => format!("{orders} shuffled, mean"),
        Message::StandardDeviation => "standard deviation".to_owned(),
        Message::Least => "least".to_owned(),
        Message::Most => "most".to_owned(),

        Message::Gallery { problems, page } => format!("{} in {page}", self::problems(problems as u64)),
        Message::Unfinished { attempt, found, wanted } => format!(
            "stopped in attempt {attempt} with {found} of {wanted} found; the same command with --resume \
             continues"
        ),
        Message::Attempt { attempt, found, wanted, best } => {
            let best = best.map(|(number, plies)| format!(", best {number:02} in {plies}"));
            format!("attempt {}, {found} of {wanted} found{}, ", grouped(attempt), best.unwrap_or_default())
        }
        Message::Tried { judged, per_second, board } => {
            format!("{} judged ({}/s), {board}", grouped(judged), grouped(per_second))
        }

        Message::MoveCount(count) => format!("{count} move{}", s(count as u64)),
        Message::Skipped { folder, files } => {
            format!("{folder}: skipped, not a record or a list: {}", files.join(", "))
        }
        Message::Complaint(complaint) => self::complaint(complaint),
        Message::AfterMove { ply, name } => format!("after move {ply}, {name}"),
    }
}

/// A label.
pub fn label(label: Label) -> &'static str {
    match label {
        Label::Line => "line",
        Label::FirstMove => "first move",
        Label::Usi => "USI",
        Label::LeftOver => "left over",
        Label::Hands => "hands",
        Label::Threat => "threat",
        Label::Mate => "mate",
        Label::Defences => "defences",
        Label::Proof => "solution",
        Label::Search => "search",
        Label::Root => "root",
        Label::Time => "time",
        Label::Table => "table",
        Label::CheckedProof => "proof",
        Label::Leaves => "leaves",
        Label::Fault => "fault",
        Label::Flaw => "flaw",
        Label::Tries => "tries",
        Label::NotCounted => "not counted",
        Label::Open => "open",
        Label::Remark => "remark",
        Label::Soundness => "soundness",
        Label::Sacrifices => "sacrifices",
        Label::Unpromoted => "unpromoted",
        Label::Interposed => "interposed",
        Label::Captures => "captures",
        Label::Pieces => "pieces",
        Label::Measures => "measures",
        Label::Certificate => "certificate",
    }
}

/// The heading of a column.
pub fn column(column: Column) -> String {
    match column {
        Column::Number | Column::Name => "name".to_owned(),
        Column::Plies => "plies".to_owned(),
        Column::Soundness => "soundness".to_owned(),
        Column::Pieces => "pieces".to_owned(),
        Column::Sacrifices => "sacrifices".to_owned(),
        Column::Iterations => "iterations".to_owned(),
        Column::Mean(measure) => format!("mean {measure}"),
    }
}

fn hand(hand: Hand) -> String {
    if hand.is_empty() { "none".to_owned() } else { diagram::hand_text(hand) }
}

fn plies(count: u64) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}

fn problems(count: u64) -> String {
    format!("{count} problem{}", s(count))
}

/// The ending of a noun after this number.
fn s(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    indicatif::HumanCount(number).to_string()
}

fn batch_progress(progress: &BatchProgress<'_>) -> String {
    let BatchProgress { done, total, per_second, left, at_work } = progress;
    let mut text = grouped(*done);
    let _ = match total {
        Some((total, true)) => write!(text, " of {}", grouped(*total)),
        Some((total, false)) => write!(text, " of about {}", grouped(*total)),
        None => write!(text, " done"),
    };
    if *per_second > 0.0 {
        let _ = write!(text, ", {per_second:.1}/s");
    }
    if let Some(left) = left {
        let _ = write!(text, ", {} left", clock(*left));
    }
    if !at_work.is_empty() {
        let _ = write!(text, ", {at_work}");
    }
    text
}

/// Minutes and seconds, with hours if there are any.
pub fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

fn method(settings: MeasureSettings) -> String {
    let leaf = match settings.leaf {
        LeafRule::Unit | LeafRule::Heuristic => "leaves (1, 1)".to_owned(),
        LeafRule::Mobility => "leaves by mobility".to_owned(),
        LeafRule::Deep { e, d } => format!("leaves {e}^({d} − depth)"),
    };
    match settings.store {
        NodeStore::Tree => format!("PN search on a tree, {leaf}"),
        NodeStore::Table => format!("df-pn on a table, {leaf}"),
    }
}

fn complaint(complaint: &Complaint) -> String {
    match complaint {
        Complaint::Words(words) => words.english.clone(),
        Complaint::NoSuchFile => "no such file, and not a position either".to_owned(),
        Complaint::NothingInIt => "there is nothing in it".to_owned(),
        Complaint::NotAProblem(fault) => fault.to_string(),
        Complaint::UnquotedSfen(sfen) => {
            format!("an SFEN has blanks in it: put it in quotation marks, as in \"{sfen}\"")
        }
    }
}
