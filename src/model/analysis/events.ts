/** Kinds of events that playback can stop at, as found in a trace. */
import { activities, phases, threadStates } from '../engine/generated/abi.ts';
import { PART_KIND, REQUEST_KIND } from '../playback/spans.ts';

/** The start of a thread's call or state, or of a request's phase. */
type Begin = {
  readonly call?: (typeof activities)[number];
  readonly state?: (typeof threadStates)[number];
  readonly phase?: (typeof phases)[number];
  /** Process of the thread; absent: either. */
  readonly of?: 'client' | 'server';
};

/** In request order; then thread events. */
export const EVENTS = {
  connect: { phase: 'connect' },
  write: { call: 'write', of: 'client' },
  serverRead: { call: 'read', of: 'server' },
  execute: { phase: 'execute' },
  serverWrite: { call: 'write', of: 'server' },
  read: { call: 'read', of: 'client' },
  readEmpty: { call: 'readEmpty' },
  wakeUp: { phase: 'wakeUp' },
  giveBack: { phase: 'giveBack' },
  futexWake: { call: 'futexWake' },
  switch: { state: 'switch' },
} as const satisfies Readonly<Record<string, Begin>>;

export type EventName = keyof typeof EVENTS;
export const EVENT_NAMES = Object.keys(EVENTS) as readonly EventName[];

/** Returns a predicate: whether a span of this kind and argument, on this process, starts such an event. */
export function beginsWith(name: EventName): (kind: number, arg: number, isOnServer: boolean) => boolean {
  const { call, state, phase, of }: Begin = EVENTS[name];
  if (phase) {
    const at = phases.indexOf(phase);
    return (kind) => kind === REQUEST_KIND + at || kind === PART_KIND + at;
  }
  // A preempted call is in the kernel again when it resumes, which starts the event a second time.
  const stateNumber = threadStates.indexOf(call ? 'kernel' : (state ?? 'kernel'));
  const activity = call && activities.indexOf(call);
  return (kind, arg, isOnServer) =>
    kind === stateNumber &&
    (activity === undefined || (arg & 0xff) === activity) &&
    (of === undefined || (of === 'server') === isOnServer);
}
