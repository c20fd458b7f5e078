//! Requests in, events and answers out: what the command, the server and WebAssembly share.
//!
//! The answers are objects whose JSON is that of the command line's `--json`; their keys never change their meaning.

mod answer;
mod bilingual;
mod brinkmate;
mod case;
mod certified;
mod checked;
mod clock;
mod composition;
mod connect6;
mod event;
mod explained;
mod fields;
mod findings;
mod hands;
mod info;
mod judged;
mod lent;
mod list;
mod moves;
mod othello;
mod place;
mod problem;
mod questions;
mod refutation;
mod reporter;
mod request;
mod solutions;
mod sought;
mod text;
mod threats;
mod verdict;

pub use answer::{
    Answer, AnsweredRow, Figures, FutileEntry, FutilityEntry, OtherLength, RuledAnswer, hand_letters,
};
pub use bilingual::{Bilingual, Words};
pub use brinkmate::{BrinkmateRow, SolvedThreats};
pub use case::{Case, Faulty, GAME, MateTask, Solved};
pub use checked::checked_json;
pub use clock::CpuClock;
pub use composition::{exhibit, parse_plies};
pub use connect6::{CONNECT6, Connect6Task, SolvedConnect6, connect6_side, read_connect6};
pub use event::{Event, Found, ProgressFigures, Sink};
pub use explained::{ExplainedPosition, fate_word};
pub use findings::{Findings, TriesEntry};
pub use hands::{Hands, HandsUsed};
pub use info::{algorithms_json, info};
pub use judged::{JudgeTask, Judged, odd_length};
pub use list::{ListQuestion, ListRequest};
pub use moves::{MoveFault, find_move, find_problem_move};
pub use othello::{OthelloTask, SolvedOthello, othello_side};
pub use place::{Place, usi};
pub use problem::{Origin, Problem, ProblemError, ReachedPosition, position_of};
pub use refutation::{failure_json, why_json};
pub use request::{BadRequest, Caps, Request};
pub use solutions::Solutions;
pub use sought::{Side, Sought};
pub use text::{Content, problem_of_text, read_text};
pub use threats::{Defended, ThreatList};
pub use verdict::{AnswerVerdict, Length, LengthStatus, StopCause};

/// How `yomikiri-cluster` reads its problems. Not part of the stable interface.
#[doc(hidden)]
pub mod request_fields {
    pub use crate::fields::Fields;
    pub use crate::questions::{Connect6Question, take_algorithm, take_case, take_othello};
}
