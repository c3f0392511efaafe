/**
 * The model's simplifications, and the direction of their effect on the numbers. Texts are in the catalogue,
 * under `model.leftOut`.
 */
import type { Messages } from '../../i18n/texts.ts';

export type LeftOutId = keyof Messages['model']['leftOut']['rows'];
type Subject = keyof Messages['model']['leftOut']['subjects'];
export type Direction = keyof Messages['model']['leftOut']['directions'];

export const LEFT_OUT: Readonly<Record<Subject, Readonly<Partial<Record<LeftOutId, Direction>>>>> = {
  machines: {
    constants: 'faster',
    caches: 'faster',
    priorities: 'either',
    steps: 'slower',
    idleStates: 'either',
    timers: 'either',
    machines: 'either',
    interrupts: 'none',
    pinning: 'slower',
    spinningLocks: 'either',
  },
  network: {
    headers: 'faster',
    tcp: 'either',
    receiveQueue: 'none',
    corking: 'slower',
    quickAcks: 'slower',
    handshakes: 'faster',
    buffers: 'faster',
    halves: 'none',
    proxies: 'faster',
    http: 'none',
    breaks: 'faster',
    closing: 'slower',
  },
  clients: {
    go: 'faster',
    poolLock: 'faster',
    lettuceLock: 'faster',
    netty: 'faster',
    pooledLettuce: 'slower',
    lateAnswers: 'slower',
    impatience: 'slower',
    nextSocket: 'faster',
    roundRobin: 'either',
    callerCode: 'either',
    callbacks: 'faster',
  },
  server: {
    persistence: 'faster',
    ioThreads: 'slower',
    queryBuffer: 'none',
    watch: 'faster',
    lostInTransaction: 'none',
    postponedReads: 'none',
  },
  cluster: {
    moving: 'faster',
    routing: 'faster',
    clusterPipeline: 'faster',
    slotTable: 'either',
    redirections: 'either',
    replicas: 'either',
    gatherErrors: 'slower',
    clusterThreads: 'refused',
    clusterPublish: 'refused',
  },
  settings: {
    nodeTimeouts: 'none',
    goRedis: 'slower',
    redigo: 'either',
    buffersOfClients: 'faster',
    transports: 'either',
  },
  limits: {
    memory: 'refused',
    standstill: 'refused',
  },
};
