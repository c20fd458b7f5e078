//! The searches that run and those that wait.
//!
//! A job is a request with a channel for its events. Jobs start in the order in which they came, as soon as a place and enough memory
//! are free; a large one at the head is not overtaken, so it cannot wait forever. A job ends when its search is done, when it is stopped,
//! or when its listener is gone. Its place and its memory are free as soon as its thread has ended.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{self, Receiver, Sender};
use yomikiri_service::{Bilingual, Event, Request, Sink};

use crate::limits::ServerLimits;

/// Events that a slow reader may fall behind. A search sends some ten a second at most.
const BACKLOG: usize = 4096;

/// The stack of a search's thread. Searches keep their path on the heap.
const STACK: usize = 8 << 20;

/// All jobs of a server.
#[derive(Debug)]
pub(crate) struct Jobs {
    limits: ServerLimits,
    state: Mutex<State>,
    /// Notified whenever a thread has ended.
    ended: Condvar,
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<Waiting>,
    /// The stop flags of the jobs that run, by their names.
    running: HashMap<String, Arc<AtomicBool>>,
    /// The bytes that these may use.
    memory: usize,
    /// Whether no job starts any more.
    closed: bool,
}

/// A job in the queue.
#[derive(Debug)]
struct Waiting {
    id: String,
    request: Request,
    memory: usize,
    stop: Arc<AtomicBool>,
    events: Sender<Event>,
    /// How many were ahead when that was last said.
    said: Option<usize>,
}

/// Why a job is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum JobRejected {
    /// Too many wait already.
    #[error("the queue is full: {0} searches wait already; try again later")]
    QueueFull(usize),
    /// The server is about to end.
    #[error("the server is stopping")]
    Closed,
}

impl Bilingual for JobRejected {
    fn japanese(&self) -> String {
        match self {
            JobRejected::QueueFull(waiting) => {
                format!("待ち行列がいっぱいです（{waiting}件）。しばらくしてからやり直してください")
            }
            JobRejected::Closed => "サーバーを終了しています".to_owned(),
        }
    }
}

/// Why a job ended without an answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JobError {
    /// The search panicked, which is a fault of the program.
    #[error("the search failed: this is a bug")]
    Panicked,
    /// The system gives no thread.
    #[error("a thread cannot be started: {0}")]
    NoThread(std::io::Error),
}

impl Bilingual for JobError {
    fn japanese(&self) -> String {
        match self {
            JobError::Panicked => "探索が失敗しました（不具合です）".to_owned(),
            JobError::NoThread(error) => format!("スレッドを作れません（{error}）"),
        }
    }
}

/// The reader's end of a job. When it is dropped, the job ends.
#[derive(Debug)]
pub(crate) struct Listener {
    pub events: Receiver<Event>,
    stop: Arc<AtomicBool>,
    id: String,
    jobs: Arc<Jobs>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.jobs.forget(&self.id);
    }
}

/// Where the events of a running search go.
struct ChannelSink {
    events: Sender<Event>,
    stop: Arc<AtomicBool>,
}

impl Sink for ChannelSink {
    fn send(&mut self, event: Event) {
        let is_progress = matches!(event, Event::Progress(_));
        // Progress that is not read is left out. If even the rest piles up, or the listener is gone, the search may end.
        if self.events.try_send(event).is_err() && (!is_progress || self.events.is_closed()) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Jobs {
    pub fn new(limits: ServerLimits) -> Jobs {
        Jobs { limits, state: Mutex::default(), ended: Condvar::new() }
    }

    pub fn limits(&self) -> &ServerLimits {
        &self.limits
    }

    /// Takes a request. It starts at once, or waits for others.
    pub fn submit(self: &Arc<Self>, request: Request) -> Result<Listener, JobRejected> {
        let (events, receiver) = mpsc::channel(BACKLOG);
        let stop = Arc::new(AtomicBool::new(false));
        let id = new_id();
        let memory = request.memory(&self.limits.caps());
        let mut state = self.state();
        if state.closed {
            return Err(JobRejected::Closed);
        }
        let starts_at_once = state.waiting.is_empty() && self.has_room(&state, memory);
        if !starts_at_once && state.waiting.len() >= self.limits.queue {
            return Err(JobRejected::QueueFull(state.waiting.len()));
        }
        let waiting =
            Waiting { id: id.clone(), request, memory, stop: Arc::clone(&stop), events, said: None };
        state.waiting.push_back(waiting);
        self.start_waiting(&mut state);
        drop(state);
        Ok(Listener { events: receiver, stop, id, jobs: Arc::clone(self) })
    }

    /// Answers a request that does not search, without waiting.
    pub fn answer_now(self: &Arc<Self>, request: Request) -> Event {
        let mut last = Event::error(&JobError::Panicked);
        let caps = self.limits.caps();
        let _ = catch_unwind(AssertUnwindSafe(|| {
            request.run(&caps, Arc::default(), &mut |event: Event| last = event);
        }));
        last
    }

    /// Ends a job, which then says what it knows. Returns whether there is one of this name.
    pub fn stop(self: &Arc<Self>, id: &str) -> bool {
        let mut state = self.state();
        if let Some(stop) = state.running.get(id) {
            stop.store(true, Ordering::Relaxed);
            return true;
        }
        let Some(at) = state.waiting.iter().position(|waiting| waiting.id == id) else { return false };
        // It has nothing to lose by going first: with its flag set it ends as soon as it starts.
        if let Some(waiting) = state.waiting.remove(at) {
            waiting.stop.store(true, Ordering::Relaxed);
            self.start(&mut state, waiting);
        }
        self.announce(&mut state);
        true
    }

    /// The searches that run, and those that wait.
    pub fn counts(&self) -> (usize, usize) {
        let state = self.state();
        (state.running.len(), state.waiting.len())
    }

    /// Ends all jobs and takes no more. Returns whether all threads ended within the time.
    pub fn close(&self, timeout: Duration) -> bool {
        let mut state = self.state();
        state.closed = true;
        for waiting in state.waiting.drain(..) {
            let _ = waiting.events.try_send(Event::error(&JobRejected::Closed));
        }
        for stop in state.running.values() {
            stop.store(true, Ordering::Relaxed);
        }
        let deadline = Instant::now() + timeout;
        while !state.running.is_empty() {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            state = self.ended.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }

    /// Takes a job out of the queue whose reader is gone.
    fn forget(self: &Arc<Self>, id: &str) {
        let mut state = self.state();
        let before = state.waiting.len();
        state.waiting.retain(|waiting| waiting.id != id);
        if state.waiting.len() < before {
            self.start_waiting(&mut state);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_room(&self, state: &State, memory: usize) -> bool {
        state.running.len() < self.limits.jobs
            && state.memory.saturating_add(memory) <= self.limits.total_memory
    }

    /// Starts what can start, and tells the others how many are ahead.
    fn start_waiting(self: &Arc<Self>, state: &mut State) {
        while let Some(first) = state.waiting.front() {
            if !self.has_room(state, first.memory) {
                break;
            }
            if let Some(waiting) = state.waiting.pop_front() {
                self.start(state, waiting);
            }
        }
        self.announce(state);
    }

    fn announce(&self, state: &mut State) {
        let running = state.running.len();
        for (place, waiting) in state.waiting.iter_mut().enumerate() {
            // Those that run are ahead as well: a person wants to know for how many she waits.
            let ahead = place + running;
            if waiting.said != Some(ahead) {
                waiting.said = Some(ahead);
                let id = waiting.id.clone();
                let _ = waiting.events.try_send(Event::Queued { ahead, id });
            }
        }
    }

    /// Starts a job in a thread of its own.
    fn start(self: &Arc<Self>, state: &mut State, waiting: Waiting) {
        let Waiting { id, request, memory, stop, events, .. } = waiting;
        state.running.insert(id.clone(), Arc::clone(&stop));
        state.memory += memory;
        let (jobs, caps, name, failed) = (Arc::clone(self), self.limits.caps(), id.clone(), events.clone());
        let work = move || {
            // Free at the end, whatever happens, and after the search has given its memory back.
            let place = RunningPlace { jobs, id: name, memory };
            let mut sink = ChannelSink { events, stop: Arc::clone(&stop) };
            sink.send(Event::Started { id: place.id.clone() });
            let done = catch_unwind(AssertUnwindSafe(|| request.run(&caps, stop, &mut sink)));
            if done.is_err() {
                sink.send(Event::error(&JobError::Panicked));
            }
        };
        let thread = thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(work);
        if let Err(error) = thread {
            state.free(&id, memory);
            let _ = failed.try_send(Event::error(&JobError::NoThread(error)));
        }
    }
}

impl State {
    /// Frees the place of a job.
    fn free(&mut self, id: &str, memory: usize) {
        if self.running.remove(id).is_some() {
            self.memory -= memory;
        }
    }
}

/// The place of a running job. It is free again when this is dropped.
struct RunningPlace {
    jobs: Arc<Jobs>,
    id: String,
    memory: usize,
}

impl Drop for RunningPlace {
    fn drop(&mut self) {
        let mut state = self.jobs.state();
        state.free(&self.id, self.memory);
        self.jobs.start_waiting(&mut state);
        drop(state);
        self.jobs.ended.notify_all();
    }
}

/// A name that cannot be guessed: it lets its owner stop the job.
fn new_id() -> String {
    let random = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", random(), random())
}
