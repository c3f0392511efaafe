/** Looking at other places of a run that is recorded. */
import { describe, expect, it } from 'vitest';
import type { Recorded } from '../../src/model/workers/protocol.ts';
import { busyPool, busyShared, complete, endedBetween, loadEngine } from './runs.ts';
import { recordUntil, session, straight } from './sessions.ts';

describe.each([
  ['a pool', busyPool],
  ['shared connections', busyShared],
])('a session over %s', (_, partial) => {
  it('returns the same spans for other intervals, and then continues recording', async () => {
    const { chunks: all } = await straight(partial);
    const made = await session(1, partial);
    const before = recordUntil(made, 4_000_000, 1e9).chunks;
    for (const fromNs of [7_000_000, 1_000_000, 7_500_001]) {
      const toNs = fromNs + 1_000_000;
      const { chunks, nowNs } = made.look(fromNs, 1e9, toNs);
      expect(nowNs).toBe(toNs);
      expect(endedBetween(chunks, fromNs, toNs)).toEqual(endedBetween(all, fromNs, toNs));
    }
    const { chunks } = recordUntil(made, 6_000_000, 1e9);
    expect(endedBetween([...before, ...chunks], 0, 6_000_000)).toEqual(endedBetween(all, 0, 6_000_000));
  });

  it('continues a look whose budget was too small', async () => {
    const made = await session(1, partial);
    const [fromNs, toNs] = [6_000_000, 8_000_000];
    const answers: Recorded[] = [];
    do answers.push(made.look(fromNs, 0, toNs));
    while (answers.at(-1)?.chunks.length === 0);
    expect(answers.length).toBeGreaterThan(1);
    expect(answers.at(-1)?.chunks[0]?.fromNs).toBe(fromNs);
    for (const [i, { nowNs }] of answers.slice(1, -1).entries())
      expect(nowNs).toBeGreaterThan(answers[i]?.nowNs ?? 0);
  });

  it('looks at the open run, not at the previous one', async () => {
    const made = await session(1, partial);
    made.look(5_000_000, 1e9, 6_000_000);
    const engine = await loadEngine();
    made.open(complete(engine, partial), true);
    expect(made.look(1_000_000, 1e9, 2_000_000).nowNs).toBe(2_000_000);
    made.open(complete(engine, partial), false);
    expect(() => made.look(1_000_000, 1e9, 2_000_000)).toThrow('look');
  });
});
