/**
 * Explains a phase of one request. One phase name covers different situations, depending on the client's
 * runtime, Redis' I/O threads and the requests ahead.
 */
import { activities, phases } from '../engine/generated/abi.ts';
import { REQUEST_KIND } from '../playback/spans.ts';
import { type IoThreadDesign, ioThreadDesign } from '../scenario/io-threads.ts';
import { carryingSpans } from './carrying.ts';
import { activityOf, connectionOf, endOf, overlap } from './excerpt.ts';
import { type Journey, journeyOf, type Leg, legAt, type PhaseName } from './journey.ts';
import { classOf, lanesOf } from './threads.ts';
import { type Reason, type Recorded, type WaitAttribution, wasIdle } from './wait-attribution.ts';

/** Phases with several explanations. */
type Varied = 'waitCaller' | 'serverQueue' | 'serverBatch' | 'replyQueue' | 'wakeUp' | 'giveBack';

/**
 * The thread that does Redis' I/O: its main thread, an I/O thread assigned per event, or one assigned
 * permanently.
 */
type Server = 'Main' | 'Given' | 'Own';

/** A text by its key; `serverBatchAhead` also has the number of requests ahead. */
export interface Explanation {
  readonly key:
    | Exclude<PhaseName, Varied>
    /** Additional: the thread waits for the disk. */
    | 'disk'
    | `waitCaller${'Busy' | 'Idle' | 'Loop'}`
    | `${'serverQueue' | 'replyQueue'}${Server}`
    | `serverBatch${'Read' | 'Books' | 'Barrier' | 'HandOver' | 'Own' | 'Ahead' | 'Blocked'}`
    | `wakeUp${'Thread' | 'Goroutine' | 'Callback'}`
    | `giveBack${'' | 'Failed'}`;
  readonly count?: number;
}

const WOKEN = {
  threads: 'wakeUpThread',
  goroutines: 'wakeUpGoroutine',
  eventLoop: 'wakeUpCallback',
} as const satisfies Record<Recorded['layout']['runtime'], Explanation['key']>;

const BATCH = REQUEST_KIND + phases.indexOf('serverBatch');
const SPIN = activities.indexOf('spin');
const EXECUTE = activities.indexOf('execute');

/** The explanations of a request in the phase of an attribution. */
export function explanationsOf(recorded: Recorded, request: number, account: WaitAttribution): Explanation[] {
  const isAny = (reason: Reason) => account.shares.some((share) => share.reason === reason);
  return [
    ...phaseOf(recorded, request, account),
    ...(isAny('blocker') ? [{ key: 'serverBatchBlocked' } as const] : []),
    ...(isAny('disk') ? [{ key: 'disk' } as const] : []),
  ];
}

function phaseOf(recorded: Recorded, request: number, account: WaitAttribution): Explanation[] {
  const { phase } = account;
  const journey = journeyOf(recorded.excerpt, request);
  const leg = journey && legAt(journey, account.fromNs);
  switch (phase) {
    case 'waitCaller':
      return [{ key: `waitCaller${takerOf(recorded, journey, leg)}` }];
    case 'serverQueue':
      return [{ key: `serverQueue${serverOf(recorded, journey, leg, 'serverRead')}` }];
    case 'replyQueue':
      return [{ key: `replyQueue${serverOf(recorded, journey, leg, 'serverWrite')}` }];
    case 'serverBatch':
      return journey && leg ? batchOf(recorded, journey, leg) : [{ key: 'serverBatchRead' }];
    case 'giveBack':
      return [{ key: journey?.failure ? 'giveBackFailed' : phase }];
    case 'wakeUp':
      return [{ key: WOKEN[recorded.layout.runtime] }];
    default:
      return [{ key: phase }];
  }
}

/** The activity of the taking thread when a request arrived. */
function takerOf({ excerpt, layout }: Recorded, journey: Journey | undefined, leg: Leg | undefined) {
  if (!journey || !leg) return 'Busy';
  if (!wasIdle(excerpt, journey.caller, leg.fromNs)) return 'Busy';
  return layout.runtime === 'eventLoop' ? 'Loop' : 'Idle';
}

/** The server lane whose call ends the leg. */
function laneThatCalls(recorded: Recorded, journey: Journey, leg: Leg | undefined): number | undefined {
  const { layout } = recorded;
  return leg
    ? [...lanesOf(layout, 'serverMain'), ...lanesOf(layout, 'serverIo')].find(
        (lane) => carryingSpans(recorded, lane, { ...journey, legs: [leg] }).size > 0,
      )
    : undefined;
}

const kindOf = ({ course }: Recorded): IoThreadDesign | undefined =>
  course && ioThreadDesign(course.scenario.server);

/** The thread that makes the next of these calls for the request. */
function serverOf(
  recorded: Recorded,
  journey: Journey | undefined,
  leg: Leg | undefined,
  call: 'serverRead' | 'serverWrite',
): Server {
  const next = journey?.legs.find(({ phase, fromNs }) => phase === call && leg && fromNs >= leg.fromNs);
  const lane = journey && laneThatCalls(recorded, journey, next);
  if (lane === undefined || classOf(recorded.layout, lane) !== 'serverIo') return 'Main';
  return kindOf(recorded) === 'redis8' ? 'Own' : 'Given';
}

/** Between the read that brought a request and its execution. */
function batchOf(recorded: Recorded, journey: Journey, leg: Leg): Explanation[] {
  const { excerpt, layout } = recorded;
  const read = journey.legs.findLast(({ phase, toNs }) => phase === 'serverRead' && toNs <= leg.fromNs);
  const reader = laneThatCalls(recorded, journey, read);
  const isAtMain = (activity: number) => (span: number) =>
    activityOf(excerpt, span) === activity && overlap(excerpt, span, leg.fromNs, leg.toNs) > 0;
  const main = lanesOf(layout, 'serverMain').flatMap((lane) => excerpt.ofLane.get(lane) ?? []);
  const isRead = reader !== undefined;
  const byIo = isRead && classOf(layout, reader) === 'serverIo';
  const isAtBarrier = kindOf(recorded) === 'redis6' && (byIo || main.some(isAtMain(SPIN)));
  const first = isAtBarrier ? 'Barrier' : byIo ? 'HandOver' : isRead ? 'Books' : 'Read';
  const count = aheadOf(recorded, journey, leg);
  const isOwn = main.some((span) => excerpt.request[span] === journey.id && isAtMain(EXECUTE)(span));
  return [
    { key: `serverBatch${first}` },
    ...(count > 0 ? [{ key: 'serverBatchAhead', count } as const] : []),
    ...(isOwn ? [{ key: 'serverBatchOwn' } as const] : []),
  ];
}

/** Number of requests from the same read that execute before this one. */
function aheadOf({ excerpt }: Recorded, { id, legs }: Journey, leg: Leg): number {
  const executeNs = legs.find(({ phase, fromNs }) => phase === 'execute' && fromNs >= leg.toNs)?.fromNs;
  let count = 0;
  for (const [other, spans] of excerpt.ofRequest) {
    if (other === id) continue;
    const at = spans.findIndex(
      (span) =>
        excerpt.kind[span] === BATCH &&
        excerpt.start[span] === leg.fromNs &&
        connectionOf(excerpt, span) === leg.connection,
    );
    if (at < 0) continue;
    const leaves = endOf(excerpt, spans[at] as number);
    if (executeNs === undefined ? other < id : leaves < executeNs) count++;
  }
  return count;
}
