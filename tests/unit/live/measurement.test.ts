import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Notice } from '../../../src/bridge/protocol.ts';
import {
  measure,
  openRecording,
  playSample,
  showExample,
  stopMeasuring,
} from '../../../src/live/measurement.ts';
import { measurement } from '../../../src/live/measurement-state.ts';

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
vi.mock('../../../src/live/live.ts', () => ({ openedBridge: () => bridge.opened }));
vi.mock('../../../src/live/twin.ts', () => ({
  runTwin: async () => undefined,
  stopTwin: () => undefined,
}));
// The stage needs animation frames of a browser.
vi.mock('../../../src/live/real-stage.ts', () => ({
  clearStage: () => undefined,
  showAll: () => undefined,
  showNewest: () => undefined,
}));
vi.mock('../../../src/lab/run/whole-run.ts', () => ({
  completed: async (_: string, partial: unknown) => partial,
}));

const ops = () => bridge.asked.map(({ op }) => op);
const status = () => measurement.getState().status;
async function answer(op: string, value: unknown): Promise<void> {
  await expect.poll(() => ops()).toContain(op);
  bridge.asked.find((one) => one.op === op)?.answer(value);
}

const possible = { kind: 'possible', workload: {}, adapted: [] };
const ended = (measured: object): Notice =>
  ({ event: 'ended', run: 1, measured: { remarks: [], ...measured } }) as unknown as Notice;

beforeEach(() => {
  bridge.asked.length = 0;
  measurement.setState({ status: 'idle', problems: [], run: undefined });
});

afterEach(() => vi.unstubAllGlobals());

it('can be stopped before it has begun: nothing is run', async () => {
  const measuring = measure();
  expect(status()).toBe('starting');
  await stopMeasuring();
  // The page is free at once: what the bridge answers to the plan changes nothing any more.
  expect(status()).toBe('idle');
  await answer('plan', possible);
  await measuring;
  expect(ops()).toEqual(['plan']);
  expect(status()).toBe('idle');
});

/** Asked for, and told to stop while the bridge still connects. */
async function stoppedWhileStarting() {
  const measuring = measure();
  await answer('plan', possible);
  await expect.poll(() => ops()).toContain('run');
  const stopping = stopMeasuring();
  // At once, and not when it has begun: a Redis far away or silent lets that wait.
  expect(ops()).toEqual(['plan', 'run', 'stop']);
  expect(status()).toBe('stopping');
  return { measuring, stopping };
}

it('can be stopped while it is being started: the bridge is told at once, and nobody waits for a run that never begins', async () => {
  const { measuring, stopping } = await stoppedWhileStarting();
  await answer('stop', null);
  await stopping;
  expect(status()).toBe('idle');
  // What comes late is of nobody's run any more.
  await answer('run', { run: 1, workload: {}, adapted: [] });
  await measuring;
  expect(status()).toBe('idle');
  expect(measurement.getState().problems).toEqual([]);
});

it('that began just before it was stopped shows what it had measured', async () => {
  const { measuring, stopping } = await stoppedWhileStarting();
  await answer('run', { run: 1, workload: {}, adapted: [] });
  await measuring;
  expect(status()).toBe('stopping');
  await answer('stop', null);
  await stopping;
  expect(status()).toBe('stopping');
  for (const hear of bridge.hearers) hear(ended({ ended: 'stopped' }));
  await expect.poll(() => status()).toBe('idle');
  expect(measurement.getState().measured?.ended).toBe('stopped');
});

it('says so when what was measured cannot be kept', async () => {
  const measuring = measure();
  await answer('plan', possible);
  await answer('run', { run: 1, workload: {}, adapted: [] });
  await measuring;
  expect(status()).toBe('running');
  // Nothing of what a recording must have.
  for (const hear of bridge.hearers) hear(ended({}));
  await expect.poll(() => measurement.getState().problems).toHaveLength(1);
  expect(measurement.getState().problems[0]?.detail).toMatch(/not a recording/);
  expect(status()).toBe('idle');
});

/** A recording that comes with the page; `answer` lets its file arrive. */
function slowSample() {
  let arrive: (response: unknown) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise((resolve) => (arrive = resolve)));
  const file = readFileSync('public/recordings/ioredisShared.json', 'utf8');
  return () => arrive({ ok: true, text: async () => file });
}

it('drops the example that arrives after a measurement has begun', async () => {
  const arrive = slowSample();
  const example = showExample('ioredisShared');
  const measuring = measure();
  arrive();
  await example;
  expect(status()).toBe('starting');
  await answer('plan', possible);
  await answer('run', { run: 1, workload: {}, adapted: [] });
  await measuring;
  expect(status()).toBe('running');
});

it('shows the example when nothing else was begun', async () => {
  const arrive = slowSample();
  const example = showExample('ioredisShared');
  // The buttons stay usable while it loads.
  expect(status()).toBe('idle');
  arrive();
  await example;
  expect(measurement.getState().run).toMatchObject({ recording: 'ioredisShared', isExample: true });
});

it('stops waiting for a recording that is slow to arrive', async () => {
  const arrive = slowSample();
  const playing = playSample('ioredisShared');
  expect(status()).toBe('starting');
  await stopMeasuring();
  expect(status()).toBe('idle');
  arrive();
  await playing;
  expect(status()).toBe('idle');
  expect(measurement.getState().run).toBeUndefined();
});

it('keeps the example until the first report of the measurement is there', async () => {
  const arrive = slowSample();
  const example = showExample('ioredisShared');
  arrive();
  await example;
  const shown = () => measurement.getState().run?.isExample === true;
  expect(shown()).toBe(true);
  const measuring = measure();
  await answer('plan', possible);
  await answer('run', { run: 1, workload: {}, adapted: [] });
  await measuring;
  expect(status()).toBe('running');
  expect(shown()).toBe(true);
  for (const hear of bridge.hearers) hear(ended({ ended: 'stopped' }));
  expect(shown()).toBe(false);
});

it('refuses a recording with a calibration that is none, and plays one that has none', async () => {
  const text = readFileSync('public/recordings/nodeRedisShared.json', 'utf8');
  const file = (change: object) =>
    new File([JSON.stringify({ ...JSON.parse(text), ...change })], 'mine.json');
  await openRecording(file({ calibration: { format: 'roundtrip-calibration' } }));
  expect(measurement.getState().problems).toMatchObject([{ code: 'BR-28', facts: { path: 'calibration' } }]);
  expect(measurement.getState().run).toBeUndefined();
  await openRecording(file({ calibration: undefined }));
  expect(measurement.getState()).toMatchObject({ problems: [], run: { recording: 'mine.json' } });
  await stopMeasuring();
});
