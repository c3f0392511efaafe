import { describe, expect, it } from 'vitest';
import { type CallsWords, callPairs, callsPerRequest } from '../../src/charts/calls-per-request.ts';
import { type BatchingWords, commandsPerCall } from '../../src/charts/commands-per-call.ts';
import { pairLines } from '../../src/charts/paired-bars.ts';
import { toText } from '../../src/charts/svg-text.ts';
import { formatNumber } from '../../src/lib/format.ts';
import { paletteOf } from '../../src/lib/palette.ts';
import type { Scenario } from '../../src/model/scenario/generated/scenario.ts';
import { presetById } from '../../src/model/scenario/library.ts';
import { summaryOf } from '../support/in-process.ts';

const [a, b] = await Promise.all(
  ['jedis-pool-8', 'lettuce-shared'].map((id) => summaryOf(presetById(id)?.scenario as Partial<Scenario>)),
);
if (!a || !b) throw new Error('no summaries');
const sides = [
  { id: 'a', ...a },
  { id: 'b', ...b },
] as const;
const number = (value: number) => formatNumber(value, 'en');
const callsWords: CallsWords = {
  number,
  xTitle: 'x',
  call: (owner, syscall) => `${owner} ${syscall}`,
  switches: (host) => `switches ${host}`,
  tableCaption: 'calls',
  tableWhat: 'what',
  list: (names) => names.join('+'),
  sentence: (facts) => `${Object.values(facts).join(' ')}.`,
  noAnswers: (side) => `${side}: no request was answered.`,
  empty: 'nothing',
};
const batchingWords: BatchingWords = {
  number,
  xTitle: 'x',
  call: (name) => name,
  tableCaption: 'batching',
  tableCall: 'call',
  sentence: (facts) => `${Object.values(facts).join(' ')}.`,
  unknown: '?',
  empty: 'nothing',
};
const box = { width: 600, height: 400, fontSize: 10 };

describe('calls and switches per request', () => {
  it('are the very numbers of the summary, the most frequent call first', () => {
    const { rows } = callsPerRequest.table(sides, callsWords);
    for (const { class: owner, syscall, perRequest } of b.syscalls)
      if (perRequest) expect(rows.find(([name]) => name === `${owner} ${syscall}`)?.[2]).toBe(perRequest);
    const most = callPairs(sides, callsWords)
      .filter(({ label }) => !label.startsWith('switches'))
      .map(({ values }) => Math.max(...values.map(({ value }) => value ?? 0)));
    expect(most).toEqual([...most].sort((one, other) => other - one));
    expect(rows.find(([name]) => name === 'switches client')?.[1]).toBe(
      a.hosts.find(({ host }) => host === 'client')?.switchesPerRequest,
    );
  });

  it('are named together where several are the most frequent', () => {
    const syscalls = [
      { class: 'caller', syscall: 'read', perRequest: 1 },
      { class: 'serverMain', syscall: 'read', perRequest: 0.9999 },
      { class: 'serverMain', syscall: 'epollWait', perRequest: 0.5 },
      { class: 'caller', syscall: 'write', perRequest: 1 },
    ] as const;
    expect(callsPerRequest.describe([{ id: 'a', syscalls: [...syscalls], hosts: [] }], callsWords)).toBe(
      'A 3.5 0 caller read+serverMain read+caller write 1 3.',
    );
  });

  it('are not none of each where nothing was answered', () => {
    const nothing = {
      id: 'a' as const,
      syscalls: a.syscalls.map((call) => ({ ...call, perRequest: null })),
      hosts: a.hosts.map((host) => ({ ...host, switchesPerRequest: null })),
    };
    expect(callsPerRequest.describe([nothing], callsWords)).toBe('A: no request was answered.');
    for (const [, none, some] of callsPerRequest.table([nothing, sides[1]], callsWords).rows) {
      expect(none).toBeUndefined();
      expect(some).toBeDefined();
    }
  });

  it('have bars in proportion, with room for each', () => {
    const pairs = callPairs(sides, callsWords);
    const text = toText(
      callsPerRequest.draw(sides, { ...box, height: pairLines(pairs) * 10 }, paletteOf('dark'), callsWords),
    );
    const bars = [...text.matchAll(/<rect x="[\d.]+" y="([\d.]+)" width="([\d.]+)"/g)];
    expect(bars).toHaveLength(
      pairs.flatMap(({ values }) => values.filter(({ value }) => value !== undefined)).length,
    );
    const tops = bars.map(([, y]) => Number(y));
    expect(tops).toEqual([...tops].sort((one, other) => one - other));
    expect(callsPerRequest.describe(sides, callsWords)).toMatch(/^A [\d.]+ [\d.]+ .*\. B /);
  });
});

describe('commands per system call', () => {
  it('are the very numbers of the summary; what was not called stays unknown', () => {
    const { rows } = commandsPerCall.table(sides, batchingWords);
    expect(rows.find(([name]) => name === 'commandsPerServerRead')).toEqual([
      'commandsPerServerRead',
      a.batching.commandsPerServerRead,
      b.batching.commandsPerServerRead,
    ]);
    expect(b.batching.commandsPerServerRead).toBeGreaterThan(1.5);
    const none = [{ id: 'a' as const, batching: { ...a.batching, commandsPerClientWrite: null } }];
    expect(commandsPerCall.describe(none, batchingWords)).toContain('?');
    expect(toText(commandsPerCall.draw(none, box, paletteOf('light'), batchingWords))).toContain('A –');
  });
});
