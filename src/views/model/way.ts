/** The way of a request as it is drawn: where it is in each phase, in the order in which the engine knows them. */
import { phases } from '../../engine/generated/abi.ts';

/** From the caller outwards. */
export const PLACES = ['caller', 'io', 'wire', 'server'] as const;
export type Place = (typeof PLACES)[number];
export type Phase = (typeof phases)[number];

const PLACE_OF: Readonly<Record<Phase, Place>> = {
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
  replyQueue: 'server',
  serverWrite: 'server',
  wireBack: 'wire',
  clientRead: 'io',
  decode: 'io',
  wakeUp: 'caller',
  testOnReturn: 'caller',
  giveBack: 'caller',
};

/** Phases that a plain request has under no set-up of its own: one connection each, a closed loop, one command. */
const OPTIONAL: readonly Phase[] = [
  'waitCaller',
  'backoff',
  'topology',
  'fanOut',
  'waitConnection',
  'connect',
  'testOnBorrow',
  'taskQueue',
  'flushWait',
  'testOnReturn',
  'giveBack',
];

/** One step of the way. */
export interface WayStep {
  readonly phase: Phase;
  readonly place: Place;
  readonly isOptional: boolean;
  /** Where the line enters, is and leaves, in lanes from the left: 0.5 is the middle of the first. */
  readonly line: readonly [number, number, number];
}

const laneOf = (phase: Phase | undefined, other: Phase): number =>
  PLACES.indexOf(PLACE_OF[phase ?? other]) + 0.5;

export const WAY: readonly WayStep[] = phases.map((phase, index) => {
  const lane = laneOf(phase, phase);
  const before = laneOf(phases[index - 1], phase);
  const after = laneOf(phases[index + 1], phase);
  return {
    phase,
    place: PLACE_OF[phase],
    isOptional: OPTIONAL.includes(phase),
    line: [(before + lane) / 2, lane, (lane + after) / 2],
  };
});
