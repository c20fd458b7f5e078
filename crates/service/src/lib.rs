//! Requests in, events and answers out: what the command, the server and WebAssembly share.
//!
//! The answers are objects whose JSON is that of the command line's `--json`; their keys never change their meaning.

mod answer;
mod bilingual;
mod brinkmate;
mod case;
mod certificate_json;
mod clock;
mod composition;
mod connect6;
mod defender_hand;
mod event;
mod event_reporter;
mod explained;
mod fields;
mod findings;
mod info;
mod judged;
mod lent;
mod list;
mod moves;
mod othello;
mod problem;
mod questions;
mod reached_position;
mod refutation;
mod request;
mod solutions;
mod sought;
pub mod task;
mod text;
mod threats;
mod verdict;
mod verify_json;

pub use answer::{Answer, AnsweredRow, Figures, FutileEntry, FutilityEntry, OtherLength, RuledAnswer};
pub use bilingual::{Bilingual, BilingualText};
pub use brinkmate::{BrinkmateRow, SolvedThreats};
pub use case::{Case, Faulty, GAME, MateTask, Solved};
pub use clock::CpuClock;
pub use composition::{exhibit, parse_plies};
pub use connect6::{CONNECT6, Connect6Task, SolvedConnect6, connect6_side, read_connect6};
pub use defender_hand::{DefenderHand, DefenderHandUsed};
pub use event::{Discovery, Event, ProgressFigures, Sink};
pub use explained::{ExplainedPosition, fate_word};
pub use findings::{JudgeFindings, TriesEntry};
pub use info::{algorithms_json, info};
pub use judged::{IssueCounts, JudgeRow, JudgeTask};
pub use list::{ListQuestion, ListRequest};
pub use moves::{MoveError, find_move, find_problem_move};
pub use othello::{OthelloTask, SolvedOthello, othello_side};
pub use problem::{ProblemError, ProblemSource, SourceProblem, position_of, start_of};
pub use reached_position::{ReachedPosition, usi};
pub use request::{BadRequest, LimitCaps, Request};
pub use solutions::Solutions;
pub use sought::{Side, Sought};
pub use text::{ParsedText, read_text};
pub use threats::{DefenceAnswer, ThreatList};
pub use verdict::{AnswerVerdict, Length, LengthStatus, UndecidedReason};
pub use verify_json::verify_json;

/// How `yomikiri-cluster` reads its problems. Not part of the stable interface.
#[doc(hidden)]
pub mod request_fields {
    pub use crate::fields::Fields;
    pub use crate::questions::{Connect6Question, take_algorithm, take_case, take_othello};
}
