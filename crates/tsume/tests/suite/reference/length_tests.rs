//! Tests of the reference lengths alone.

use std::collections::HashMap;

use super::lengths::{Length, Lengths, Profile, length};
use super::positions::{mirrored, sliders_from_afar};
use crate::common::{BruteForce, problem, rows};
use yomikiri_shogi::{Color, Position, Square};

/// The bound of `basic` is small: the ordinary tests are for every day.
const PROFILES: [Profile; 5] =
    [Profile::Raw, Profile::Uncounted, Profile::Plus2, Profile::Miwa, Profile::Basic { bound: 2 }];

/// Compares with the cases of the design note, where the expected length is at most `limit`. Returns the number of comparisons.
fn check_cases(profile: Profile, column: usize, limit: u32) -> usize {
    let mut compared = 0;
    for row in rows("mudaai_cases.tsv") {
        let position = problem(&row[0]);
        let within = |plies: &u32| *plies <= limit;
        // `nomate`: only that there is none within a few plies.
        let (limit, expected) = match (row[column].as_str(), row[column].parse().ok().filter(within)) {
            ("nomate", _) => (limit.min(5), Length::Longer),
            (_, Some(plies)) => (limit, Length::Plies(plies)),
            _ => continue,
        };
        let found = length(&position, position.side_to_move(), profile, limit);
        if found != Length::Unknown {
            assert_eq!(found, expected, "{} {profile:?}", row[7]);
            compared += 1;
        }
    }
    compared
}

#[test]
fn cases_of_the_design_note() {
    let compared = [
        check_cases(Profile::Raw, 1, 11),
        check_cases(Profile::Plus2, 3, 9),
        check_cases(Profile::Miwa, 4, 9),
        check_cases(Profile::Uncounted, 5, 9),
    ];
    assert_eq!(compared, [31, 37, 27, 37]);
    // Not all: what is interposed may leave a longer mate than this.
    let basic = check_cases(Profile::Basic { bound: 4 }, 2, 5);
    assert!(basic >= 12, "{basic}");
}

/// `cargo test --release -p yomikiri-tsume --test suite reference -- --ignored`.
#[test]
#[ignore = "takes minutes without optimisation"]
fn longer_cases_of_the_design_note() {
    check_cases(Profile::Raw, 1, 17);
    check_cases(Profile::Plus2, 3, 15);
    check_cases(Profile::Miwa, 4, 15);
    check_cases(Profile::Uncounted, 5, 15);
}

/// The length for comparison: longer than every limit if there is none. `None` if it is unknown.
fn plies(position: &Position, attacker: Color, profile: Profile, limit: u32) -> Option<u32> {
    match length(position, attacker, profile, limit) {
        Length::Plies(plies) => Some(plies),
        Length::Longer => Some(u32::MAX),
        Length::Unknown => None,
    }
}

/// What the design note says of every profile, for mates of at most `limit` plies. Returns whether the profiles differ.
fn check_properties(position: &Position, limit: u32) -> bool {
    let sfen = position.to_sfen();
    let attacker = position.side_to_move();
    let lengths = PROFILES.map(|profile| plies(position, attacker, profile, limit));
    let [raw, uncounted, plus2, miwa, basic] = lengths;
    assert!(uncounted <= plus2 && plus2 <= raw && miwa <= raw, "{sfen}: {lengths:?}");
    assert!(basic <= uncounted, "{sfen}: {lengths:?}");
    assert_eq!(
        raw.filter(|&plies| plies <= limit),
        BruteForce::default().shortest(&mut position.clone(), limit),
        "{sfen}"
    );
    for (profile, length) in PROFILES.into_iter().zip(lengths) {
        for image in [&mirrored(position), &position.flipped()] {
            let found = plies(image, image.side_to_move(), profile, limit);
            // Which questions are left open depends on the order of moves.
            let open = found.is_none() || length.is_none();
            assert!(
                found == length || open && matches!(profile, Profile::Basic { .. }),
                "{sfen} {profile:?}"
            );
        }
        // A smaller limit gives the same length or none.
        let truncated = length.map(|length| if length <= limit - 2 { length } else { u32::MAX });
        if !matches!(profile, Profile::Basic { .. }) {
            assert_eq!(plies(position, attacker, profile, limit - 2), truncated, "{sfen} {profile:?}");
        }
        check_replies(position, &mut Lengths::new(attacker, profile), limit - 1);
    }
    raw != plus2 || plus2 != uncounted || plus2 != miwa
}

/// Drops on one square are removed together, and only for a reason that the definition gives.
fn check_replies(position: &Position, lengths: &mut Lengths, limit: u32) {
    for check in position.checks() {
        let mut child = position.clone();
        let _ = child.make(check);
        let Some(replies) = lengths.replies(&mut child, limit) else { continue };
        let mut removed: HashMap<Square, bool> = HashMap::new();
        for reply in &replies {
            let is_removed = reply.removal.is_some();
            if reply.mv.is_drop() {
                let first = *removed.entry(reply.mv.to()).or_insert(is_removed);
                assert_eq!(
                    is_removed,
                    first,
                    "{} {check} {} {:?}",
                    position.to_sfen(),
                    reply.mv,
                    lengths.profile
                );
            }
            if let Some(removal) = &reply.removal {
                assert_eq!((removal.capture.to(), reply.length), (reply.mv.to(), None));
                assert!(removal.lengths.is_none_or(|(taken_back, before)| taken_back <= before));
            }
        }
        let moves: Vec<_> = replies.iter().map(|reply| reply.mv).collect();
        assert_eq!(moves, child.legal_moves());
        // What `basic` leaves open may be decided on the second look.
        if !lengths.assumed {
            let longest = replies.iter().filter_map(|reply| reply.length).max();
            assert_eq!(lengths.of(&mut child, limit), Some(longest.unwrap_or(0)));
        }
    }
}

/// Checks random positions with a mate within `limit`. Returns the number of those on which the profiles differ.
fn check_random(seed: u64, count: usize, limit: u32) -> usize {
    sliders_from_afar(seed)
        .filter(|position| length(position, Color::Black, Profile::Uncounted, limit) != Length::Longer)
        .take(count)
        .filter(|position| check_properties(position, limit))
        .count()
}

#[test]
fn properties_of_random_positions() {
    let differ = check_random(1, 60, 3) + check_random(2, 10, 5);
    assert!(differ >= 8, "{differ}");
}

#[test]
fn properties_of_the_cases() {
    for row in rows("mudaai_cases.tsv") {
        check_properties(&problem(&row[0]), 3);
    }
}

/// `cargo test --release -p yomikiri-tsume --test suite reference -- --ignored`.
#[test]
#[ignore = "takes minutes without optimisation"]
fn properties_of_more_random_positions() {
    let differ = check_random(3, 150, 5);
    assert!(differ >= 15, "{differ}");
}
