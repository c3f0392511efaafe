/** Real workloads for tests: scenarios of Node's clients, and a page that waits for what is measured. */
import type { Message, Notice, RunRequest } from '../../src/bridge/protocol.ts';
import type { Measured, Progress } from '../../src/bridge/workload/measured.ts';
import { deep } from '../support/tier.ts';
import type { Line } from './dial.ts';

export const shared = { kind: 'shared', count: 2 };
export const pooled = { kind: 'pooled', maxTotal: 4, handoff: 'fifo' };

interface Asked {
  flush?: 'drained' | 'everyCommand' | 'oneInFlight';
  connections?: object;
  batch?: object;
  arrivals?: object;
  workload?: object;
  network?: object;
}

/** A scenario of one event loop, next to its Redis unless told otherwise. */
export const nodeScenario = ({
  flush = 'drained',
  connections = shared,
  batch = { kind: 'none' },
  arrivals = { kind: 'closed', callers: 20 },
  workload = {},
  network = { rttUs: 0 },
}: Asked = {}) => ({
  workload: { arrivals, batch, ...workload },
  client: {
    runtime: { kind: 'eventLoop' },
    io: { kind: 'eventLoops', loops: 1, flush: { kind: flush } },
    connections,
  },
  network,
});

export interface Heard {
  notices: Notice[];
  progress(): Progress[];
  /** The result; waits for it. */
  measured(): Promise<Measured>;
}

/** Listens to what the bridge tells unasked. */
export function listen(line: Line): Heard {
  const notices: Notice[] = [];
  let wake: () => void = () => undefined;
  line.socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Message;
    if (!('event' in message) || (message.event !== 'progress' && message.event !== 'ended')) return;
    notices.push(message);
    wake();
  });
  return {
    notices,
    progress: () => notices.flatMap((notice) => (notice.event === 'progress' ? [notice.progress] : [])),
    measured: async () => {
      for (;;) {
        const ended = notices.findLast((notice) => notice.event === 'ended');
        if (ended?.event === 'ended') return ended.measured;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

/** Runs a scenario for a moment and answers what was measured. */
export async function measure(
  line: Line,
  scenario: object,
  wish: Partial<RunRequest> = {},
): Promise<Measured> {
  const heard = listen(line);
  await line.ask('run', { scenario, seconds: deep ? 0.2 : 0.1, warmupSeconds: 0, ...wish });
  return heard.measured();
}

/** What every complete measurement shows: work was done, nothing failed, and the server has counted the same. */
export function check({ summary, counted, ended }: Measured): { completed: number; problems: string[] } {
  const problems = counted
    .filter(({ sent, server }) => sent !== server)
    .map((count) => JSON.stringify(count));
  if (ended !== 'complete') problems.push(ended);
  if (!summary) return { completed: 0, problems: [...problems, 'no summary'] };
  const { requests, responseTime, responseHistogram } = summary;
  if (requests.failed > 0) problems.push(JSON.stringify(requests.failures));
  const drawn = responseHistogram?.counts.reduce((sum, count) => sum + count, 0) ?? 0;
  if (drawn !== requests.completed || responseTime.count !== drawn) problems.push('histogram');
  const { issued, inProgressAtStart, completed, failed, inProgressAtEnd } = requests;
  if (issued + inProgressAtStart !== completed + failed + inProgressAtEnd) problems.push('conservation');
  return { completed, problems };
}
