/** The timeout line of StackExchange.Redis. */
import type { PieceReader } from './reader-result.ts';

export const readTimeoutLine: PieceReader = (text) => {
  if (!/Timeout (awaiting response|performing)|timed out in the backlog|The timeout was reached/i.test(text))
    return undefined;
  const worker = /WORKER: \(Busy=(\d+),\s*Free=\d+,\s*Min=(\d+)/.exec(text);
  const line = worker ? text.slice(0, worker.index).split('\n').length : 1;
  return {
    kind: 'stackExchangeTimeout',
    clients: [
      {
        ...{ library: 'stackExchange', options: [] },
        version: { exact: /\bv: ([\d.]+)/.exec(text)?.[1] },
      },
    ],
    // The whole line is one message.
    lines: text.split('\n').map((_, index) => index + 1),
    ...(worker && {
      observed: { workerThreads: { value: { busy: Number(worker[1]), min: Number(worker[2]) }, line } },
    }),
  };
};
