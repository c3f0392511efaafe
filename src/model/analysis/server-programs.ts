/** Pseudo-code of Redis' main thread and of the three kinds of I/O threads, written for this page. */
import type { CodeLine } from './program.ts';

export const SERVER_PROGRAMS = {
  redis: [
    { code: 'while True:' },
    { code: '  for client in has_replies:' },
    { code: '    write(client.fd, client.replies)', note: 'write', activities: ['write'] },
    {
      code: '  append_only_file.write()',
      note: 'file',
      activities: ['fileWrite'],
      states: ['waitReply'],
    },
    {
      code: '  ready = epoll_wait()',
      note: 'wait',
      activities: ['epollWait', 'epollCtl', 'poll', 'none'],
      states: ['idle', 'runnable'],
    },
    { code: '  for client in ready:', note: 'turn', activities: ['clientTurn', 'accept', 'close'] },
    { code: '    data = read(client.fd)', note: 'read', activities: ['read', 'readEmpty'] },
    { code: '    for command in parse(data):' },
    { code: '      client.replies += execute(command)', note: 'execute', activities: ['execute'] },
    { code: '  every_100_ms(cron)', note: 'cron', activities: ['cron'] },
  ],
  // `handleClientsWithPendingReadsUsingThreads` and `handleClientsWithPendingWritesUsingThreads`,
  // networking.c of Redis 6 and 7.
  redisFanOut: [
    { code: 'def fan_out(job, clients):' },
    {
      code: '  io_threads.deal(job, clients)',
      note: 'deal',
      activities: ['handOver', 'futexWake'],
    },
    {
      code: '  if job == READ: data = read(own.fd)',
      note: 'read',
      activities: ['read', 'readEmpty'],
    },
    { code: '  if job == WRITE: write(own.fd)', note: 'write', activities: ['write'] },
    { code: '  while io_threads.busy(): look()', note: 'barrier', activities: ['spin'] },
    { code: 'while True:' },
    { code: '  fan_out(READ, has_input)' },
    { code: '  for command in parse(data):', note: 'turn', activities: ['clientTurn', 'accept', 'close'] },
    { code: '    replies += execute(command)', note: 'execute', activities: ['execute'] },
    {
      code: '  append_only_file.write()',
      note: 'file',
      activities: ['fileWrite'],
      states: ['waitReply'],
    },
    { code: '  fan_out(WRITE, has_replies)' },
    {
      code: '  has_input = epoll_wait()',
      note: 'wait',
      activities: ['epollWait', 'epollCtl', 'poll', 'none'],
      states: ['idle', 'runnable'],
    },
    { code: '  every_100_ms(cron)', note: 'cron', activities: ['cron'] },
  ],
  // `processClientsFromIOThread` and `sendPendingClientsToIOThreads`, iothread.c of Redis 8.
  redisHandOver: [
    { code: 'while True:' },
    { code: '  for client in io_threads.take():', note: 'take', activities: ['handOver', 'clientTurn'] },
    { code: '    for command in client.commands:' },
    {
      code: '      client.replies += execute(command)',
      note: 'execute',
      activities: ['execute', 'accept', 'close'],
    },
    {
      code: '    io_threads.give_back(client)',
      note: 'giveBack',
      activities: ['eventfdWrite'],
    },
    {
      code: '  append_only_file.write()',
      note: 'file',
      activities: ['fileWrite'],
      states: ['waitReply'],
    },
    {
      code: '  epoll_wait()',
      note: 'wait',
      activities: ['epollWait', 'epollCtl', 'poll', 'spin', 'none'],
      states: ['idle', 'runnable'],
    },
    { code: '  every_100_ms(cron)', note: 'cron', activities: ['cron'] },
  ],
  // `processIOThreadsReadDone`, `trySendReadToIOThreads`, `trySendWriteToIOThreads` and
  // `adjustIOThreadsByEventLoad` of Valkey 8.
  redisRings: [
    { code: 'while True:' },
    { code: '  rings.exchange(jobs)', note: 'exchange', activities: ['handOver'] },
    { code: '  for command in client.parsed:', note: 'turn', activities: ['clientTurn', 'accept', 'close'] },
    { code: '    client.replies += execute(command)', note: 'execute', activities: ['execute'] },
    {
      code: '  append_only_file.write()',
      note: 'file',
      activities: ['fileWrite'],
      states: ['waitReply'],
    },
    { code: '  if not ring: write(client.fd)', note: 'write', activities: ['write'] },
    {
      code: '  ready = epoll_wait()',
      note: 'wait',
      activities: ['epollWait', 'epollCtl', 'poll', 'spin', 'none'],
      states: ['idle', 'runnable'],
    },
    {
      code: '  io_threads.adjust(len(ready))',
      note: 'adjust',
      activities: ['futexWake'],
    },
    { code: '  if not ring: read(client.fd)', note: 'read', activities: ['read', 'readEmpty'] },
    { code: '  every_100_ms(cron)', note: 'cron', activities: ['cron'] },
  ],
  // `IOThreadMain`, networking.c of Redis 6 and 7.
  ioJobs: [
    { code: 'while True:' },
    { code: '  for look in range(1_000_000):', note: 'look', activities: ['spin'] },
    { code: '    if jobs: break' },
    {
      code: '  if not jobs: mutex.lock()',
      note: 'lock',
      activities: ['futexWait', 'none'],
      states: ['idle', 'runnable'],
    },
    { code: '  for client in jobs:' },
    { code: '    data = read(client.fd)', note: 'read', activities: ['read', 'readEmpty'] },
    { code: '    parse_first(data)', note: 'parse', activities: ['clientTurn'] },
    { code: '    write(client.fd, client.replies)', note: 'write', activities: ['write'] },
  ],
  // `IOThreadMain`, iothread.c of Redis 8.
  ioLoop: [
    { code: 'while True:' },
    { code: '  for client in main.given_back():', note: 'take', activities: ['handOver'] },
    { code: '    write(client.fd, client.replies)', note: 'write', activities: ['write'] },
    { code: '  main.hand_over(clients)', note: 'handOver', activities: ['eventfdWrite'] },
    {
      code: '  ready = epoll_wait()',
      note: 'wait',
      activities: ['epollWait', 'epollCtl', 'none'],
      states: ['idle', 'runnable'],
    },
    { code: '  for client in ready:' },
    { code: '    data = read(client.fd)', note: 'read', activities: ['read', 'readEmpty'] },
    { code: '    clients += parse(data)', note: 'parse', activities: ['clientTurn'] },
  ],
  // `IOThreadMain` and `trySendPollJobToIOThreads`, io_threads.c of Valkey 8.
  ioRing: [
    { code: 'while True:' },
    { code: '  for look in range(1_000_000):', note: 'look', activities: ['spin'] },
    { code: '    if ring: break' },
    {
      code: '  if not ring: mutex.lock()',
      note: 'lock',
      activities: ['futexWait', 'none'],
      states: ['idle', 'runnable'],
    },
    { code: '  client, job = ring.pop()' },
    { code: '  if job == POLL: main.ready = epoll_wait()', note: 'poll', activities: ['epollWait'] },
    { code: '  data = read(client.fd)', note: 'read', activities: ['read', 'readEmpty'] },
    { code: '  parse_first(data)', note: 'parse', activities: ['clientTurn'] },
    { code: '  write(client.fd, client.replies)', note: 'write', activities: ['write'] },
  ],
} satisfies Record<string, readonly CodeLine[]>;
