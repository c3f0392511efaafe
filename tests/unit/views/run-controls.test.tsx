// @vitest-environment happy-dom
/** The button of an experiment: what it means while a first look runs, and for those who press twice. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RunControls } from '../../../src/experiments/RunControls.tsx';
import { glanceSweep, putSweepAside, startSweep } from '../../../src/experiments/sweep.ts';
import { defineSweep } from '../../../src/experiments/sweep-definition.ts';
import { sweeps } from '../../../src/experiments/sweep-state.ts';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { setSpawn } from '../../../src/lab/run/engines.ts';
import { Texts } from '../../../src/ui/texts.tsx';
import { inProcessEngine } from '../../support/in-process.ts';
import '../../support/patience.ts';

// Nothing is kept between the tests.
vi.mock('../../../src/model/workers/identity.ts', async (original) => ({
  ...(await original<typeof import('../../../src/model/workers/identity.ts')>()),
  engineIdentity: async () => undefined,
}));

const definition = {
  series: [{ preset: 'jedis-pool-8', set: { 'workload.arrivals.callers': 20 } }],
  axes: [{ paths: ['network.rttUs'], values: [100, 500] }],
  set: { 'run.warmupMs': 1, 'run.measuredMs': 4 },
  seeds: 3,
};

beforeEach(async () => {
  setSpawn(inProcessEngine);
  expect(defineSweep(definition)).toBe(true);
  render(
    <Texts language="en" catalogue={await loadCatalogue('en')}>
      <RunControls />
    </Texts>,
  );
});
afterEach(() => {
  putSweepAside();
  cleanup();
});

it('starts all of it, and does not pause, while a first look runs', async () => {
  const look = glanceSweep();
  expect(sweeps.getState().isGlance).toBe(true);
  const button = await screen.findByRole('button', { name: 'Run' });
  fireEvent.click(button, { detail: 1 });
  await look;
  expect(sweeps.getState().isGlance).toBe(false);
  expect(sweeps.getState().status).not.toBe('paused');
  await waitFor(() => expect(sweeps.getState().run?.total).toBe(2 * definition.seeds));
});

it('is pressed once by two quick presses', async () => {
  const button = await screen.findByRole('button', { name: 'Run' });
  fireEvent.click(button, { detail: 1 });
  fireEvent.click(button, { detail: 2 });
  await waitFor(() => expect(['running', 'ended']).toContain(sweeps.getState().status));
  expect(sweeps.getState().status).not.toBe('paused');
});

it('tells who is elsewhere when it ends, if that was asked for and allowed, and only then', async () => {
  const told: (string | undefined)[] = [];
  const permission = vi.fn(async () => 'denied' as NotificationPermission);
  class FakeNotification {
    static readonly requestPermission = permission;
    constructor(_: string, { body }: NotificationOptions = {}) {
      told.push(body);
    }
  }
  vi.stubGlobal('Notification', FakeNotification);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const start = async () => {
    sweeps.setState({ status: 'paused' });
    return screen.findByRole('button', { name: 'Notify me when it ends' });
  };
  const end = () => {
    sweeps.setState({ status: 'running' });
    return startSweep().then(() => waitFor(() => expect(sweeps.getState().status).toBe('ended')));
  };

  fireEvent.click(await start());
  await waitFor(() => expect(permission).toHaveBeenCalledTimes(1));
  expect((await start()).getAttribute('aria-pressed')).toBe('false');
  await end();
  expect(told).toEqual([]);

  permission.mockResolvedValue('granted');
  fireEvent.click(await start());
  await waitFor(async () => expect((await start()).getAttribute('aria-pressed')).toBe('true'));
  await end();
  await waitFor(() => expect(told).toEqual(['Experiment finished after 6 runs.']));
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
