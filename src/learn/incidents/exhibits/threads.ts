/** CPU of the client's threads as `pidstat -t -u` prints their average, busiest first. */

import { hashOf } from '../draw.ts';
import type { RunRecord, ThreadRecord } from '../record.ts';
import type { Variant } from '../variant.ts';

/** Names of threads as Java and the libraries give them. The kernel keeps fifteen characters. */
const NAMES: Readonly<Record<string, string>> = {
  caller: 'http-nio-exec-',
  eventLoop: 'lettuce-epoll-',
  worker: 'executor-',
  evictor: 'commons-pool-ev',
  refresher: 'topology',
  timer: 'lettuce-timer-',
};

/** Threads that are shown. */
const SHOWN = 12;

const COLUMNS = ['%usr', '%system', '%guest', '%wait', '%CPU', 'CPU'] as const;

const row = (cells: readonly (string | number)[], name: string): string => {
  const [uid = '', tgid = '', tid = '', ...shares] = cells.map(String);
  const padded = shares.map((share) => share.padStart(8));
  return `Average:  ${uid.padStart(6)} ${tgid.padStart(9)} ${tid.padStart(9)} ${padded.join(' ')}  ${name}`;
};

/** Threads of the client by class, numbered from 1, busiest first. */
export function threadsText({ seed }: Variant, { threads, endNs }: RunRecord): string {
  const process = 2000 + (hashOf(`${seed}:process`) % 28_000);
  const numbers = new Map<string, number>();
  const named = threads.map((thread) => {
    const number = (numbers.get(thread.class) ?? 0) + 1;
    numbers.set(thread.class, number);
    const stem = NAMES[thread.class] ?? thread.class;
    return { thread, name: `|__${stem.endsWith('-') ? `${stem}${number}` : stem}` };
  });
  const busy = ({ userNs, kernelNs }: ThreadRecord) => userNs + kernelNs;
  const share = (ns: number) => ((100 * ns) / endNs).toFixed(2);
  const shares = (user: number, kernel: number, wait: number) => [
    ...[share(user), share(kernel), '0.00', share(wait), share(user + kernel), '-'],
  ];
  const total = (of: (thread: ThreadRecord) => number) => threads.reduce((sum, each) => sum + of(each), 0);
  const all = shares(
    total(({ userNs }) => userNs),
    total(({ kernelNs }) => kernelNs),
    total(({ runnableNs }) => runnableNs),
  );
  const lines = named
    .sort((a, b) => busy(b.thread) - busy(a.thread) || a.thread.lane - b.thread.lane)
    .slice(0, SHOWN)
    .map(({ thread, name }) =>
      row(
        [
          '1000',
          '-',
          process + 1 + thread.lane,
          ...shares(thread.userNs, thread.kernelNs, thread.runnableNs),
        ],
        name,
      ),
    );
  return `${[
    row(['UID', 'TGID', 'TID', ...COLUMNS], 'Command'),
    row(['1000', process, '-', ...all], 'java'),
    ...lines,
  ].join('\n')}\n`;
}
