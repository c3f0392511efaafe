import { beforeEach, expect, it, vi } from 'vitest';
import { measure, stopMeasuring } from '../../../src/actions/measurement.ts';
import type { Notice } from '../../../src/bridge/protocol.ts';
import { measurement } from '../../../src/stores/measurement.ts';

/** A bridge whose answers the test gives. */
const bridge = vi.hoisted(() => {
  const asked: { op: string; answer: (value: unknown) => void }[] = [];
  const hearers: ((notice: unknown) => void)[] = [];
  return {
    asked,
    hearers,
    opened: {
      hello: { redisVersion: '7', address: { kind: 'private' }, machine: { cores: 2 } },
      bridge: {
        ask: (op: string) => new Promise((answer) => asked.push({ op, answer })),
        onNotice: (hear: (notice: unknown) => void) => hearers.push(hear),
        onClose: () => undefined,
        close: () => undefined,
      },
    },
  };
});
vi.mock('../../../src/actions/live.ts', () => ({ openedBridge: () => bridge.opened }));
vi.mock('../../../src/actions/twin.ts', () => ({
  runTwin: async () => undefined,
  stopTwin: () => undefined,
}));
vi.mock('../../../src/actions/whole-run.ts', () => ({
  completed: async (_: string, partial: unknown) => partial,
}));

const ops = () => bridge.asked.map(({ op }) => op);
const status = () => measurement.getState().status;
async function answer(op: string, value: unknown): Promise<void> {
  await vi.waitFor(() => expect(ops()).toContain(op));
  bridge.asked.find((one) => one.op === op)?.answer(value);
}

const possible = { kind: 'possible', workload: {}, adapted: [] };
const ended = (measured: object): Notice =>
  ({ event: 'ended', run: 1, measured: { remarks: [], ...measured } }) as unknown as Notice;

beforeEach(() => {
  bridge.asked.length = 0;
  measurement.setState({ status: 'idle', problems: [] });
});

it('can be stopped before it has begun: nothing is run', async () => {
  const measuring = measure();
  expect(status()).toBe('starting');
  await stopMeasuring();
  expect(status()).toBe('stopping');
  await answer('plan', possible);
  await measuring;
  expect(ops()).toEqual(['plan']);
  expect(status()).toBe('idle');
});

it('can be stopped while it is being started: it is ended as soon as it runs', async () => {
  const measuring = measure();
  await answer('plan', possible);
  await vi.waitFor(() => expect(ops()).toContain('run'));
  await stopMeasuring();
  expect(ops()).toEqual(['plan', 'run']);
  await answer('run', { run: 1, workload: {}, adapted: [] });
  await answer('stop', null);
  await measuring;
  expect(ops()).toEqual(['plan', 'run', 'stop']);
  expect(status()).toBe('stopping');
});

it('says so when what was measured cannot be kept', async () => {
  const measuring = measure();
  await answer('plan', possible);
  await answer('run', { run: 1, workload: {}, adapted: [] });
  await measuring;
  expect(status()).toBe('running');
  // Nothing of what a recording must have.
  for (const hear of bridge.hearers) hear(ended({}));
  await vi.waitFor(() => expect(measurement.getState().problems).toHaveLength(1));
  expect(measurement.getState().problems[0]?.detail).toMatch(/not a recording/);
  expect(status()).toBe('idle');
});
