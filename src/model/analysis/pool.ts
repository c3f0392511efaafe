/** The holders of a pool's connections in an interval, and whether the pool served requests in order. */
import { phases } from '../engine/generated/abi.ts';
import { REQUEST_KIND } from '../playback/spans.ts';
import type { RunLayout } from '../workers/protocol.ts';
import { connectionOf, type Excerpt, endOf } from './excerpt.ts';
import { lanesOf } from './threads.ts';

/** A request's hold of a connection, clipped to the interval. */
export interface Loan {
  readonly request: number;
  readonly connection: number;
  readonly fromNs: number;
  readonly toNs: number;
}

export interface Lending {
  /** Longest first. */
  readonly loans: readonly Loan[];
  /** Requests that got a connection in the interval, and those of them that queued after its start. */
  readonly served: number;
  readonly later: number;
}

interface Borrowed extends Loan {
  /** When its caller requested it. */
  readonly queuedNs: number;
}

const WAIT_CONNECTION = REQUEST_KIND + phases.indexOf('waitConnection');

/** Whether any connection can serve any waiting request. In a cluster, each node has its own pool. */
export const hasSinglePool = (layout: RunLayout): boolean =>
  layout.pooled && lanesOf(layout, 'serverMain').length <= 1;

const known = new WeakMap<Excerpt, readonly Borrowed[]>();

/** All recorded holds, one per request and connection, unordered; cached per excerpt. */
function borrowed(excerpt: Excerpt): readonly Borrowed[] {
  const before = known.get(excerpt);
  if (before) return before;
  const found: Borrowed[] = [];
  for (const [request, spans] of excerpt.ofRequest) {
    let last: { -readonly [key in keyof Borrowed]: Borrowed[key] } | undefined;
    let queuedNs: number | undefined;
    for (const span of spans) {
      const connection = connectionOf(excerpt, span);
      const fromNs = excerpt.start[span] as number;
      if (connection >= 0 && last?.connection === connection) last.toNs = endOf(excerpt, span);
      else {
        if (excerpt.kind[span] === WAIT_CONNECTION) queuedNs ??= fromNs;
        last =
          connection < 0
            ? undefined
            : { request, connection, fromNs, toNs: endOf(excerpt, span), queuedNs: queuedNs ?? fromNs };
        if (last) found.push(last);
      }
    }
  }
  known.set(excerpt, found);
  return found;
}

/** Intervals in which all connections of a pool were in use, in order. @param connections size of the pool */
export function allInUse(
  excerpt: Excerpt,
  connections: number,
  fromNs: number,
  toNs: number,
): { readonly fromNs: number; readonly toNs: number }[] {
  const loans = borrowed(excerpt).filter((loan) => loan.toNs > fromNs && loan.fromNs < toNs);
  const begins = Float64Array.from(loans, (loan) => Math.max(fromNs, loan.fromNs)).sort();
  const ends = Float64Array.from(loans, (loan) => Math.min(toNs, loan.toNs)).sort();
  const found: { fromNs: number; toNs: number }[] = [];
  let inUse = 0;
  // A connection returned and taken in the same instant is not free in between.
  for (let begin = 0, end = 0; end < ends.length; ) {
    const nextEnd = ends[end] as number;
    const nextBegin = begins[begin] ?? Number.POSITIVE_INFINITY;
    if (nextBegin <= nextEnd) {
      begin++;
      if (++inUse === connections) found.push({ fromNs: nextBegin, toNs });
    } else {
      end++;
      const last = found.at(-1);
      if (inUse-- === connections && last) last.toNs = nextEnd;
    }
  }
  return found;
}

/** The holders of the connections while a request waited for any of them in [fromNs, toNs]. */
export function lendingTo(excerpt: Excerpt, fromNs: number, toNs: number): Lending {
  const all = borrowed(excerpt);
  const got = all.filter((loan) => loan.fromNs >= fromNs && loan.fromNs < toNs);
  const loans = all
    .filter((loan) => loan.toNs > fromNs && loan.fromNs < toNs)
    .map(({ request, connection, ...loan }) => ({
      request,
      connection,
      fromNs: Math.max(fromNs, loan.fromNs),
      toNs: Math.min(toNs, loan.toNs),
    }))
    .sort((a, b) => b.toNs - b.fromNs - (a.toNs - a.fromNs) || a.fromNs - b.fromNs);
  return { loans, served: got.length, later: got.filter(({ queuedNs }) => queuedNs > fromNs).length };
}
