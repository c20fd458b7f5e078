//! Positions of requests: a text in any notation, or the bytes of a file.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use yomikiri_notation::text;
use yomikiri_pns::{Algorithm, ParseAlgorithmError};
use yomikiri_tsume::InterpositionRules;

use crate::case::{Case, Faulty};
use crate::defender_hand::DefenderHand;
use crate::fields::Fields;
use crate::moves::find_move;
use crate::reached_position::ReachedPosition;
use crate::request::BadRequest;
use crate::text::problem;

/// Takes the text of `position`, or of the file in `bytes`.
pub(super) fn take_text(fields: &mut Fields) -> Result<Option<String>, BadRequest> {
    let bytes: Option<String> = fields.take("bytes")?;
    match (fields.take::<String>("position")?, bytes) {
        (Some(_), Some(_)) => Err(BadRequest::new(
            "`bytes` and `position` exclude each other",
            "`bytes` と `position` は同時に指定できません",
        )),
        (Some(text), None) => Ok(Some(text)),
        (None, Some(bytes)) => {
            let bytes = STANDARD.decode(bytes).map_err(|error| {
                BadRequest::new(
                    format!("`bytes`: {error}"),
                    format!("`bytes`：base64ではありません（{error}）"),
                )
            })?;
            text::decode(&bytes).map(Some).map_err(|error| BadRequest::option("bytes", error))
        }
        (None, None) => Ok(None),
    }
}

/// Takes the moves that lead on from a position.
pub(super) fn take_moves(fields: &mut Fields) -> Result<Vec<String>, BadRequest> {
    Ok(fields.take("moves")?.unwrap_or_default())
}

/// The position after some moves.
pub(super) fn play(start: ReachedPosition, moves: &[String]) -> Result<ReachedPosition, BadRequest> {
    moves.iter().try_fold(start, |place, text| {
        let mv = find_move(&place, text).map_err(BadRequest::moves)?;
        Ok(place.after(mv))
    })
}

/// Takes a mate problem: its position, with the hands that are meant. `plays` are the moves that lead on from it.
///
/// # Errors
///
/// If there is no problem, or it cannot be read.
pub fn take_case(fields: &mut Fields, hands: DefenderHand, plays: &[String]) -> Result<Case, BadRequest> {
    let text = take_text(fields)?.ok_or_else(|| BadRequest::missing("position"))?;
    let hands = fields.take("hands")?.unwrap_or(hands);
    let mut problem = problem(&text)?;
    if let (Ok(position), false) = (&problem.position, plays.is_empty()) {
        let reached = play(ReachedPosition::new(position.clone()), plays)?.position;
        problem.position = Ok(reached);
    }
    // The problems above have a position: what could not be read was refused there.
    Case::read(problem, hands).map_err(|Faulty { fault, .. }| BadRequest::position(*fault))
}

/// Takes a mate problem as [`take_case`] does. If it `defends`, the side to move is the defender.
pub(super) fn take_case_of_side(
    fields: &mut Fields,
    hands: DefenderHand,
    defends: bool,
    plays: &[String],
) -> Result<Case, BadRequest> {
    let case = take_case(fields, DefenderHand::Written, plays)?;
    let attacker = if defends { !case.position.side_to_move() } else { case.attacker };
    let (position, hands) = hands.complete(case.position, attacker);
    Ok(Case { position, hands, attacker, ..case })
}

/// Takes the name of an algorithm, and the algorithm.
///
/// # Errors
///
/// If there is no such algorithm.
pub fn take_algorithm(fields: &mut Fields) -> Result<(String, Algorithm), BadRequest> {
    let name: String = fields.take("algorithm")?.unwrap_or_else(|| "default".to_owned());
    let algorithm =
        name.parse().map_err(|error: ParseAlgorithmError| BadRequest::option("algorithm", error))?;
    Ok((name, algorithm))
}

/// Takes the rules by which interpositions count.
pub(super) fn take_rules(fields: &mut Fields) -> Result<InterpositionRules, BadRequest> {
    Ok(fields.parse("rules")?.unwrap_or(InterpositionRules::TRADITIONAL))
}
