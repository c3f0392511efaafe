/**
 * Compares a resource's demand per request on both sides: kinds of work that differ, and threads that took
 * work over.
 */
import type { Resource } from '../scenario/generated/summary.ts';
import type { SideName } from '../scenario/problem.ts';
import { count, type Finding, resourceFact, share, sharingFact, time, use } from './finding.ts';
import type { LimitId } from './limits.ts';
import { busiestFact, oneFact, serversFact, serversOf } from './servers.ts';
import { isShared } from './shared-cores.ts';
import {
  type Both,
  largestParts,
  MOST,
  NEEDS,
  otherSide,
  type Part,
  relativeDifference,
  SIDES,
  type Statement,
  type System,
  side,
  WORTH,
} from './statement.ts';
import { demandParts, threadsOf, usOf, type WorkKind, type WorkParts, workOf } from './work.ts';

/** Minimum ratio of work gained elsewhere to work lost here, for a takeover. */
const TAKEN = 0.5;

/** Resources that are a bottleneck of either side, A's first. */
export function limiting(limits: Both<Finding<LimitId>>): Resource[] {
  const of = ({ facts, id }: Finding<LimitId>): Resource[] => {
    if (id === 'together') return ['eventLoop'];
    return facts.resource?.unit === 'resource' ? [facts.resource.name] : [];
  };
  return [...new Set([...of(limits.a), ...of(limits.b)])];
}

/** A resource's demand per request, the kinds of work that differ, and the threads that took them over. */
export function ofResource(
  both: Both<System>,
  limits: Both<Finding<LimitId>>,
  resource: Resource,
): Statement[] {
  const uses = { a: use(both.a.summary, resource), b: use(both.b.summary, resource) };
  const needs = { a: uses.a?.demandUs ?? 0, b: uses.b?.demandUs ?? 0 };
  const parts = { a: demandParts(both.a.summary, resource), b: demandParts(both.b.summary, resource) };
  if (needs.a === 0 || needs.b === 0) return only(both, uses.a ? 'a' : 'b', parts, resource, needs);
  const servers = {
    a: serversOf(both.a.scenario, both.a.summary, resource),
    b: serversOf(both.b.scenario, both.b.summary, resource),
  };
  const freed = SIDES.filter(
    (name) => !limiting({ a: limits[name], b: limits[name] }).includes(resource),
  ).map(
    (name): Statement => ({
      id: 'freed',
      facts: {
        side: side(name),
        resource: busiestFact(both[name].summary, resource, servers[name]),
        sharing: sharingFact(servers[name].sharing),
        utilisation: share(uses[name]?.utilisation ?? 0),
      },
    }),
  );
  const isUneven = SIDES.some((name) => servers[name].sharing === 'uneven');
  const isSpread = isUneven || servers.a.count !== servers.b.count;
  // With different sharing, the demand of one server does not represent the work.
  const totals = isSpread ? { a: servers.a.totalUs, b: servers.b.totalUs } : needs;
  // If only one of them shares its machine with Redis, the name must say so.
  const representative = isShared(both.b.summary, resource) ? both.b : both.a;
  const facts = {
    resource: resourceFact(representative.summary, resource),
    a: time(totals.a),
    b: time(totals.b),
  };
  const spread = {
    byA: serversFact(resource, servers.a),
    byB: serversFact(resource, servers.b),
    eachA: time(servers.a.meanUs),
    eachB: time(servers.b.meanUs),
  };
  const isSame = relativeDifference(totals.a, totals.b) < NEEDS;
  const all = { a: scaled(parts.a, totals.a / needs.a), b: scaled(parts.b, totals.b / needs.b) };
  // One more request may cost the busiest server far more than its work: kinds of work would not explain
  // that.
  const isShare = isUneven && 2 * bigger(totals) < bigger(needs);
  const differing = isSame || isShare ? undefined : differences(all);
  const ones = {
    oneA: oneFact(resource, servers.a),
    oneB: oneFact(resource, servers.b),
    eachA: time(needs.a),
    eachB: time(needs.b),
    isShare: count(isShare ? 1 : 0),
  };
  const need: Statement = isUneven
    ? { id: 'needUneven', facts: { ...facts, ...ones }, ...differing }
    : isSpread
      ? { id: 'needSpread', facts: { ...facts, ...spread }, ...differing }
      : { id: isSame ? 'needSame' : 'need', facts, ...differing };
  return [need, ...takenOver(both, resource, differing?.parts ?? []), ...freed];
}

/** Ratio of both sides, as an absolute logarithm. */
const bigger = ({ a, b }: Both<number>): number => Math.abs(Math.log(a / b));

const scaled = (parts: WorkParts, by: number): WorkParts =>
  parts.map(({ kind, us }) => ({ kind, us: us * by }));

/** The kinds with the largest differences, and the sum of the rest. */
function differences(parts: Both<WorkParts>): { parts: Part[]; restUs: number } {
  const kinds = new Set([...parts.a, ...parts.b].map(({ kind }) => kind));
  const all = [...kinds].map((work) => ({ of: { work }, a: usOf(parts.a, work), b: usOf(parts.b, work) }));
  return largestParts(all);
}

/** A resource that only one side has. */
function only(
  both: Both<System>,
  name: SideName,
  parts: Both<WorkParts>,
  resource: Resource,
  needs: Both<number>,
): Statement[] {
  const other = otherSide(name);
  const largest = [...parts[name]].slice(0, MOST).filter(({ us }) => us >= WORTH * needs[name]);
  return [
    {
      id: 'only',
      facts: {
        side: side(name),
        other: side(other),
        resource: resourceFact(both[name].summary, resource),
        demand: time(needs[name]),
        works: { unit: 'works', works: largest.map(({ kind, us }) => ({ kind, us })) },
      },
    },
  ];
}

/** Other threads of the same program that do more of the work that the resource does less. */
function takenOver(both: Both<System>, resource: Resource, parts: readonly Part[]): Statement[] {
  const threadsOn = (name: SideName) => threadsOf(both[name].summary, resource);
  const threads = { a: threadsOn('a'), b: threadsOn('b') };
  const isServer = threads.a[0]?.class.startsWith('server');
  if (threads.a.length !== 1 || threads.b.length !== 1) return [];
  const found = SIDES.flatMap((name) => {
    const before = otherSide(name);
    return both[name].summary.threads
      .filter(
        (group) => group.class.startsWith('server') === isServer && group.class !== threads[name][0]?.class,
      )
      .flatMap((group) => {
        const of = (which: SideName, kind: WorkKind) =>
          usOf(
            workOf(
              both[which].summary,
              both[which].summary.threads.filter((other) => other.class === group.class),
            ),
            kind,
          );
        const kinds = parts.flatMap(({ of: what, a, b }) => {
          if (!('work' in what)) return [];
          const fell = name === 'b' ? a - b : b - a;
          const rose = of(name, what.work) - of(before, what.work);
          return fell > 0 && rose >= TAKEN * fell ? [{ kind: what.work, us: of(name, what.work) }] : [];
        });
        return kinds.length === 0 ? [] : [{ name, group, kinds }];
      });
  });
  return found.map(({ name, group, kinds }) => ({
    id: 'takenOver',
    facts: {
      side: side(name),
      threads: { unit: 'threads', class: group.class, count: group.count },
      works: { unit: 'works', works: [...kinds].sort((a, b) => b.us - a.us) },
    },
  }));
}
