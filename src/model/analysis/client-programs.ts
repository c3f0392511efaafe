/** Pseudo-code of the client's threads, written for this page. */
import type { CodeLine } from './program.ts';

/** Statements that use a batch's values, whichever way its parts were sent. */
const USE_VALUES = {
  code: '  use(values)',
  note: 'use',
  activities: ['caller', 'resume'],
  states: ['idle'],
  phases: ['waitCaller', 'wakeUp'],
} as const satisfies CodeLine;

/** Statements with which a worker takes the next part of a batch. */
const TAKE_PART = {
  code: '  part = executor.take()',
  note: 'take',
  activities: ['schedule', 'none'],
  states: ['idle'],
} as const satisfies CodeLine;

export const CLIENT_PROGRAMS = {
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
  // A caller alone on its connection bypasses the ring: `syncDo` of rueidis.
  putting: [
    { code: 'def call(command):' },
    {
      code: '  if alone: return write_and_read(command)',
      note: 'alone',
      activities: ['write', 'read', 'readEmpty', 'poll', 'epollWait', 'decode'],
      phases: ['clientWrite', 'clientRead'],
    },
    {
      code: '  ring.put(command)',
      note: 'put',
      activities: ['borrow', 'wrap', 'encode', 'dispatch', 'ready', 'expire', 'futexWake', 'eventfdWrite'],
      states: ['waitConnection'],
      phases: ['waitConnection', 'prepare', 'taskQueue'],
    },
    {
      code: '  value = slot.wait()',
      note: 'wait',
      activities: ['futexWait', 'schedule'],
      states: ['waitReply'],
      phases: ['wireOut', 'wireBack', 'decode'],
    },
    {
      code: '  use(value)',
      note: 'use',
      activities: ['caller', 'resume', 'return'],
      states: ['idle'],
      phases: ['wakeUp', 'giveBack'],
    },
  ],
  // A batch over several slots with parts as executor tasks. Sources: `ClusterCommandExecutor` of Spring Data
  // Redis, whose `collectResults` polls with sleeps; `MultiNodePipelineBase` of Jedis, which is woken.
  handing: [
    { code: 'def mget(keys):' },
    {
      code: '  for part in split(keys):',
      note: 'split',
      activities: [
        'borrow',
        'wrap',
        'encode',
        'write',
        'read',
        'readEmpty',
        'poll',
        'decode',
        'return',
        'expire',
      ],
      phases: ['topology'],
    },
    { code: '    executor.submit(part)', note: 'submit', activities: ['dispatch', 'futexWake', 'ready'] },
    {
      code: '  while not all_done(): pause()',
      note: 'collect',
      activities: ['futexWait', 'spin', 'schedule', 'none'],
      states: ['idle', 'waitReply'],
      phases: ['fanOut'],
    },
    USE_VALUES,
  ],
  // The same sent at once: `RedisAdvancedClusterAsyncCommandsImpl.mget` of Lettuce.
  sending: [
    { code: 'def mget(keys):' },
    { code: '  for part in by_slot(keys):' },
    {
      code: '    promises += loop.submit(part)',
      note: 'submit',
      activities: ['encode', 'dispatch', 'eventfdWrite', 'ready', 'expire'],
      phases: ['prepare', 'taskQueue'],
    },
    {
      code: '  values = all(promises).wait()',
      note: 'wait',
      activities: ['futexWait', 'schedule', 'spin', 'none'],
      states: ['idle', 'waitReply'],
      phases: ['fanOut'],
    },
    USE_VALUES,
  ],
  worker: [
    { code: 'while True:' },
    TAKE_PART,
    {
      code: '  conn = pool.borrow()',
      note: 'borrow',
      activities: ['borrow', 'wrap', 'futexWait', 'connect', 'peek'],
      states: ['waitConnection'],
    },
    {
      code: '  write(conn.fd, encode(part))',
      note: 'write',
      activities: ['encode', 'write'],
    },
    {
      code: '  data = read(conn.fd)',
      note: 'read',
      activities: ['read', 'readEmpty', 'poll', 'epollWait'],
      states: ['waitReply'],
      phases: ['fanOut'],
    },
    { code: '  part.complete(decode(data))', note: 'complete', activities: ['decode', 'resume', 'expire'] },
    {
      code: '  pool.give_back(conn)',
      note: 'giveBack',
      activities: ['return', 'futexWake', 'ready', 'close'],
    },
  ],
  askingWorker: [
    { code: 'while True:' },
    TAKE_PART,
    {
      code: '  conn = pool.borrow()',
      note: 'borrow',
      activities: ['borrow', 'wrap'],
      states: ['waitConnection'],
    },
    {
      code: '  promise = loop.submit(part)',
      note: 'submit',
      activities: ['encode', 'dispatch', 'eventfdWrite', 'ready', 'expire'],
    },
    {
      code: '  value = promise.wait()',
      note: 'wait',
      activities: ['futexWait'],
      states: ['waitReply'],
      phases: ['fanOut'],
    },
    {
      code: '  part.complete(value)',
      note: 'complete',
      activities: ['resume', 'return', 'futexWake'],
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
} satisfies Record<string, readonly CodeLine[]>;
