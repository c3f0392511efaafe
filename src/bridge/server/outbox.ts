/**
 * Notices for one page. A slow page gets fewer of them: intervals are merged, so that counts stay correct;
 * samples of single requests are dropped.
 */
import type { WebSocket } from 'ws';
import type { ResponseHistogram } from '../../model/scenario/generated/summary.ts';
import type { Notice } from '../protocol.ts';
import type { Progress } from '../workload/measured.ts';

/** Bytes queued for the page above which it counts as slow. */
const SLOW_BYTES = 256 * 1024;

export class Outbox {
  readonly #socket: Pick<WebSocket, 'bufferedAmount'>;
  readonly #say: (notice: Notice) => void;
  #kept: (Notice & { event: 'progress' }) | undefined;

  constructor(socket: Pick<WebSocket, 'bufferedAmount'>, send: (notice: Notice) => void) {
    this.#socket = socket;
    this.#say = send;
  }

  readonly tell = (notice: Notice): void => {
    if (notice.event === 'progress') {
      const progress = this.#kept ? mergeProgress(this.#kept.progress, notice.progress) : notice.progress;
      this.#kept = { ...notice, progress };
      if (this.#socket.bufferedAmount > SLOW_BYTES) return;
    }
    if (this.#kept) this.#say(this.#kept);
    this.#kept = undefined;
    if (notice.event !== 'progress') this.#say(notice);
  };
}

/** Merges two intervals. Current values come from the second. */
export function mergeProgress(a: Progress, b: Progress): Progress {
  const completed = a.completed + b.completed;
  const sumUs = (a.meanUs ?? 0) * a.completed + (b.meanUs ?? 0) * b.completed;
  return {
    ...b,
    isWarmup: a.isWarmup && b.isWarmup,
    intervalUs: a.intervalUs + b.intervalUs,
    issued: a.issued + b.issued,
    completed,
    failed: a.failed + b.failed,
    shed: a.shed + b.shed,
    histogram: merged(a.histogram, b.histogram),
    meanUs: completed > 0 ? sumUs / completed : null,
    server: b.server ?? a.server,
    look: null,
    trouble: b.trouble ?? a.trouble,
  };
}

function merged(a: ResponseHistogram, b: ResponseHistogram): ResponseHistogram {
  const buckets = new Map<number, { toUs: number; count: number }>();
  for (const { fromUs, toUs, counts } of [a, b])
    fromUs.forEach((from, i) => {
      const count = (buckets.get(from)?.count ?? 0) + (counts[i] ?? 0);
      buckets.set(from, { toUs: toUs[i] ?? from, count });
    });
  const sorted = [...buckets].sort(([x], [y]) => x - y);
  return {
    fromUs: sorted.map(([from]) => from),
    toUs: sorted.map(([, { toUs }]) => toUs),
    counts: sorted.map(([, { count }]) => count),
  };
}
