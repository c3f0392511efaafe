/** Kinds of events of a run that one can wait for: what a trace has of them. */
import { activities, phases, threadStates } from '../engine/generated/abi.ts';
import { PART_KIND, REQUEST_KIND } from '../playback/spans.ts';

/** What begins with the event: a thread's call or state, or a stretch of a request's time. */
type Begin = {
  readonly call?: (typeof activities)[number];
  readonly state?: (typeof threadStates)[number];
  readonly phase?: (typeof phases)[number];
  /** Whose thread it is; of either process where absent. */
  readonly of?: 'client' | 'server';
};

/** In the order in which a request meets them; then what happens to threads. */
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

/** Whether the span with this kind and this argument, of a thread of this process if of one, begins with such an event. */
export function beginsWith(name: EventName): (kind: number, arg: number, isOnServer: boolean) => boolean {
  const { call, state, phase, of }: Begin = EVENTS[name];
  if (phase) {
    const at = phases.indexOf(phase);
    return (kind) => kind === REQUEST_KIND + at || kind === PART_KIND + at;
  }
  // A call that goes on after somebody else had the core is in the kernel again: that begins it a second time.
  const wanted = threadStates.indexOf(call ? 'kernel' : (state ?? 'kernel'));
  const activity = call && activities.indexOf(call);
  return (kind, arg, isOnServer) =>
    kind === wanted &&
    (activity === undefined || (arg & 0xff) === activity) &&
    (of === undefined || (of === 'server') === isOnServer);
}
