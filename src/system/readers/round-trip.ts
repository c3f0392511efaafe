/** Measured round trips: `redis-cli --latency`, and `ping`. */
import type { PieceReader } from './reader-result.ts';

/** redis-cli prints ms; the average of its last line counts. */
const LATENCY = /^.*\bmin: \d[\d.]*, max: \d[\d.]*, avg: (\d[\d.]*) \(\d+ samples\)/;
/** The summary of ping: least, mean, most, ms. */
const PING =
  /^(?:rtt|round-trip)\s+min\/avg\/max\/(?:mdev|stddev)\s*=\s*[\d.]+\/([\d.]+)\/|^\s*Minimum = \d+ms, Maximum = \d+ms, Average = (\d+)ms/;

export const readRoundTrip: PieceReader = (text) => {
  const found = text.split(/\r?\n|\r/).flatMap((line, index) => {
    const match = LATENCY.exec(line) ?? PING.exec(line);
    const ms = match?.[1] ?? match?.[2];
    return ms === undefined ? [] : [{ ms: Number(ms), line: index + 1 }];
  });
  const last = found.at(-1);
  if (!last) return undefined;
  return {
    kind: 'roundTrip',
    settings: [
      { path: 'network.rttUs', value: Number((last.ms * 1000).toFixed(1)), line: last.line, key: 'avg' },
    ],
    lines: text.split(/\r?\n/).map((_, index) => index + 1),
  };
};
