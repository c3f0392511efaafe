/** The drawn path of a request: its place in each phase, in the engine's order. */
import type { PhaseName } from '../../model/analysis/journey.ts';
import { PLACE_OF, PLACES, type Place } from '../../model/analysis/phase-place.ts';
import { phases } from '../../model/engine/generated/abi.ts';

/** Phases outside of a plain request: one connection each, a closed loop, one command. */
const OPTIONAL: readonly PhaseName[] = [
  'waitCaller',
  'backoff',
  'topology',
  'fanOut',
  'waitConnection',
  'connect',
  'testOnBorrow',
  'taskQueue',
  'flushWait',
  'blocked',
  'testOnReturn',
  'giveBack',
  'process',
  'proxyQueue',
  'proxyWork',
];

/** Their place on the way to the server; replies pass them once more. The engine numbers them last. */
const AT_PROXY: readonly PhaseName[] = ['proxyQueue', 'proxyWork'];
const ORDER = phases
  .filter((phase) => !AT_PROXY.includes(phase))
  .flatMap((phase): readonly PhaseName[] => (phase === 'wireOut' ? [phase, ...AT_PROXY] : [phase]));

/** One step of the path. */
export interface RequestPathStep {
  readonly phase: PhaseName;
  readonly place: Place;
  readonly isOptional: boolean;
  /** Where the line enters, is and leaves, in lanes from the left: 0.5 is the middle of the first. */
  readonly line: readonly [number, number, number];
}

const laneOf = (phase: PhaseName | undefined, other: PhaseName): number =>
  PLACES.indexOf(PLACE_OF[phase ?? other]) + 0.5;

export const REQUEST_PATH: readonly RequestPathStep[] = ORDER.map((phase, index) => {
  const lane = laneOf(phase, phase);
  const before = laneOf(ORDER[index - 1], phase);
  const after = laneOf(ORDER[index + 1], phase);
  return {
    phase,
    place: PLACE_OF[phase],
    isOptional: OPTIONAL.includes(phase),
    line: [(before + lane) / 2, lane, (lane + after) / 2],
  };
});
