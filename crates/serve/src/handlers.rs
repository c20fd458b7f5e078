//! The answers to HTTP requests.

use std::sync::Arc;
use std::time::Duration;

use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderValue,
    IF_NONE_MATCH, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use hyper::{Method, StatusCode};
use serde_json::{Value, json};
use yomikiri_service::{Bilingual, BilingualText, Event, Request};

use crate::body::{AnswerBody, line};
use crate::files;
use crate::guard::Guard;
use crate::jobs::{Failed, Jobs, Refused};

/// The largest body of a request, in bytes.
pub(crate) const LARGEST_BODY: usize = 1 << 20;

/// How much of a larger body is read and thrown away, so that the sender gets to read the answer.
const MOST_DISCARDED: usize = 64 << 20;

const NDJSON: HeaderValue = HeaderValue::from_static("application/x-ndjson");

type HttpRequest = hyper::Request<Incoming>;
type Response = hyper::Response<AnswerBody>;

/// What all handlers share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub jobs: Arc<Jobs>,
    pub guard: Guard,
    /// The time for the body of a request.
    pub request_time: Duration,
}

/// Answers any request.
pub(crate) async fn handle(shared: &Shared, request: HttpRequest) -> Response {
    let path = request.uri().path().to_owned();
    let is_api = path == "/api" || path.starts_with("/api/");
    if let Err(forbidden) = shared.guard.check(request.headers(), !is_api) {
        return error(StatusCode::FORBIDDEN, &forbidden);
    }
    let method = request.method().clone();
    match (path.as_str(), &method) {
        ("/api/run", &Method::POST) => run(shared, request).await,
        ("/api/stop", &Method::POST) => stop(shared, request).await,
        ("/api/info", &Method::GET) => info(shared),
        ("/api/run" | "/api/stop", _) => not_allowed("POST"),
        ("/api/info", _) => not_allowed("GET"),
        _ if is_api => {
            let words = BilingualText::new(
                "there is nothing at this path of the interface",
                "このパスには何もありません",
            );
            error(StatusCode::NOT_FOUND, &words)
        }
        (path, &Method::GET | &Method::HEAD) => page(path, &request, method == Method::HEAD),
        _ => not_allowed("GET, HEAD"),
    }
}

async fn run(shared: &Shared, request: HttpRequest) -> Response {
    let body = match read_body(shared, request).await {
        Ok(body) => body,
        Err(response) => return *response,
    };
    let request = match Request::parse(&body) {
        Ok(request) => request,
        Err(fault) if asks_to_read(&body) => {
            return with_type(StatusCode::OK, NDJSON, whole(line(&Event::error(&fault))));
        }
        Err(fault) => return error(StatusCode::BAD_REQUEST, &fault),
    };
    if !request.is_search() {
        let jobs = Arc::clone(&shared.jobs);
        let answered = tokio::task::spawn_blocking(move || jobs.answer_now(request)).await;
        let event = answered.unwrap_or_else(|_| Event::error(&Failed::Panicked));
        return with_type(StatusCode::OK, NDJSON, whole(line(&event)));
    }
    match shared.jobs.submit(request) {
        Ok(listener) => with_type(StatusCode::OK, NDJSON, AnswerBody::Events(listener)),
        Err(refused @ (Refused::QueueFull(_) | Refused::Closed)) => {
            error(StatusCode::SERVICE_UNAVAILABLE, &refused)
        }
    }
}

/// Whether a body asks to read a text. That it cannot be read is then an answer and not a refusal: while people put pieces on the board, a
/// position is often impossible for a moment, and browsers log refusals as errors.
fn asks_to_read(body: &[u8]) -> bool {
    serde_json::from_slice(body).is_ok_and(|request: Value| request["command"] == "read")
}

async fn stop(shared: &Shared, request: HttpRequest) -> Response {
    let body = match read_body(shared, request).await {
        Ok(body) => body,
        Err(response) => return *response,
    };
    let Ok(Value::Object(object)) = serde_json::from_slice(&body) else {
        return error(
            StatusCode::BAD_REQUEST,
            &BilingualText::new("expected a JSON object", "JSONのオブジェクトが必要です"),
        );
    };
    let Some(id) = object.get("id").and_then(Value::as_str) else {
        return error(StatusCode::BAD_REQUEST, &BilingualText::new("`id` is missing", "`id` がありません"));
    };
    let stopped = shared.jobs.stop(id);
    json_response(StatusCode::OK, &json!({ "stopped": stopped }))
}

fn info(shared: &Shared) -> Response {
    let mut info = yomikiri_service::info();
    let (running, waiting) = shared.jobs.counts();
    info["limits"] = shared.jobs.limits().json();
    info["searches"] = json!({ "running": running, "waiting": waiting });
    json_response(StatusCode::OK, &info)
}

fn page(path: &str, request: &HttpRequest, head_only: bool) -> Response {
    let Some(file) = files::find(path) else {
        return error(
            StatusCode::NOT_FOUND,
            &BilingualText::new("the page has no such file", "そのようなファイルはありません"),
        );
    };
    let tag = HeaderValue::from_static(files::tag());
    let is_known = request.headers().get(IF_NONE_MATCH).is_some_and(|known| *known == tag);
    let status = if is_known { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    let body =
        if is_known || head_only { whole(Bytes::new()) } else { whole(Bytes::from_static(file.bytes)) };
    let mut response = with_type(status, HeaderValue::from_static(file.content_type), body);
    response.headers_mut().insert(ETAG, tag);
    response
}

fn whole(bytes: impl Into<Bytes>) -> AnswerBody {
    AnswerBody::Whole(bytes.into())
}

/// Reads a body that is not too large and comes in time.
async fn read_body(shared: &Shared, request: HttpRequest) -> Result<Vec<u8>, Box<Response>> {
    tokio::time::timeout(shared.request_time, read_frames(request)).await.unwrap_or_else(|_| {
        let words = BilingualText::new("the body did not come in time", "送信に時間がかかりすぎました");
        Err(Box::new(error(StatusCode::REQUEST_TIMEOUT, &words)))
    })
}

async fn read_frames(request: HttpRequest) -> Result<Vec<u8>, Box<Response>> {
    let mut body = request.into_body();
    let mut bytes = Vec::new();
    let mut size = 0;
    while let Some(frame) =
        std::future::poll_fn(|context| std::pin::Pin::new(&mut body).poll_frame(context)).await
    {
        let Ok(frame) = frame else {
            let words = BilingualText::new("the body could not be read", "送られた内容が読めませんでした");
            return Err(Box::new(error(StatusCode::BAD_REQUEST, &words)));
        };
        let Ok(data) = frame.into_data() else { continue };
        size += data.len();
        if size <= LARGEST_BODY {
            bytes.extend_from_slice(&data);
        } else {
            bytes = Vec::new();
        }
        if size > MOST_DISCARDED {
            break;
        }
    }
    if size > LARGEST_BODY {
        let most = LARGEST_BODY >> 10;
        let words = BilingualText::new(
            format!("the body is larger than {most} KiB"),
            format!("送られた内容が大きすぎます（{most} KiBまで）"),
        );
        return Err(Box::new(error(StatusCode::PAYLOAD_TOO_LARGE, &words)));
    }
    Ok(bytes)
}

fn not_allowed(methods: &'static str) -> Response {
    let words = BilingualText::new("this path takes another method", "このパスでは別のメソッドを使います");
    let mut response = error(StatusCode::METHOD_NOT_ALLOWED, &words);
    response.headers_mut().insert(ALLOW, HeaderValue::from_static(methods));
    response
}

/// A refusal: the event that a stream would end with.
fn error(status: StatusCode, fault: &impl Bilingual) -> Response {
    json_response(status, &json!(Event::error(fault)))
}

fn json_response(status: StatusCode, value: &Value) -> Response {
    let mut text = value.to_string();
    text.push('\n');
    with_type(status, HeaderValue::from_static("application/json"), whole(text))
}

fn with_type(status: StatusCode, content_type: HeaderValue, body: AnswerBody) -> Response {
    let length = body.size_hint().exact();
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, content_type);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // No page may show an answer in a frame. Old browsers know only the first header.
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("frame-ancestors 'none'"));
    if let Some(length) = length.filter(|_| status == StatusCode::OK) {
        headers.insert(CONTENT_LENGTH, length.into());
    }
    response
}
