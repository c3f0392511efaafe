import { beforeEach, expect, it, vi } from 'vitest';
import { sweeps } from '../../../../src/experiments/sweep-state.ts';
import { useInExperiments } from '../../../../src/live/calibration/calibration.ts';
import { calibration } from '../../../../src/live/calibration/calibration-state.ts';
import type { Calibration } from '../../../../src/live/calibration/file.ts';
import { fromSweepQuery } from '../../../../src/model/sweep/link.ts';
import { readSweep } from '../../../../src/model/sweep/read.ts';

const place = { hash: '' };
vi.stubGlobal('location', place);

const costs = [
  { cost: 'nodeJsCommandNs', value: 987, uncertainty: 0.1 },
  { cost: 'commandNs', value: 321, uncertainty: null },
];
const found = {
  runtime: 'node',
  profile: 'linux-2core-vm',
  costs,
  cores: 1,
  relayUs: 0,
  wireUs: 0,
} as unknown as Calibration;

beforeEach(() => {
  calibration.setState({ calibrations: { node: found } });
  sweeps.setState({ definition: undefined });
  place.hash = '';
});

const linked = async () => {
  const read = await fromSweepQuery(place.hash.split('?')[1] ?? '');
  if (!read || !('definition' in read)) throw new Error('the address has no experiment');
  return read.definition as { series: { name: string; set: Record<string, unknown> }[] };
};

/** Makes the linked experiment one with these systems, and the present one. */
async function showSystems(...systems: readonly { name: string; set: Record<string, unknown> }[]) {
  const example = await linked();
  const [first] = example.series;
  const series = systems.map(({ name, set }) => ({ ...first, name, set }));
  sweeps.setState({ definition: readSweep({ ...example, series }).sweep });
}

it('gives every system of an experiment the costs of this machine', async () => {
  await useInExperiments();
  await showSystems(
    { name: 'near', set: { 'network.rttUs': 100 } },
    { name: 'far', set: { 'network.rttUs': 900 } },
  );
  await useInExperiments();
  expect(place.hash).toMatch(/^#\/experiments\?/);
  const { series } = await linked();
  expect(series).toHaveLength(2);
  for (const { set } of series)
    expect(set).toMatchObject({
      'costs.profile': 'linux-2core-vm',
      'costs.overrides.nodeJsCommandNs': 987,
      // A cost that has a twin has it here, too.
      'costs.overrides.nodeJsReplyNs': 987,
      'costs.overrides.commandNs': 321,
    });
});

it('keeps what makes the systems of the present experiment different', async () => {
  await useInExperiments();
  await showSystems({ name: 'own', set: { 'network.rttUs': 777 } });
  await useInExperiments();
  expect((await linked()).series).toMatchObject([
    { name: 'own', set: { 'network.rttUs': 777, 'costs.overrides.commandNs': 321 } },
  ]);
});

it('does nothing before anything was found', async () => {
  calibration.setState({ calibrations: {} });
  await useInExperiments();
  expect(place.hash).toBe('');
});
