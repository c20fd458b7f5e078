//! The body of an answer that is a stream of events: one JSON object a line.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Bytes, HttpBody};
use http_body::Frame;
use yomikiri_service::Event;

use crate::jobs::Listener;

/// The events of a job as they come. When the connection is gone the body is dropped, and with it the [`Listener`]: the job ends.
pub(crate) struct EventBody {
    listener: Listener,
}

impl EventBody {
    pub fn new(listener: Listener) -> EventBody {
        EventBody { listener }
    }
}

impl HttpBody for EventBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let next = self.listener.events.poll_recv(context);
        next.map(|event| event.map(|event| Ok(Frame::data(line(&event)))))
    }
}

/// An event as a line.
pub(crate) fn line(event: &Event) -> Bytes {
    // Events have only texts, numbers and objects of them, so this cannot fail.
    let mut line = serde_json::to_vec(event).unwrap_or_default();
    line.push(b'\n');
    line.into()
}
