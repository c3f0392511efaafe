// @vitest-environment happy-dom
/** Tests the chips of differences, and when results are called not comparable. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { Differences } from '../../../src/lab/page/Differences.tsx';
import { setSpawn } from '../../../src/lab/run/engines.ts';
import { sideAt } from '../../../src/lab/settings/edit.ts';
import { experiment } from '../../../src/lab/settings/experiment-state.ts';
import type { Edits } from '../../../src/model/scenario/patch.ts';
import { Texts } from '../../../src/ui/texts.tsx';
import { inProcessEngine } from '../../support/in-process.ts';
import '../../support/patience.ts';

beforeEach(() => setSpawn(inProcessEngine));
afterEach(cleanup);

async function show(a: string, b: string, edits: Edits = {}, isGuarded = true): Promise<void> {
  experiment.setState({ a: await sideAt(a, {}), b: await sideAt(b, edits) });
  render(
    <Texts language="en" catalogue={await loadCatalogue('en')}>
      <Differences isGuarded={isGuarded} />
    </Texts>,
  );
}
const guard = () => document.querySelector('[data-caution="CMP-01"]')?.textContent;

it('the load model is guarded also as the only difference', async () => {
  const edits: Edits = { 'workload.arrivals.kind': 'open', 'workload.arrivals.ratePerSec': 50_000 };
  await show('jedis-pool-8', 'jedis-pool-8', edits);
  await screen.findByText(/different workloads \(Load model\)/);
  expect(document.querySelectorAll('li').length).toBe(1);
});

it('batches of another size are compared by their commands', async () => {
  await show('jedis-pool-8', 'jedis-pool-8', { 'workload.batch.kind': 'pipeline' });
  await screen.findByText(/Rates are therefore compared per command/);
  expect(guard()).not.toMatch(/not comparable/);
});

it('other callers beside another setting leave the throughput to compare', async () => {
  const edits: Edits = { 'workload.arrivals.callers': 50, 'client.instances': 3 };
  await show('jedis-pool-8', 'jedis-pool-8', edits);
  await screen.findByText(/B has 150 callers\. Only the throughput is compared/);
  expect(guard()).not.toMatch(/not comparable/);
});

it('a lesson, whose author chose the difference, is not guarded', async () => {
  await show('jedis-pool-8', 'jedis-pool-8', { 'workload.batch.kind': 'pipeline' }, false);
  await screen.findByText(/^Batching/);
  expect(guard()).toBeUndefined();
});

it('how long it is measured is no load, and is guarded all the same', async () => {
  await show('jedis-pool-8', 'jedis-pool-8', { 'run.measuredMs': 300 });
  await screen.findByText(/measured differently \(Measured time\)/);
  expect(guard()).not.toMatch(/not asked/);
});

it('a second command that one side does not have has no size and no time there', async () => {
  await show('slow-neighbour', 'quiet-neighbours');
  const chip = await screen.findByText(/^Slow commands: execution time/);
  expect(chip.textContent).toMatch(/–$/);
});

it.each([
  ['second', 'Slow commands'],
  ['third', 'Third command'],
])('a %s command that nobody asks for is not said to differ in its size', async (kind, name) => {
  const path = `workload.${kind}`;
  await show('jedis-pool-8', 'jedis-pool-8', { [`${path}.share`]: 0.1, [`${path}.replyBytes`]: 900 });
  const size = await screen.findByText(new RegExp(`^${name}: reply size`));
  expect(size.textContent).toMatch(/–.*900/);
  await screen.findByText(new RegExp(`^${name}: share`));
});

it('a second command that nobody asks for on either side makes no difference', async () => {
  await show('jedis-pool-8', 'jedis-pool-8', { 'workload.second.replyBytes': 900 });
  await screen.findByText(/^Nothing differs/);
});

it('what belongs to a choice begins with what needs no name', async () => {
  await show('pool-in-bursts', 'lettuce-in-bursts');
  await screen.findByText(/Pooled \(200, Max idle: 8, Open at start: no\)/);
});

it.each<[string, Edits]>([
  ['a knob of the system', { 'network.rttUs': 500 }],
  ['the number of callers', { 'workload.arrivals.callers': 50 }],
])('%s alone is what one wants to see', async (_, edits) => {
  await show('jedis-pool-8', 'jedis-pool-8', edits);
  expect(document.querySelectorAll('li').length).toBe(1);
  expect(guard()).toBeUndefined();
});

it('what the second command is on both sides is said to be the second command’s', async () => {
  await show('slow-neighbour', 'quiet-neighbours');
  await screen.findAllByText(/^Slow commands: execution time/);
  // What guards is loaded with the first pair that needs it.
  await waitFor(() => expect(guard()).toMatch(/Slow commands: request size/));
  expect(guard()).not.toMatch(/[(·] ?(Request size|Execution time)/);
});
