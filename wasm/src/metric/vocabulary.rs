//! The words of traces and summaries: thread states, activities, request phases. One list each; the page's constants are
//! generated from them.

use serde::{Serialize, Serializer};

/// Defines an enum whose variants are numbered from 0 and know their camel-case names.
macro_rules! vocabulary {
    ($(#[doc = $doc:literal])+ $name:ident { $( $(#[doc = $vdoc:literal])+ $variant:ident = $text:literal, )+ }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[repr(u8)]
        pub enum $name { $( $(#[doc = $vdoc])+ #[cfg_attr(feature = "schema", schemars(rename = $text))] $variant, )+ }

        impl $name {
            /// Every word, in the order of its number.
            pub const ALL: &'static [$name] = &[$( $name::$variant, )+];
            /// Number of words.
            pub const COUNT: usize = Self::ALL.len();
            /// The word as it appears in traces, summaries and catalogues.
            pub fn name(self) -> &'static str {
                match self { $( $name::$variant => $text, )+ }
            }
        }

        // Written out: what serde derives has a piece of code for each word, this has a table.
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }
    };
}

vocabulary! {
    /// What a thread is doing, seen from the operating system.
    ThreadState {
        /// Running its own code.
        User = "user",
        /// Running in the kernel for a system call.
        Kernel = "kernel",
        /// On a core, which is still being switched to it.
        Switch = "switch",
        /// Ready to run, without a core (or its core is still waking up).
        Runnable = "runnable",
        /// Waiting for a connection from the pool.
        WaitConnection = "waitConnection",
        /// Waiting for a reply; the server's main thread: for the disk.
        WaitReply = "waitReply",
        /// Nothing to do: a pause between requests, or an event loop without events.
        Idle = "idle",
        /// On a core, all of which belongs to what it carries: a goroutine or a callback runs there.
        Carrying = "carrying",
    }
}

impl Default for Phase {
    fn default() -> Self {
        Phase::ALL[0]
    }
}

impl Phase {
    /// Phases in which requests wait in a row for whoever serves them one after the other.
    pub const QUEUES: [Phase; 8] = [
        Phase::WaitCaller,
        Phase::WaitConnection,
        Phase::TaskQueue,
        Phase::ServerQueue,
        Phase::ServerBatch,
        Phase::ReplyQueue,
        Phase::ClientRead,
        Phase::ProxyQueue,
    ];

    /// Whether the request is in the server's sockets, its queues or its hands.
    pub fn is_at_server(self) -> bool {
        (Phase::ServerQueue as u8..=Phase::ServerWrite as u8).contains(&(self as u8))
    }

    /// Whether most systems have nothing of it: a summary has it only where a request was there.
    pub fn is_rare(self) -> bool {
        matches!(self, Phase::Process | Phase::ProxyQueue | Phase::ProxyWork)
    }

    /// Whether this is one of [`QUEUES`](Self::QUEUES).
    #[inline(always)]
    pub fn is_queue(self) -> bool {
        const BITS: u32 = {
            let (mut bits, mut i) = (0, 0);
            while i < Phase::QUEUES.len() {
                bits |= 1 << Phase::QUEUES[i] as u32;
                i += 1;
            }
            bits
        };
        BITS >> self as u32 & 1 == 1
    }
}

impl ThreadState {
    /// Whether core time in this state is the thread's own. A carrier's is that of what it carries.
    pub fn on_core(self) -> bool {
        matches!(self, ThreadState::User | ThreadState::Kernel | ThreadState::Switch)
    }

    /// Whether the thread has a core in this state, for itself or for what it carries.
    pub fn is_busy(self) -> bool {
        self.on_core() || self == ThreadState::Carrying
    }
}

vocabulary! {
    /// Which piece of work a thread is at; system calls have the names of the calls.
    Activity {
        /// Nothing in particular.
        None = "none",
        /// The caller's own code between requests.
        Caller = "caller",
        /// Taking a connection from the pool.
        Borrow = "borrow",
        /// Building the proxy around a borrowed connection.
        Wrap = "wrap",
        /// Giving a connection back.
        Return = "return",
        /// Encoding a command in the caller's thread.
        Encode = "encode",
        /// Building a command and handing it to an event loop.
        Dispatch = "dispatch",
        /// Setting or calling off the timeout of a command.
        Expire = "expire",
        /// Running a write task in the event loop, up to the write() itself.
        Task = "task",
        /// Decoding a reply.
        Decode = "decode",
        /// The caller's code after it was woken with the reply.
        Resume = "resume",
        /// Parsing and executing a command on the server.
        Execute = "execute",
        /// The server's bookkeeping for one client in a turn.
        ClientTurn = "clientTurn",
        /// Handing clients to another thread of the server, or taking them.
        HandOver = "handOver",
        /// Busy waiting: looking, over and over, whether another thread has got there.
        Spin = "spin",
        /// The server's housekeeping at fixed times.
        Cron = "cron",
        /// Go's scheduler: parking a goroutine, choosing the next and switching to it.
        Schedule = "schedule",
        /// Making a goroutine ready: a channel hands something to one that waits for it.
        Ready = "ready",
        /// read() with data.
        Read = "read",
        /// read() without data (EAGAIN).
        ReadEmpty = "readEmpty",
        /// recv() of a byte that stays where it is (MSG_PEEK).
        Peek = "peek",
        /// write().
        Write = "write",
        /// poll().
        Poll = "poll",
        /// epoll_wait().
        EpollWait = "epollWait",
        /// epoll_ctl().
        EpollCtl = "epollCtl",
        /// write() to the append-only file.
        FileWrite = "fileWrite",
        /// Opening a socket: socket(), its options, connect().
        Connect = "connect",
        /// Taking a new connection: accept(), its options, registering it.
        Accept = "accept",
        /// close() of a socket.
        Close = "close",
        /// write() to an eventfd.
        EventfdWrite = "eventfdWrite",
        /// futex wait: parking.
        FutexWait = "futexWait",
        /// futex wake: unparking somebody.
        FutexWake = "futexWake",
        /// TLS: encrypting, decrypting, and the cryptography of handshakes. No system call, but last: numbers of others stay.
        Tls = "tls",
        /// The application's code that uses a reply.
        Process = "process",
        /// Looking for a value in the client's own cache.
        CacheLookup = "cacheLookup",
        /// Telling clients what they have not asked for (invalidations of all keys).
        Push = "push",
        /// Forwarding a command or a reply in a proxy.
        Forward = "forward",
    }
}

impl Activity {
    /// Whether this is a system call.
    pub fn is_syscall(self) -> bool {
        (Activity::Read as u8..=Activity::FutexWake as u8).contains(&(self as u8))
    }
}

vocabulary! {
    /// Where a request is on its way. A request is in exactly one phase at any time, so the phases of a request add up to its
    /// response time to the nanosecond.
    Phase {
        /// Arrived (open workload), no caller is free.
        WaitCaller = "waitCaller",
        /// Its caller pauses before it tries once more.
        Backoff = "backoff",
        /// Its caller asks the cluster which node serves which slot.
        Topology = "topology",
        /// Its keys are in several slots of a cluster, and its parts are under way.
        FanOut = "fanOut",
        /// The caller wants a connection from the pool.
        WaitConnection = "waitConnection",
        /// A new connection is opened for it: TCP handshake, HELLO, CLIENT SETINFO.
        Connect = "connect",
        /// Its connection is tested with a PING before use.
        TestOnBorrow = "testOnBorrow",
        /// The caller encodes the command, or hands it to the event loop.
        Prepare = "prepare",
        /// In the event loop's task queue.
        TaskQueue = "taskQueue",
        /// Being encoded and written by whoever does the I/O.
        ClientWrite = "clientWrite",
        /// Encoded by an event loop that writes several commands together.
        FlushWait = "flushWait",
        /// On the wire to the server.
        WireOut = "wireOut",
        /// In the server's socket buffer.
        ServerQueue = "serverQueue",
        /// Being read by the server.
        ServerRead = "serverRead",
        /// Read, waiting for commands before it in the same read.
        ServerBatch = "serverBatch",
        /// Being parsed and executed.
        Execute = "execute",
        /// Executed and not answered: a command that waits on the server, until its time is over and the server sees that.
        Blocked = "blocked",
        /// Answered, waiting until the server's loop comes to write replies.
        ReplyQueue = "replyQueue",
        /// The reply is being written by the server.
        ServerWrite = "serverWrite",
        /// The reply is on the wire.
        WireBack = "wireBack",
        /// The reply is in the client's socket buffer; whoever reads it must wake up and read.
        ClientRead = "clientRead",
        /// The reply is decoded (and replies before it in the same read).
        Decode = "decode",
        /// The caller has its reply and must wake up to use it.
        WakeUp = "wakeUp",
        /// Its connection is tested with a PING before it goes back to the pool.
        TestOnReturn = "testOnReturn",
        /// The caller gives the connection back to the pool, or closes it.
        GiveBack = "giveBack",
        /// The application's code uses the reply, or the reply waits for a thread of the pool that runs this code.
        Process = "process",
        /// The command, or later its reply, is in a socket buffer of the proxy.
        ProxyQueue = "proxyQueue",
        /// The proxy reads it, forwards it and writes it, together with others of the same turn.
        ProxyWork = "proxyWork",
    }
}

vocabulary! {
    /// Why a request ended without an answer.
    Failure {
        /// No connection of the pool became free within `maxWaitMs`.
        PoolTimeout = "poolTimeout",
        /// All connections of the pool were in use, and it lets nobody wait (`blockWhenExhausted` off).
        PoolExhausted = "poolExhausted",
        /// Its connection had as many commands without an answer as `requestQueueSize` allows.
        QueueFull = "queueFull",
        /// It was sent from node to node more often than `maxRedirects`.
        TooManyRedirects = "tooManyRedirects",
        /// Nothing came within `replyTimeoutMs`.
        ReplyTimeout = "replyTimeout",
        /// No connection could be opened for it: the server refused or rejected it, or no answer came in time.
        ConnectFailed = "connectFailed",
    }
}

vocabulary! {
    /// Kind of thread.
    ThreadClass {
        /// Issues requests: an operating-system thread, a goroutine or a chain of callbacks.
        Caller = "caller",
        /// Thread of an executor: asks for parts of other threads' batches.
        Worker = "worker",
        /// Thread of the client that asks for the topology of a cluster.
        Refresher = "refresher",
        /// Event loop of the client.
        EventLoop = "eventLoop",
        /// Redis' main thread.
        ServerMain = "serverMain",
        /// Evictor of the client's pool, and goroutines that keep it filled.
        Evictor = "evictor",
        /// Keeps the timeouts of commands.
        Timer = "timer",
        /// Operating-system thread of Go's runtime (an M): it carries goroutines.
        Carrier = "carrier",
        /// Goroutine that writes what callers have put into a connection's ring.
        Writer = "writer",
        /// Goroutine that reads a connection's replies and hands them to callers.
        Reader = "reader",
        /// Go's monitor thread: looks for network events when nobody else does.
        Sysmon = "sysmon",
        /// I/O thread of the server.
        ServerIo = "serverIo",
        /// Event loop of a proxy.
        Proxy = "proxy",
    }
}

impl ThreadClass {
    /// Whether it belongs to the server's process.
    pub fn is_server(self) -> bool {
        matches!(self, ThreadClass::ServerMain | ThreadClass::ServerIo)
    }

    /// Whether it works for all clients: a thread of the server or of a proxy.
    pub fn is_shared(self) -> bool {
        self.is_server() || self == ThreadClass::Proxy
    }

    /// Whether it sends requests, of its own or of others.
    pub fn asks_for_requests(self) -> bool {
        matches!(self, ThreadClass::Caller | ThreadClass::Worker)
    }
}

vocabulary! {
    /// Which machine.
    HostRole {
        /// The client's machine (and the server's, when they share one).
        Client = "client",
        /// The server's own machine.
        Server = "server",
        /// The proxy's machine.
        Proxy = "proxy",
    }
}

vocabulary! {
    /// A resource that can be busy.
    Resource {
        /// The client's cores together.
        ClientCores = "clientCores",
        /// The busiest event loop.
        EventLoop = "eventLoop",
        /// The processors of Go's runtime together.
        Processors = "processors",
        /// The connections of the pool, lent or not.
        Connections = "connections",
        /// The carrier threads of virtual threads that pin them, in use or not.
        Carriers = "carriers",
        /// The link to the server.
        LinkOut = "linkOut",
        /// The link back.
        LinkBack = "linkBack",
        /// Redis' main thread, without busy waiting.
        ServerMain = "serverMain",
        /// The busiest I/O thread of the server, without busy waiting.
        ServerIo = "serverIo",
        /// The server's cores together.
        ServerCores = "serverCores",
        /// The busiest thread of the proxy.
        Proxy = "proxy",
    }
}
