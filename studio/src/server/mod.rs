//! The server of the page: on 127.0.0.1 alone, for whoever knows its token.

mod token;
mod guard;
mod connection;
mod replace;
mod document;
mod learning;
mod routes;

pub use document::Document;
pub use replace::{can_be_replaced, replace};

use crate::studio::Studio;
use guard::Guard;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// The most connections at once: a browser opens six a page. More are told to come again.
pub const MOST_CONNECTIONS: usize = 64;
/// How long a request may take to come. A page's own take a moment.
const PATIENCE: Duration = Duration::from_secs(10);
/// A connection needs few frames: requests are not deep.
const STACK: usize = 512 << 10;

/// A server that listens, and has not begun to answer.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
}

/// What all connections share.
struct Shared {
    studio: Studio,
    guard: Guard,
    document: Document,
    connections: AtomicUsize,
    /// Within this, a request has to be there as a whole, however slowly it comes.
    patience: Duration,
}

/// A connection that counts as long as it is there.
struct Counted(Arc<Shared>);

impl Counted {
    /// `None` if there are too many already.
    fn new(shared: &Arc<Shared>) -> Option<Self> {
        let before = shared.connections.fetch_add(1, Ordering::Relaxed);
        let counted = Self(shared.clone());
        (before < MOST_CONNECTIONS).then_some(counted)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Server {
    /// Listens on a port of 127.0.0.1; on any free one if it is 0.
    pub fn bind(port: u16, studio: Studio, document: Document) -> io::Result<Self> {
        Self::bind_with(port, studio, document, PATIENCE)
    }

    /// The same, with another time within which requests have to be there as a whole.
    pub fn bind_with(
        port: u16,
        studio: Studio,
        document: Document,
        patience: Duration,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let guard = Guard::new(listener.local_addr()?.port());
        let connections = AtomicUsize::new(0);
        let shared = Shared { studio, guard, document, connections, patience };
        Ok(Self { listener, shared: Arc::new(shared) })
    }

    /// Where the page is, token included.
    pub fn address(&self) -> String {
        self.shared.guard.address()
    }

    /// Answers, for ever.
    pub fn run(self) -> io::Result<()> {
        loop {
            let stream = match self.listener.accept() {
                Ok((stream, _)) => stream,
                // Out of file descriptors, for one: that passes, and must not take the processor meanwhile.
                Err(_) => {
                    thread::sleep(Duration::from_millis(50));
                    continue;
                }
            };
            let Some(counted) = Counted::new(&self.shared) else {
                connection::turn_away(&stream);
                continue;
            };
            let answer = move || connection::answer(stream, &counted.0);
            let builder = thread::Builder::new().name("studio".to_owned()).stack_size(STACK);
            // If there is no thread to be had, the connection is closed, and counted no more.
            drop(builder.spawn(answer));
        }
    }
}
