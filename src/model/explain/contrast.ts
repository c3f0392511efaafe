/**
 * Why one system is faster than the other, from both summaries. Topics: workloads, gain, bottlenecks, demand
 * per request, kinds of work and their takeover. Statements are in display order, with texts in the
 * catalogue. Swapping A and B yields the same statements about the other side.
 */
import { commandsPerRequest, servingNodes } from '../scenario/derived.ts';
import type { Phase, Resource, Summary, ThreadClass } from '../scenario/generated/summary.ts';
import type { SideName } from '../scenario/problem.ts';
import { tooFewCompletions } from './cautions.ts';
import { count, type Fact, type Finding, rate, share, time, use } from './finding.ts';
import { type LimitId, limitOf } from './limits.ts';
import { limiting, ofResource } from './needs.ts';
import { percentileOf } from './pending-percentile.ts';
import { leavesOutMostWaiting } from './starvation.ts';
import {
  type Both,
  difference,
  largestParts,
  NEEDS,
  numberFact,
  otherSide,
  relativeDifference,
  SIDES,
  type Statement,
  type StatementId,
  type System,
  side,
} from './statement.ts';
import { spinUs, sumOf, workOf } from './work.ts';
import { workloadDiff } from './workload-diff.ts';

/** Relative difference below which two metrics are equal. */
export const DIFFERS = 0.02;
/** Share of a request's server core time from which busy waiting is mentioned. */
const NOTABLE_SPIN = 0.05;
/** Relative difference from which Redis has more work per request. */
const MORE_WORK = 0.2;
/** Statements about a resource's demand and sharing, which explain a throughput. */
const EXPLAINS: readonly StatementId[] = ['need', 'needSpread', 'needUneven'];
/** Phases before a request has a pooled connection. */
const BEFORE: readonly Phase[] = ['waitCaller', 'backoff', 'topology', 'waitConnection'];
/** Maximum difference between the mean of completed requests and that of all, for phases to explain it. */
const STARVING = 0.05;
/** Ratio from which batches are larger. */
const LARGER_BATCHES = 1.2;

/** All statements about why A and B differ. */
export function contrast(a: System, b: System): Statement[] {
  const both = { a, b };
  const summaries = { a: a.summary, b: b.summary };
  const silent = SIDES.filter((name) => summaries[name].responseTime.count === 0);
  const [only = 'a'] = silent;
  if (silent.length > 0)
    return [{ id: 'unanswered', facts: { side: side(only), isBoth: count(silent.length > 1 ? 1 : 0) } }];
  const first = gain(both);
  const limits = { a: limitOf(a.scenario, a.summary), b: limitOf(b.scenario, b.summary) };
  const limitedBy: Statement = {
    id: 'limits',
    facts: {},
    limits: SIDES.map((name) => ({ side: name, limit: limits[name] })),
  };
  const workload = workloadDiff(both);
  if (first.id === 'same') return [...workload, first, ...spread(summaries), limitedBy];
  const isFaster = first.id === 'faster';
  const about = resourcesOf(first, summaries, limits)
    .flatMap((resource) => ofResource(both, limits, resource))
    // Under a load that both sustain, none of this is a bottleneck.
    .filter(({ id }) => isFaster || id !== 'freed');
  const isExplained = isFaster && about.some(({ id }) => EXPLAINS.includes(id));
  const poolHolds = holds(summaries, limits);
  return [
    ...workload,
    first,
    ...commands(both),
    limitedBy,
    ...poolHolds,
    ...about,
    ...sharing(both, limits),
    ...batching(summaries),
    ...spinning(summaries),
    ...(isExplained || poolHolds.length > 0 ? [] : phases(summaries)),
  ];
}

/** Whether the parts of requests are keys. */
const isOfKeys = ({ a, b }: Both<System>): boolean =>
  [a, b].some(({ scenario }) => scenario.workload.batch.kind === 'multiKey');

/**
 * The metric in which they differ: throughput (in commands if request sizes differ), or if that is equal, the
 * mean response time.
 */
function gain({ a, b }: Both<System>): Statement {
  const sizes = { a: commandsPerRequest(a.scenario), b: commandsPerRequest(b.scenario) };
  const isAlike = sizes.a === sizes.b;
  // Requests of different sizes are different work: their parts are compared.
  const unit = isAlike ? { a: 1, b: 1 } : sizes;
  const of = count(isAlike ? 0 : isOfKeys({ a, b }) ? 2 : 1);
  const than = (
    id: 'faster' | 'sooner',
    inA: number,
    inB: number,
    winner: SideName,
    fact: (value: number) => Fact,
  ) => {
    const [low, high] = [Math.min(inA, inB), Math.max(inA, inB)];
    return {
      id,
      facts: {
        winner: side(winner),
        loser: side(otherSide(winner)),
        factor: numberFact(high / low),
        part: share(high / low - 1),
        isTwice: count(high / low >= 2 ? 1 : 0),
        high: fact(high),
        low: fact(low),
        of,
      },
    };
  };
  const [inA, inB] = [a.summary.throughput.perSec * unit.a, b.summary.throughput.perSec * unit.b];
  if (relativeDifference(inA, inB) >= DIFFERS) return than('faster', inA, inB, inA > inB ? 'a' : 'b', rate);
  const [ofA, ofB] = [a.summary.responseTime.meanUs ?? 0, b.summary.responseTime.meanUs ?? 0];
  if (relativeDifference(ofA, ofB) >= DIFFERS) return than('sooner', ofA, ofB, ofA < ofB ? 'a' : 'b', time);
  return {
    id: 'same',
    facts: { a: rate(inA), b: rate(inB), responseA: time(ofA), responseB: time(ofB), of },
  };
}

/** Equal means may hide different distributions. */
function spread({ a, b }: Both<Summary>): Statement[] {
  const [inA, inB] = [a.responseTime, b.responseTime];
  const { p50Us: halfA, p99Us: mostA } = inA;
  const { p50Us: halfB, p99Us: mostB } = inB;
  if (!halfA || !halfB || !mostA || !mostB || tooFewCompletions('p99', a) || tooFewCompletions('p99', b))
    return [];
  // Percentiles of completed requests are not meaningful if many others wait.
  if ([a, b].some((each) => leavesOutMostWaiting(each) || percentileOf(each, 'p99Us')?.isRaised)) return [];
  if (Math.max(relativeDifference(halfA, halfB), relativeDifference(mostA, mostB)) < LARGER_BATCHES - 1)
    return [];
  const facts = { halfA: time(halfA), halfB: time(halfB), mostA: time(mostA), mostB: time(mostB) };
  return [{ id: 'spread', facts }];
}

/**
 * The compared resources: the bottlenecks; or, under a load that both sustain, Redis' main thread if its work
 * differs.
 */
function resourcesOf(first: Statement, summaries: Both<Summary>, limits: Both<Finding<LimitId>>): Resource[] {
  if (first.id === 'faster') return limiting(limits);
  const needs = SIDES.map((name) => use(summaries[name], 'serverMain')?.demandUs ?? 0);
  return relativeDifference(needs[0] ?? 0, needs[1] ?? 0) >= MORE_WORK ? ['serverMain'] : [];
}

/** The request sizes behind compared commands or keys. */
function commands({ a, b }: Both<System>): Statement[] {
  const [inA, inB] = [commandsPerRequest(a.scenario), commandsPerRequest(b.scenario)];
  if (inA === inB) return [];
  return [
    {
      id: 'commands',
      facts: {
        a: count(inA),
        b: count(inB),
        isKeys: count(isOfKeys({ a, b }) ? 1 : 0),
        rateA: rate(a.summary.throughput.perSec),
        rateB: rate(b.summary.throughput.perSec),
      },
    },
  ];
}

/** Both are bound by connections: pool sizes and hold times. */
function holds(summaries: Both<Summary>, limits: Both<Finding<LimitId>>): Statement[] {
  const [{ hold: holdA, connections: inA }, { hold: holdB, connections: inB }] = [
    limits.a.facts,
    limits.b.facts,
  ];
  if (limits.a.id !== 'pool' || limits.b.id !== 'pool' || !holdA || !holdB || !inA || !inB) return [];
  if (holdA.unit !== 'time' || holdB.unit !== 'time' || inA.unit !== 'count' || inB.unit !== 'count')
    return [];
  const facts = { a: holdA, b: holdB, inA, inB, isSame: count(inA.value === inB.value ? 1 : 0) };
  if (relativeDifference(holdA.us, holdB.us) < NEEDS) return [{ id: 'hold', facts }];
  const holdPhases = phasesOf(summaries).filter(({ of }) => !BEFORE.includes(of.phase));
  const { parts } = largestParts(holdPhases);
  const namedUs = parts.reduce((sum, part) => sum + difference(part), 0);
  return [{ id: 'hold', facts, parts, restUs: holdB.us - holdA.us - namedUs }];
}

/** Mean number of requests in progress with a caller; arrivals without one hold no connection. */
const withCaller = ({ little, queues }: Summary): number =>
  little.meanInProgress - (queues.find(({ phase }) => phase === 'waitCaller')?.mean ?? 0);

/** A pool on one side, shared connections on the other. */
function sharing(both: Both<System>, limits: Both<Finding<LimitId>>): Statement[] {
  return SIDES.flatMap((name) => {
    const other = both[otherSide(name)];
    const { connections } = both[name].scenario.client;
    if (connections.kind !== 'shared' || limits[otherSide(name)].id !== 'pool') return [];
    const facts = {
      side: side(name),
      connections: count(connections.count * servingNodes(both[name].scenario)),
      inProgress: numberFact(withCaller(both[name].summary)),
      other: side(otherSide(name)),
    };
    return other.scenario.client.connections.kind === 'pooled' ? [{ id: 'sharing', facts } as const] : [];
  });
}

const CARRIERS = ['commandsPerServerRead', 'commandsPerClientWrite'] as const;

/** More commands per system call. */
function batching({ a, b }: Both<Summary>): Statement[] {
  const found = CARRIERS.flatMap((name) => {
    const [inA, inB] = [a.batching[name], b.batching[name]];
    return inA && inB && relativeDifference(inA, inB) >= LARGER_BATCHES - 1 ? [{ name, inA, inB }] : [];
  });
  const largest = found.sort(
    (x, y) => relativeDifference(y.inA, y.inB) - relativeDifference(x.inA, x.inB),
  )[0];
  if (!largest) return [];
  const { name, inA, inB } = largest;
  return [
    {
      id: 'batching',
      facts: {
        isServer: count(name === 'commandsPerServerRead' ? 1 : 0),
        a: numberFact(inA),
        b: numberFact(inB),
      },
    },
  ];
}

const SPINNERS: readonly ThreadClass[] = ['serverIo', 'serverMain'];

/** Busy waiting of server threads, the larger first. */
function spinning({ a, b }: Both<Summary>): Statement[] {
  const onServer = (summary: Summary) =>
    sumOf(
      workOf(
        summary,
        summary.threads.filter(({ host }) => host === 'server'),
      ),
    );
  const [allA, allB] = [onServer(a), onServer(b)];
  return SPINNERS.flatMap((by) => {
    const [inA, inB] = [spinUs(a, by), spinUs(b, by)];
    const isNotable = (allA > 0 && inA / allA >= NOTABLE_SPIN) || (allB > 0 && inB / allB >= NOTABLE_SPIN);
    if (!isNotable || relativeDifference(inA, inB) < NEEDS)
      return isNotable && Math.min(inA, inB) === 0 ? [{ by, inA, inB }] : [];
    return [{ by, inA, inB }];
  })
    .sort((x, y) => Math.max(y.inA, y.inB) - Math.max(x.inA, x.inB))
    .map(({ by, inA, inB }) => {
      const [more, less] = inA > inB ? (['a', 'b'] as const) : (['b', 'a'] as const);
      const group = { a, b }[more].threads.find(({ class: own }) => own === by);
      return {
        id: 'spin',
        facts: {
          threads: { unit: 'threads', class: by, count: group?.count ?? 1 },
          // Without busy waiting there may be no such threads.
          isOnly: { unit: 'count', value: Number(Math.min(inA, inB) === 0) },
          side: { unit: 'side', name: more },
          other: { unit: 'side', name: less },
          most: time(Math.max(inA, inB)),
          a: time(inA),
          b: time(inB),
        },
      };
    });
}

function phasesOf({ a, b }: Both<Summary>) {
  const of = ({ phases: times }: Summary, phaseName: Phase) =>
    times.find(({ phase }) => phase === phaseName)?.time.meanUs ?? 0;
  // A phase that few systems have is listed only where it is.
  const names = new Set([...a.phases, ...b.phases].map(({ phase }) => phase));
  return [...names].map((phase) => ({ of: { phase }, a: of(a, phase), b: of(b, phase) }));
}

/** If the longest waiters starve, or arrivals exceed departures, completed requests are a biased sample. */
const isStarving = ({ responseTime, little: { meanResponseUs } }: Summary): boolean =>
  meanResponseUs === null || relativeDifference(responseTime.meanUs ?? 0, meanResponseUs) > STARVING;

/** Differences in the phases; they sum to the response time. */
function phases({ a, b }: Both<Summary>): Statement[] {
  const [ofA, ofB] = [a.responseTime.meanUs ?? 0, b.responseTime.meanUs ?? 0];
  if (relativeDifference(ofA, ofB) < DIFFERS || isStarving(a) || isStarving(b)) return [];
  return [{ id: 'phases', facts: { a: time(ofA), b: time(ofB) }, ...largestParts(phasesOf({ a, b })) }];
}
