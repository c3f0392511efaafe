//! Messages as they lie in a byte stream: runs of equal commands or replies, back to back. A pipeline of 100 000 commands is
//! one run, so that its length costs no memory; what a read() or write() takes of it may end anywhere.

/// What a message is, as far as the other side treats it differently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Message {
    /// A command on one key.
    #[default]
    Command,
    /// One command on all keys of a batch (MGET, MSET).
    MultiKey,
    /// MULTI.
    Multi,
    /// A command between MULTI and EXEC: queued, answered with +QUEUED.
    Queued,
    /// EXEC: everything queued runs, one reply for all.
    Exec,
    /// PING.
    Ping,
    /// The first byte of a connection, as SYN takes a sequence number: the server accepts it. Not answered.
    Open,
    /// HELLO.
    Hello,
    /// CLIENT SETINFO.
    SetInfo,
    /// CLUSTER NODES or CLUSTER SLOTS.
    Topology,
    /// The client's first flight of a TLS handshake.
    TlsHello,
    /// Its second, where the server answers that too.
    TlsFinish,
    /// All that a loop says on a connection that it has opened again: TLS handshake, HELLO, CLIENT SETINFO. Its answers are part of the time that the
    /// loop takes to connect.
    Greeting,
    /// ASKING: the next command is let in although its slot is still on its way.
    Asking,
    /// The last byte of a connection, as FIN takes a sequence number: the server lets it go. Not answered.
    Close,
    /// A reply.
    Reply,
    /// A reply with a value for each key.
    Array,
    /// The server's first flight of a TLS handshake.
    TlsReply,
    /// A message of the server that answers no command (RESP3 push).
    Push,
}

impl Message {
    /// Whether it is a command on data.
    pub fn has_data(self) -> bool {
        use Message::{Command, Exec, Multi, MultiKey, Queued};
        matches!(self, Command | MultiKey | Multi | Queued | Exec)
    }

    /// Whether it is answered.
    pub fn has_reply(self) -> bool {
        !self.is_end()
            && !matches!(self, Message::Greeting | Message::Reply | Message::Array | Message::TlsReply | Message::Push)
    }

    /// Whether it is an end of a connection, the beginning or the other one, and so no command. No request is ever through with it.
    pub fn is_end(self) -> bool {
        matches!(self, Message::Open | Message::Close)
    }
}

/// Messages of one kind and size that belong to one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Slot of the request.
    pub request: u32,
    /// What they are.
    pub message: Message,
    /// Whether the request is through with this direction when the last of them is: its phase follows this message.
    pub last: bool,
    /// Number of messages.
    pub count: u32,
    /// Size of each, B.
    pub bytes: u32,
}

impl Run {
    /// Size of the whole run, B.
    pub fn total(&self) -> u64 {
        u64::from(self.count) * u64::from(self.bytes)
    }
}
