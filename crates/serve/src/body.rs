//! The bodies of answers: bytes, or a stream of events, one JSON object a line.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use yomikiri_service::Event;

use crate::jobs::Listener;

/// The body of an answer.
pub(crate) enum AnswerBody {
    /// What is left of it: all or nothing.
    Whole(Bytes),
    /// The events of a job as they come. When the connection is gone the body is dropped, and with it the [`Listener`]: the job ends.
    Events(Listener),
}

impl Body for AnswerBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let next = match &mut *self {
            AnswerBody::Whole(bytes) if bytes.is_empty() => Poll::Ready(None),
            AnswerBody::Whole(bytes) => Poll::Ready(Some(std::mem::take(bytes))),
            AnswerBody::Events(listener) => {
                listener.events.poll_recv(context).map(|event| event.map(|event| line(&event)))
            }
        };
        next.map(|data| data.map(|data| Ok(Frame::data(data))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, AnswerBody::Whole(bytes) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            AnswerBody::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            AnswerBody::Events(_) => SizeHint::default(),
        }
    }
}

/// An event as a line.
pub(crate) fn line(event: &Event) -> Bytes {
    // Events have only texts, numbers and objects of them, so this cannot fail.
    let mut line = serde_json::to_vec(event).unwrap_or_default();
    line.push(b'\n');
    line.into()
}
