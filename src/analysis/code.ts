/**
 * Our own pseudo-code of the clients and of Redis' loop, line by line, and which line a thread is at. Lines are data: what a
 * thread is at is known from its activity, from its state where it waits, and from its request's phase where it has no core.
 */
import type { activities, threadStates } from '../engine/generated/abi.ts';
import type { RunLayout } from '../workers/protocol.ts';
import type { PhaseName } from './journey.ts';

type ActivityName = (typeof activities)[number];
type StateName = (typeof threadStates)[number];

export interface CodeLine {
  readonly code: string;
  /** Of its comment in the catalogue, under the program's; absent where the code says it all. */
  readonly note?: string;
  readonly activities?: readonly ActivityName[];
  readonly states?: readonly StateName[];
  readonly phases?: readonly PhaseName[];
}

export type ProgramName = 'blocking' | 'asking' | 'loop' | 'writer' | 'reader' | 'redis';

export const PROGRAMS: Readonly<Record<ProgramName, readonly CodeLine[]>> = {
  blocking: [
    { code: 'def call(command):' },
    {
      code: '  conn = pool.borrow()',
      note: 'borrow',
      activities: ['borrow', 'wrap', 'futexWait'],
      states: ['waitConnection'],
      phases: ['waitCaller', 'waitConnection'],
    },
    {
      code: '  conn.open_or_test()',
      note: 'test',
      activities: ['connect', 'peek'],
      phases: ['connect', 'testOnBorrow'],
    },
    { code: '  data = encode(command)', note: 'encode', activities: ['encode'], phases: ['prepare'] },
    { code: '  write(conn.fd, data)', note: 'write', activities: ['write'], phases: ['clientWrite'] },
    {
      code: '  data = read(conn.fd)',
      note: 'read',
      activities: ['read', 'readEmpty', 'poll', 'epollWait', 'schedule'],
      states: ['waitReply'],
      phases: ['wireOut', 'wireBack', 'clientRead'],
    },
    { code: '  value = decode(data)', note: 'decode', activities: ['decode'], phases: ['decode'] },
    {
      code: '  pool.give_back(conn)',
      note: 'giveBack',
      activities: ['return', 'futexWake', 'ready', 'close'],
      phases: ['testOnReturn', 'giveBack'],
    },
    {
      code: '  use(value)',
      note: 'use',
      activities: ['caller', 'resume', 'expire'],
      states: ['idle'],
      phases: ['wakeUp'],
    },
  ],
  asking: [
    { code: 'def call(command):' },
    {
      code: '  conn = pool.borrow()',
      note: 'borrow',
      activities: ['borrow', 'wrap'],
      states: ['waitConnection'],
      phases: ['waitConnection'],
    },
    {
      code: '  promise = loop.submit(command)',
      note: 'submit',
      activities: ['encode', 'dispatch', 'eventfdWrite', 'ready', 'expire'],
      phases: ['prepare', 'taskQueue'],
    },
    {
      code: '  value = promise.wait()',
      note: 'wait',
      activities: ['futexWait', 'schedule'],
      states: ['waitReply'],
      phases: ['clientWrite', 'wireOut', 'wireBack', 'decode'],
    },
    {
      code: '  pool.give_back(conn)',
      note: 'giveBack',
      activities: ['return', 'futexWake'],
      phases: ['giveBack'],
    },
    {
      code: '  use(value)',
      note: 'use',
      activities: ['caller', 'resume'],
      states: ['idle'],
      phases: ['wakeUp'],
    },
  ],
  loop: [
    { code: 'while True:' },
    {
      code: '  events = epoll_wait()',
      note: 'wait',
      activities: ['epollWait', 'epollCtl', 'poll', 'none'],
      states: ['idle', 'waitReply', 'runnable'],
    },
    { code: '  for command in tasks.drain():' },
    {
      code: '    buffer += encode(command)',
      note: 'task',
      activities: ['task', 'encode', 'dispatch', 'caller'],
    },
    { code: '    write(fd, buffer)', note: 'flush', activities: ['write', 'eventfdWrite'] },
    { code: '  for fd in events.readable:' },
    { code: '    data = read(fd)', note: 'read', activities: ['read', 'readEmpty'] },
    { code: '    for reply in decode(data):', note: 'decode', activities: ['decode', 'expire'] },
    {
      code: '      reply.promise.complete()',
      note: 'complete',
      activities: ['futexWake', 'resume', 'ready'],
    },
  ],
  writer: [
    { code: 'while True:' },
    {
      code: '  commands = ring.take_all()',
      note: 'take',
      activities: ['schedule', 'none', 'futexWait'],
      states: ['idle', 'waitReply', 'runnable'],
    },
    { code: '  buffer = encode(commands)', note: 'encode', activities: ['encode', 'task', 'dispatch'] },
    { code: '  write(fd, buffer)', note: 'flush', activities: ['write'] },
  ],
  reader: [
    { code: 'while True:' },
    {
      code: '  data = read(fd)',
      note: 'read',
      activities: ['read', 'readEmpty', 'schedule', 'none', 'epollWait', 'poll'],
      states: ['idle', 'waitReply', 'runnable'],
    },
    { code: '  for reply in decode(data):', note: 'decode', activities: ['decode'] },
    { code: '    reply.caller.wake()', note: 'wake', activities: ['ready', 'futexWake'] },
  ],
  redis: [
    { code: 'while True:' },
    { code: '  for client in has_replies:' },
    { code: '    write(client.fd, client.replies)', note: 'write', activities: ['write'] },
    { code: '  append_only_file.write()', note: 'file', activities: ['fileWrite'] },
    {
      code: '  io_threads.exchange(clients)',
      note: 'exchange',
      activities: ['handOver', 'spin', 'eventfdWrite'],
    },
    {
      code: '  ready = epoll_wait()',
      note: 'wait',
      activities: ['epollWait', 'epollCtl', 'poll', 'none'],
      states: ['idle', 'waitReply', 'runnable'],
    },
    { code: '  for client in ready:', note: 'turn', activities: ['clientTurn', 'accept', 'close'] },
    { code: '    data = read(client.fd)', note: 'read', activities: ['read', 'readEmpty'] },
    { code: '    for command in parse(data):' },
    { code: '      client.replies += execute(command)', note: 'execute', activities: ['execute'] },
    { code: '  every_100_ms(cron)', note: 'cron', activities: ['cron'] },
  ],
};

/** The programs of a run: what a caller does, what serves it in the client, Redis. */
export function programsOf({ lanes }: Pick<RunLayout, 'lanes'>): readonly ProgramName[] {
  const has = (name: RunLayout['lanes'][number]['class']) =>
    lanes.some((group) => group.class === name && group.count > 0);
  if (has('eventLoop')) return ['asking', 'loop', 'redis'];
  if (has('writer')) return ['asking', 'writer', 'reader', 'redis'];
  return ['blocking', 'redis'];
}

export interface At {
  readonly state: StateName;
  readonly activity: ActivityName;
  /** Of the request the thread is about, if any. */
  readonly phase: PhaseName | undefined;
}

/** The line a thread is at; −1 where the code has none for it. */
export function lineAt(program: ProgramName, { state, activity, phase }: At): number {
  const lines = PROGRAMS[program];
  const isOnCore = state === 'user' || state === 'kernel';
  if (isOnCore) return lines.findIndex((line) => line.activities?.includes(activity));
  const byState = lines.findIndex((line) => line.states?.includes(state));
  if (byState >= 0 || phase === undefined) return byState;
  return lines.findIndex((line) => line.phases?.includes(phase));
}
