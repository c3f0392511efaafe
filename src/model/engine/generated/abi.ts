// Generated from wasm/ by `npm run schema`; never edited.

export const activities = [
  "none",
  "caller",
  "borrow",
  "wrap",
  "return",
  "encode",
  "dispatch",
  "expire",
  "task",
  "decode",
  "resume",
  "execute",
  "clientTurn",
  "handOver",
  "spin",
  "cron",
  "schedule",
  "ready",
  "read",
  "readEmpty",
  "peek",
  "write",
  "poll",
  "epollWait",
  "epollCtl",
  "fileWrite",
  "connect",
  "accept",
  "close",
  "eventfdWrite",
  "futexWait",
  "futexWake",
  "tls",
  "process",
  "cacheLookup",
  "push",
  "forward"
] as const;

export const chunkSpans = 4096 as const;

export const families = {
  "failed": 96,
  "part": 32,
  "process": 20,
  "request": 64,
  "serving": 21,
  "thread": 0,
  "wire": 16
} as const;

export const hostRoles = [
  "client",
  "server",
  "proxy"
] as const;

export const noRequest = 4294967295 as const;

export const open = 128 as const;

export const phases = [
  "waitCaller",
  "backoff",
  "topology",
  "fanOut",
  "waitConnection",
  "connect",
  "testOnBorrow",
  "prepare",
  "taskQueue",
  "clientWrite",
  "flushWait",
  "wireOut",
  "serverQueue",
  "serverRead",
  "serverBatch",
  "execute",
  "blocked",
  "replyQueue",
  "serverWrite",
  "wireBack",
  "clientRead",
  "decode",
  "wakeUp",
  "testOnReturn",
  "giveBack",
  "process",
  "proxyQueue",
  "proxyWork"
] as const;

export const threadClasses = [
  "caller",
  "worker",
  "refresher",
  "eventLoop",
  "serverMain",
  "evictor",
  "timer",
  "carrier",
  "writer",
  "reader",
  "sysmon",
  "serverIo",
  "proxy"
] as const;

export const threadStates = [
  "user",
  "kernel",
  "switch",
  "runnable",
  "waitConnection",
  "waitReply",
  "idle",
  "carrying"
] as const;
