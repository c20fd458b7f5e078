//! What connects the processes of one team: each sends the others what it learns while it searches.
//!
//! A process listens at an address for the messages of the others, and sends its own over a
//! connection to each of them. A thread for each connection reads or writes, so no search waits for
//! another one: it takes what has come by then. A process that does not answer, or whose connection
//! breaks, is dropped; what it sent before stays. Every connection first says to which team it
//! belongs.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use yomikiri_pns::distributed::{PathMarkCounts, PeerExchange, RemoteMarker, ReplicatedTable};
use yomikiri_pns::slots::{batch_len, join_batches};

use crate::MAX_BATCH_ENTRIES;

/// Between two exchanges. A mate search makes some thousand visits meanwhile.
const PERIOD: Duration = Duration::from_millis(4);
/// How long a connection may take to be made or to pass on a message.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Bytes that wait to be sent to one process; if there are more it does not read them.
const MAX_WAITING: usize = 256 << 20;
/// The longest message.
const MAX_BYTES: usize = 1 << 30;
/// The form of what goes over a connection.
const HEADING: &[u8; 16] = b"yomikiri team 01";

/// What one process tells another.
#[derive(Debug)]
struct PeerMessage {
    /// Who says so, as a number in the team.
    process: u32,
    /// The job it works at.
    job: u64,
    /// Whether it has decided the job.
    decided: bool,
    mark_counts: PathMarkCounts,
    batch: Vec<u8>,
}

impl PeerMessage {
    /// As it travels: the number of bytes that follow; process; job; decided; number of mark
    /// counts; these; the batch.
    fn encoded(&self) -> Vec<u8> {
        let size = 4 + 8 + 1 + 4 + 5 * self.mark_counts.len() + self.batch.len();
        let mut bytes = Vec::with_capacity(4 + size);
        bytes.extend((size as u32).to_le_bytes());
        bytes.extend(self.process.to_le_bytes());
        bytes.extend(self.job.to_le_bytes());
        bytes.push(self.decided.into());
        bytes.extend((self.mark_counts.len() as u32).to_le_bytes());
        for (counter, threads) in &self.mark_counts {
            bytes.extend(counter.to_le_bytes());
            bytes.push(*threads);
        }
        bytes.extend(&self.batch);
        bytes
    }

    /// Reads a message; `None` if it is not in the form.
    fn read(stream: &mut impl Read) -> io::Result<Option<PeerMessage>> {
        let mut size = [0; 4];
        stream.read_exact(&mut size)?;
        let size = u32::from_le_bytes(size) as usize;
        if size > MAX_BYTES {
            return Ok(None);
        }
        let mut bytes = vec![0; size];
        stream.read_exact(&mut bytes)?;
        Ok(PeerMessage::decoded(&bytes))
    }

    fn decoded(bytes: &[u8]) -> Option<PeerMessage> {
        let (process, bytes) = bytes.split_first_chunk::<4>()?;
        let (job, bytes) = bytes.split_first_chunk::<8>()?;
        let (&decided, bytes) = bytes.split_first()?;
        let (count, bytes) = bytes.split_first_chunk::<4>()?;
        let (mark_counts, batch) =
            bytes.split_at_checked((u32::from_le_bytes(*count) as usize).checked_mul(5)?)?;
        let mark_counts = mark_counts.chunks_exact(5).filter_map(|bytes| {
            let (counter, threads) = bytes.split_first_chunk::<4>()?;
            Some((u32::from_le_bytes(*counter), *threads.first()?))
        });
        Some(PeerMessage {
            process: u32::from_le_bytes(*process),
            job: u64::from_le_bytes(*job),
            decided: decided != 0,
            mark_counts: mark_counts.collect(),
            batch: batch.to_vec(),
        })
    }
}

/// What the threads of a link share.
#[derive(Debug, Default)]
struct PeerInbox {
    messages: Mutex<VecDeque<PeerMessage>>,
    /// Set when the link is dropped.
    closed: AtomicBool,
}

impl PeerInbox {
    fn lock(&self) -> MutexGuard<'_, VecDeque<PeerMessage>> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The connection to another process.
#[derive(Debug)]
struct PeerSender {
    address: String,
    outbox: Sender<Arc<[u8]>>,
    /// Bytes that wait; the thread that sends sets it to the largest number when it ends.
    waiting: Arc<AtomicUsize>,
}

impl PeerSender {
    /// Connects, in a thread of its own.
    fn to(address: &str, team: u64) -> PeerSender {
        let (outbox, messages) = mpsc::channel::<Arc<[u8]>>();
        let waiting = Arc::new(AtomicUsize::new(0));
        let (target, left) = (address.to_owned(), Arc::clone(&waiting));
        thread::spawn(move || {
            let send = || -> io::Result<()> {
                let target: SocketAddr = target.parse().map_err(io::Error::other)?;
                let mut stream = TcpStream::connect_timeout(&target, TIMEOUT)?;
                stream.set_nodelay(true)?;
                stream.set_write_timeout(Some(TIMEOUT))?;
                stream.write_all(HEADING)?;
                stream.write_all(&team.to_le_bytes())?;
                for message in messages {
                    stream.write_all(&message)?;
                    left.fetch_sub(message.len(), Ordering::Relaxed);
                }
                stream.shutdown(Shutdown::Both)
            };
            // Whatever went wrong, that process is on its own.
            if send().is_err() {
                left.store(usize::MAX, Ordering::Relaxed);
            }
        });
        PeerSender { address: address.to_owned(), outbox, waiting }
    }

    fn is_alive(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) <= MAX_WAITING
    }

    fn send(&self, message: &Arc<[u8]>) {
        if self.is_alive() {
            self.waiting.fetch_add(message.len(), Ordering::Relaxed);
            // If the thread has ended, the connection is broken.
            let _ = self.outbox.send(Arc::clone(message));
        }
    }
}

/// The connections of a process to the others of its team.
#[derive(Debug)]
pub struct PeerLink {
    team: u64,
    port: u16,
    inbox: Arc<PeerInbox>,
    process: u32,
    others: usize,
    senders: Vec<PeerSender>,
    job: u64,
    decided: bool,
    /// Visits below a node from which on what was sent is also kept for the coordinator, and those
    /// batches.
    lasting: u32,
    kept: Vec<Vec<u8>>,
    last_said: PathMarkCounts,
}

impl PeerLink {
    /// Listens for the other processes of a team, at a port that is free.
    ///
    /// # Errors
    ///
    /// If there is no such port.
    pub fn listen(team: u64, lasting: u32) -> io::Result<PeerLink> {
        let listener = TcpListener::bind(("0.0.0.0", 0))?;
        let port = listener.local_addr()?.port();
        let inbox = Arc::new(PeerInbox::default());
        let shared = Arc::clone(&inbox);
        thread::spawn(move || {
            for stream in listener.incoming() {
                if shared.closed.load(Ordering::Relaxed) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                let inbox = Arc::clone(&shared);
                thread::spawn(move || read_messages(stream, team, &inbox));
            }
        });
        Ok(PeerLink {
            team,
            port,
            inbox,
            process: 0,
            others: 0,
            senders: Vec::new(),
            job: 0,
            decided: false,
            lasting,
            kept: Vec::new(),
            last_said: PathMarkCounts::new(),
        })
    }

    /// The port at which it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Begins a job as the process `process` of those with these addresses. Connections to the same
    /// addresses stay.
    pub fn begin(&mut self, job: u64, process: usize, addresses: &[String]) {
        self.job = job;
        self.decided = false;
        self.process = process as u32;
        self.others = addresses.len().saturating_sub(1);
        let mut before = std::mem::take(&mut self.senders);
        for (_, address) in addresses.iter().enumerate().filter(|&(other, _)| other != process) {
            let kept = before.iter().position(|sender| sender.address == *address && sender.is_alive());
            self.senders.push(match kept {
                Some(at) => before.swap_remove(at),
                None => PeerSender::to(address, self.team),
            });
        }
    }

    /// Ends a job: tells the others the rest, and whether it is decided here.
    pub fn end(&mut self, table: &dyn ReplicatedTable, decided: bool) {
        let batch = self.drain_journal(table);
        self.send(batch, PathMarkCounts::new(), decided);
        // What is still on its way is of use in the next job.
    }

    /// Returns what the table noted. The part of it that is worth keeping is kept.
    fn drain_journal(&mut self, table: &dyn ReplicatedTable) -> Vec<u8> {
        let (batch, kept) = table.drain_journal(MAX_BATCH_ENTRIES, self.lasting);
        if batch_len(&kept) > 0 {
            self.kept.push(kept);
        }
        batch
    }

    /// What was sent since the last call and has much work below it, at most this many entries.
    pub fn take_kept(&mut self, most: usize) -> Vec<u8> {
        join_batches(&std::mem::take(&mut self.kept), most).unwrap_or_default()
    }

    /// Merges what has come, and passes on where the others are that work at the same job.
    fn hear(&mut self, table: &dyn ReplicatedTable, mark: RemoteMarker<'_>) {
        let messages = std::mem::take(&mut *self.inbox.lock());
        for message in messages {
            // Results and numbers hold for the whole problem, whatever the job was. Bytes that are not a batch are ignored.
            let _ = table.merge_batch_shared(&message.batch);
            if message.job == self.job {
                self.decided |= message.decided;
                // The others from 0 on.
                let other = message.process as usize - usize::from(message.process > self.process);
                if message.process != self.process && other < self.others {
                    mark((other, self.others), message.mark_counts);
                }
            }
        }
    }

    fn send(&mut self, batch: Vec<u8>, mark_counts: PathMarkCounts, decided: bool) {
        let message = PeerMessage { process: self.process, job: self.job, decided, mark_counts, batch };
        let bytes: Arc<[u8]> = message.encoded().into();
        self.senders.iter().for_each(|sender| sender.send(&bytes));
        self.last_said = message.mark_counts;
    }
}

impl PeerExchange for PeerLink {
    fn exchange(
        &mut self,
        table: &dyn ReplicatedTable,
        own: PathMarkCounts,
        mark: RemoteMarker<'_>,
    ) -> Option<Duration> {
        let batch = self.drain_journal(table);
        if own != self.last_said || batch_len(&batch) > 0 {
            self.send(batch, own, false);
        }
        self.hear(table, mark);
        (!self.decided).then_some(PERIOD)
    }
}

impl Drop for PeerLink {
    fn drop(&mut self) {
        self.inbox.closed.store(true, Ordering::Relaxed);
        // The thread that listens wakes up and ends.
        let _ = TcpStream::connect_timeout(&([127, 0, 0, 1], self.port).into(), TIMEOUT);
    }
}

/// Reads the messages of another process until it ends.
fn read_messages(mut stream: TcpStream, team: u64, inbox: &PeerInbox) {
    let mut opening = [0; 24];
    let is_ours = stream.set_read_timeout(Some(TIMEOUT)).is_ok()
        && stream.read_exact(&mut opening).is_ok()
        && opening[..16] == *HEADING
        && opening[16..] == team.to_le_bytes()
        && stream.set_read_timeout(None).is_ok();
    if !is_ours {
        return;
    }
    let mut stream = io::BufReader::new(stream);
    while let Ok(Some(message)) = PeerMessage::read(&mut stream) {
        if inbox.closed.load(Ordering::Relaxed) {
            return;
        }
        inbox.lock().push_back(message);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use yomikiri_pns::slots::JournalThresholds;
    use yomikiri_pns::{ConcurrentTable, Entry, Numbers, SharedTable};

    use super::*;

    fn table() -> ConcurrentTable<u64> {
        let mut table = ConcurrentTable::with_memory(4 << 20).unwrap();
        table.keep_journal(JournalThresholds { solved: 1, unsolved: 1 });
        table
    }

    fn entry(visits: u32) -> Entry {
        Entry {
            numbers: Numbers::PROVEN,
            min_distance: 1,
            visits,
            solution_depth: 1,
            has_path_disproof: false,
        }
    }

    /// Links of one team that have begun a job, with the addresses.
    fn team(number: u64, count: usize) -> (Vec<PeerLink>, Vec<String>) {
        let mut links: Vec<PeerLink> = (0..count).map(|_| PeerLink::listen(number, 10).unwrap()).collect();
        let addresses: Vec<String> = links.iter().map(|link| format!("127.0.0.1:{}", link.port())).collect();
        for (process, link) in links.iter_mut().enumerate() {
            link.begin(1, process, &addresses);
        }
        (links, addresses)
    }

    fn wait_until(mut is_so: impl FnMut() -> bool) {
        let start = Instant::now();
        while !is_so() {
            assert!(start.elapsed() < Duration::from_secs(60), "nothing happens");
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_team_knows_what_one_of_them_learns_and_where_it_is() {
        let (mut links, _) = team(7, 3);
        let tables = [table(), table(), table()];
        tables[1].put(5, entry(20));
        tables[1].put(6, entry(1));
        assert!(links[1].exchange(&tables[1], vec![(3, 1)], &mut |_, _| {}).is_some());
        for (process, seen_as) in [(0, 0), (2, 1)] {
            let mut marks = Vec::new();
            wait_until(|| {
                links[process].exchange(&tables[process], Vec::new(), &mut |who, at| marks.push((who, at)));
                tables[process].get(&5).is_some() && tables[process].get(&6).is_some()
            });
            assert_eq!(marks, [((seen_as, 2), vec![(3, 1)])], "of the two others");
        }
        // What has much work below it is for the coordinator, once.
        assert_eq!((batch_len(&links[1].take_kept(9)), batch_len(&links[1].take_kept(9))), (1, 0));
        assert_eq!(batch_len(&links[0].take_kept(9)), 0, "what came from others is theirs to tell");
        // One decides: the others end, but not a later job.
        links[2].end(&tables[2], true);
        wait_until(|| links[0].exchange(&tables[0], Vec::new(), &mut |_, _| {}).is_none());
        let addresses: Vec<String> = links.iter().map(|link| format!("127.0.0.1:{}", link.port())).collect();
        links[0].begin(2, 0, &addresses);
        assert!(links[0].exchange(&tables[0], Vec::new(), &mut |_, _| {}).is_some());
    }

    #[test]
    fn one_that_is_gone_is_dropped_and_other_teams_are_not_heard() {
        let (mut links, addresses) = team(8, 3);
        let tables = [table(), table(), table()];
        drop(links.pop());
        // Rubbish, and a connection of another team, which has an entry.
        TcpStream::connect(&addresses[0]).unwrap().write_all(&[1; 100]).unwrap();
        let mut other_team = PeerLink::listen(9, 10).unwrap();
        other_team.begin(1, 2, &addresses);
        tables[2].put(9, entry(20));
        other_team.exchange(&tables[2], Vec::new(), &mut |_, _| {});
        for key in 0..100 {
            tables[1].put(100 + key, entry(20));
            links[1].exchange(&tables[1], Vec::new(), &mut |_, _| {});
            wait_until(|| {
                links[0].exchange(&tables[0], Vec::new(), &mut |_, _| {});
                tables[0].get(&(100 + key)).is_some()
            });
        }
        assert!(tables[0].get(&9).is_none() && tables[1].get(&9).is_none());
        // The next job has another in the place of the one that is gone.
        let new = PeerLink::listen(8, 10).unwrap();
        let addresses = [&addresses[..2], &[format!("127.0.0.1:{}", new.port())]].concat();
        links.push(new);
        for (process, link) in links.iter_mut().enumerate() {
            link.begin(2, process, &addresses);
        }
        tables[0].put(7, entry(1));
        links[0].exchange(&tables[0], Vec::new(), &mut |_, _| {});
        wait_until(|| {
            links[2].exchange(&tables[2], Vec::new(), &mut |_, _| {});
            tables[2].get(&7).is_some()
        });
    }

    #[test]
    fn messages_come_back_as_they_were_and_rubbish_is_refused() {
        let message = PeerMessage {
            process: 3,
            job: 1 << 40,
            decided: true,
            mark_counts: vec![(1, 2), (9, 1)],
            batch: vec![4; 9],
        };
        let bytes = message.encoded();
        let read = PeerMessage::read(&mut &bytes[..]).unwrap().unwrap();
        assert_eq!(format!("{read:?}"), format!("{message:?}"));
        assert!(PeerMessage::read(&mut &bytes[..bytes.len() - 1]).is_err());
        assert!(PeerMessage::decoded(&[0; 16]).is_none());
        let mut many = bytes[4..].to_vec();
        many[13..17].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(PeerMessage::decoded(&many).is_none());
    }
}
