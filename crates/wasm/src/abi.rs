//! The functions that the host calls, and those that it gives.

use std::sync::Arc;
use std::time::Duration;

use yomikiri_service::{BilingualText, Event, LimitCaps, Request, Sink, info};

mod host {
    #[link(wasm_import_module = "yomikiri")]
    // SAFETY: the page gives functions with these signatures (`web/page`); a module that asks for others is not instantiated.
    unsafe extern "C" {
        pub fn now() -> f64;
        pub fn event(start: *const u8, length: usize);
        pub fn stopped() -> i32;
    }
}

/// The time since some moment in the past.
fn now() -> Duration {
    // SAFETY: the host's function takes nothing and returns a number.
    let milliseconds = unsafe { host::now() };
    Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default()
}

/// Hands an event to the host.
fn send(event: &Event) {
    let text = serde_json::to_vec(event).unwrap_or_default();
    // SAFETY: the host reads these bytes before it returns.
    unsafe { host::event(text.as_ptr(), text.len()) }
}

/// The host as the place where events go.
struct Host;

impl Sink for Host {
    fn send(&mut self, event: Event) {
        send(&event);
    }

    fn asks_to_stop(&mut self) -> bool {
        // SAFETY: the host's function takes nothing and returns a number.
        unsafe { host::stopped() != 0 }
    }
}

/// Memory for a request of this many bytes. [`run`] frees it.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Answers a request: events, the last of which is `done` or `error`. `memory` is the most bytes for tables.
///
/// # Safety
///
/// `start` must come from [`allocate`] with the same length, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn run(start: *mut u8, length: usize, memory: usize) {
    yomikiri_pns::clock::set(now);
    std::panic::set_hook(Box::new(|panic| {
        let words = BilingualText::new(
            format!("the search failed: this is a bug: {panic}"),
            format!("探索が失敗しました（不具合です）：{panic}"),
        );
        send(&Event::error(&words));
    }));
    // SAFETY: by the function's contract these are the start and the length of a box that `allocate` gave away.
    let text = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, length)) };
    let caps = LimitCaps { time: None, nodes: None, memory, threads: 1 };
    if is_info(&text) {
        send(&Event::Done { answer: info() });
        return;
    }
    match Request::parse(&text) {
        Ok(request) => {
            drop(text);
            request.run(&caps, Arc::default(), &mut Host);
        }
        Err(fault) => send(&Event::error(&fault)),
    }
}

/// Whether the request is `{"command":"info"}`, which a server has at a path of its own.
fn is_info(text: &[u8]) -> bool {
    let value: Option<serde_json::Value> = serde_json::from_slice(text).ok();
    value.is_some_and(|value| value["command"] == "info")
}
