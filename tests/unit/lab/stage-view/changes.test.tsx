// @vitest-environment happy-dom
/** Tests the list of changes to a preset, and their reset, on the real engine. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../../src/i18n/catalogue.ts';
import { setSpawn } from '../../../../src/lab/run/engines.ts';
import { edit, sideAt } from '../../../../src/lab/settings/edit.ts';
import { experiment } from '../../../../src/lab/settings/experiment-state.ts';
import { PairPicker } from '../../../../src/lab/settings/PairPicker.tsx';
import { NO_RULES } from '../../../../src/model/scenario/controls.ts';
import { getAt } from '../../../../src/model/scenario/patch.ts';
import { Texts } from '../../../../src/ui/texts.tsx';
import { ui } from '../../../../src/ui/ui-state.ts';
import { inProcessEngine } from '../../../support/in-process.ts';
import '../../../support/patience.ts';

const scenario = () => experiment.getState().a?.scenario;
const show = async (): Promise<void> => {
  const catalogue = await loadCatalogue('en');
  render(
    <Texts language="en" catalogue={catalogue}>
      <PairPicker />
    </Texts>,
  );
};

beforeEach(async () => {
  setSpawn(inProcessEngine);
  ui.setState({ rules: NO_RULES });
  experiment.setState({ a: await sideAt('jedis-pool-8', {}), b: await sideAt('lettuce-shared', {}) });
});
afterEach(cleanup);

it('is nothing while a side is as its preset', async () => {
  await show();
  expect(screen.queryByRole('list', { name: /^Changes from the preset/ })).toBeNull();
});

it('names each change with both values and takes it back alone', async () => {
  await edit(['a'], { 'client.connections.maxTotal': 50, 'network.rttUs': 250 });
  await show();
  expect(await screen.findByText('Pool size: 8 → 50')).toBeTruthy();
  expect(screen.getByText('Round-trip time: 1 ms → 250 µs')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Pool size: restore 8' }));
  await waitFor(() => expect(getAt(scenario(), 'client.connections.maxTotal')).toBe(8));
  expect(screen.queryByText(/^Pool size/)).toBeNull();
  expect(getAt(scenario(), 'network.rttUs')).toBe(250);
});

it('takes a choice back together with what belongs to it, and everything at once', async () => {
  await edit(['a'], {
    'client.connections.maxTotal': 50,
    'workload.arrivals': { kind: 'open', ratePerSec: 1234, callers: 30 },
    'network.rttUs': 250,
  });
  await show();
  fireEvent.click(await screen.findByRole('button', { name: /^Load model: restore Closed/ }));
  await waitFor(() => expect(getAt(scenario(), 'workload.arrivals.kind')).toBe('closed'));
  expect(scenario()?.workload?.arrivals).toEqual(experiment.getState().a?.base.workload?.arrivals);
  fireEvent.click(screen.getByRole('button', { name: 'Restore the preset' }));
  await waitFor(() => expect(scenario()).toEqual(experiment.getState().a?.base));
});

it('gives back nothing that a link has locked, and says nothing of what it has hidden', async () => {
  await edit(['a'], { 'client.connections.maxTotal': 50, 'network.rttUs': 250, 'client.cores': 2 });
  ui.setState({ rules: { hide: ['network'], lock: ['client.connections'], only: [] } });
  await show();
  expect(await screen.findByText('Pool size: 8 → 50')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /: restore / }).map(({ title }) => title)).toEqual([
    'Client cores: restore 8',
  ]);
  expect(screen.queryByText(/^Round-trip time/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Restore the preset' })).toBeNull();
});
