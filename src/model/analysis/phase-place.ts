/** The place of a request in each phase: caller, client I/O, wire or server. */
import type { PhaseName } from './journey.ts';

/** From the caller outwards. */
export const PLACES = ['caller', 'io', 'wire', 'server'] as const;
export type Place = (typeof PLACES)[number];

export const PLACE_OF: Readonly<Record<PhaseName, Place>> = {
  waitCaller: 'caller',
  backoff: 'caller',
  topology: 'caller',
  fanOut: 'caller',
  waitConnection: 'caller',
  connect: 'caller',
  testOnBorrow: 'caller',
  prepare: 'caller',
  taskQueue: 'io',
  clientWrite: 'io',
  flushWait: 'io',
  wireOut: 'wire',
  serverQueue: 'server',
  serverRead: 'server',
  serverBatch: 'server',
  execute: 'server',
  blocked: 'server',
  replyQueue: 'server',
  serverWrite: 'server',
  wireBack: 'wire',
  clientRead: 'io',
  decode: 'io',
  wakeUp: 'caller',
  testOnReturn: 'caller',
  giveBack: 'caller',
  process: 'caller',
  proxyQueue: 'wire',
  proxyWork: 'wire',
};
