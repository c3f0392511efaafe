// @vitest-environment happy-dom
/** A knob on the real engine: what is typed stays, what is wrong is said, the way out works. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { setSpawn } from '../../../src/lab/run/engines.ts';
import { sideAt } from '../../../src/lab/settings/edit.ts';
import { experiment } from '../../../src/lab/settings/experiment-state.ts';
import { Knob } from '../../../src/lab/settings/Knob.tsx';
import { MAIN_KNOBS } from '../../../src/lab/settings/knobs.ts';
import { SlowCommands } from '../../../src/lab/settings/SlowCommands.tsx';
import type { Language } from '../../../src/lib/languages.ts';
import { NO_RULES } from '../../../src/model/scenario/controls.ts';
import { getAt } from '../../../src/model/scenario/patch.ts';
import { CONNECTIONS } from '../../../src/model/sweep/first-axis.ts';
import { fromSweepQuery } from '../../../src/model/sweep/link.ts';
import { Texts } from '../../../src/ui/texts.tsx';
import { ui } from '../../../src/ui/ui-state.ts';
import { inProcessEngine } from '../../support/in-process.ts';
import '../../support/patience.ts';

const show = (paths: readonly string[], language: Language = 'en') =>
  showPart(<Knob paths={paths} sliderMax={500} />, language);

async function showPart(part: ReactNode, language: Language = 'en'): Promise<void> {
  const catalogue = await loadCatalogue(language);
  render(
    <Texts language={language} catalogue={catalogue}>
      {part}
    </Texts>,
  );
}
const input = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

beforeEach(async () => {
  setSpawn(inProcessEngine);
  ui.setState({ split: [] });
  experiment.setState({ a: await sideAt('jedis-pool-8', {}), b: await sideAt('lettuce-shared', {}) });
});
afterEach(cleanup);

it('calls the second command slow only where it is not there for something else', async () => {
  const group = (name: string) => screen.queryByRole('group', { name });
  await showPart(<SlowCommands knobs={MAIN_KNOBS.filter(({ slow }) => slow)} />);
  expect(group('Slow commands')).toBeTruthy();
  experiment.setState({ a: await sideAt('subscription-per-user', {}) });
  await waitFor(() => expect(group('Second command')).toBeTruthy());
  experiment.setState({ a: await sideAt('slow-neighbour', {}) });
  await waitFor(() => expect(group('Slow commands')).toBeTruthy());
});

it('says of callers and connections that they are per instance where there are several', async () => {
  const names = () => screen.getAllByRole('textbox').map((box) => box.getAttribute('aria-label'));
  await showPart(
    <>
      <Knob paths={['workload.arrivals.callers']} />
      <Knob paths={['network.rttUs']} />
    </>,
  );
  expect(names()).toEqual(['Caller threads', 'Round-trip time (µs)']);
  experiment.setState({ a: await sideAt('fleet-pools', { 'workload.arrivals.kind': 'closed' }) });
  await waitFor(() => expect(names()[0]).toMatch(/^Caller threads per instance/));
  expect(names().some((name) => name?.startsWith('Round-trip time per'))).toBe(false);
  expect(screen.getByText('Caller threads per instance')).toBeTruthy();
});

it('sets both sides while they agree', async () => {
  await show(['network.rttUs']);
  fireEvent.change(input('Round-trip time (µs)'), { target: { value: '250' } });
  await waitFor(() => expect(experiment.getState().b?.scenario.network?.rttUs).toBe(250));
  expect(experiment.getState().a?.scenario.network?.rttUs).toBe(250);
});

it('keeps what is typed, says what is wrong with it, and offers the nearest value', async () => {
  await show(['client.connections.maxTotal']);
  fireEvent.change(input('Pool size'), { target: { value: '0' } });
  await screen.findByText(/is outside the model’s range of 1 to 10,000/);
  await waitFor(() => expect(input('Pool size').value).toBe('0'));
  expect(input('Pool size').getAttribute('aria-invalid')).toBe('true');
  expect(
    document.getElementById(input('Pool size').getAttribute('aria-describedby') ?? '')?.textContent,
  ).toContain('is outside');
  expect(screen.getByRole('button', { name: 'Message code SCN-04' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Use 1' }));
  await waitFor(() => expect(input('Pool size').value).toBe('1'));
  expect(screen.queryByText(/SCN-04/)).toBeNull();
});

it('offers the whole numbers around a broken one, and says of an empty field that a number is missing', async () => {
  await show(['client.connections.maxTotal']);
  fireEvent.change(input('Pool size'), { target: { value: '8.5' } });
  await screen.findByText(/must be a whole number/);
  expect(screen.getByRole('button', { name: 'Use 8' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Use 9' }));
  await waitFor(() =>
    expect(experiment.getState().a?.scenario.client?.connections).toMatchObject({ maxTotal: 9 }),
  );
  fireEvent.change(input('Pool size'), { target: { value: '' } });
  await screen.findByText(/is empty\. Enter a whole number/);
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull();
});

it('says at the field that was changed what it makes impossible together with others', async () => {
  experiment.setState({
    a: await sideAt('jedis-pool-8', {
      'costs.profile': 'ideal',
      'network.requestJitterUs': null,
      'network.replyJitterUs': null,
    }),
  });
  await show(['network.rttUs']);
  fireEvent.click(screen.getByRole('button', { name: 'Set Round-trip time for A and B separately' }));
  fireEvent.change(input('Round-trip time, side A (µs)'), { target: { value: '0' } });
  await screen.findByText(/model time never advances/);
  expect(experiment.getState().a?.scenario.network?.rttUs).toBe(1000);
});

it('takes a number with its unit, or with separators between its thousands', async () => {
  await show(['network.rttUs']);
  const rtt = () => experiment.getState().a?.scenario.network?.rttUs;
  fireEvent.change(input('Round-trip time (µs)'), { target: { value: '500us' } });
  await waitFor(() => expect(rtt()).toBe(500));
  fireEvent.change(input('Round-trip time (µs)'), { target: { value: '1.5 ms' } });
  await waitFor(() => expect(rtt()).toBe(1500));
  fireEvent.change(input('Round-trip time (µs)'), { target: { value: '10,000' } });
  await waitFor(() => expect(rtt()).toBe(10_000));
  fireEvent.change(input('Round-trip time (µs)'), { target: { value: '0x10' } });
  await screen.findByText(/is "0x10", but must be a number/);
});

it('takes text for what it is: not a number', async () => {
  await show(['client.connections.maxTotal']);
  fireEvent.change(input('Pool size'), { target: { value: '8 or 9' } });
  await screen.findByText(/must be a whole number/);
  fireEvent.click(screen.getByRole('button', { name: 'Keep 8' }));
  fireEvent.blur(input('Pool size'));
  await waitFor(() => expect(input('Pool size').value).toBe('8'));
});

it('moves to the next round value with the arrow keys and the slider', async () => {
  await show(['client.connections.maxTotal']);
  fireEvent.keyDown(input('Pool size'), { key: 'ArrowUp' });
  await waitFor(() => expect(input('Pool size').value).toBe('10'));
  const slider = screen.getByRole('slider', { name: 'Pool size, slider' });
  expect(slider.getAttribute('aria-valuetext')).toBe('10');
  fireEvent.change(slider, { target: { value: '0' } });
  await waitFor(() => expect(input('Pool size').value).toBe('1'));
});

it('shows a control for each side once they differ, and joins them again', async () => {
  await show(['client.cores']);
  fireEvent.click(screen.getByRole('button', { name: 'Set Client cores for A and B separately' }));
  fireEvent.change(input('Client cores, side B'), { target: { value: '2' } });
  await waitFor(() => expect(experiment.getState().b?.scenario.client?.cores).toBe(2));
  expect(input('Client cores, side A').value).toBe('8');
  fireEvent.click(screen.getByRole('button', { name: 'Set Client cores for A and B together' }));
  await waitFor(() => expect(input('Client cores').value).toBe('8'));
});

it('is nothing where neither side has it, and speaks Chinese', async () => {
  await show(['workload.arrivals.ratePerSec'], 'zh-CN');
  expect(screen.queryByRole('textbox')).toBeNull();
  cleanup();
  await show(['network.rttUs'], 'zh-CN');
  expect(input('往返时延 RTT (µs)').value).toBe('1000');
});

it('is a switch where there are only yes and no', async () => {
  await show(['client.connections.testOnBorrow']);
  const toggle = await screen.findByRole('checkbox', { name: 'Test on borrow' });
  expect(toggle.getAttribute('aria-checked')).toBe('false');
  expect(screen.getByText('no')).toBeTruthy();
  fireEvent.click(toggle);
  await waitFor(() =>
    expect(getAt(experiment.getState().a?.scenario, 'client.connections.testOnBorrow')).toBe(true),
  );
  expect(await screen.findByText('yes')).toBeTruthy();
});

it('explains itself, and leads to an experiment about it with both systems around the present value', async () => {
  await show(['client.connections.maxTotal', 'client.connections.count']);
  fireEvent.click(screen.getByRole('button', { name: 'What is Pool size?' }));
  await screen.findByText(/Default: 8 \(published: commons-pool2: GenericObjectPoolConfig/);
  await screen.findByText(/all others wait for a connection/);
  fireEvent.click(await screen.findByRole('button', { name: 'Vary this setting in an experiment' }));
  await waitFor(() => expect(location.hash).toMatch(/^#\/experiments\?x=/));
  const found = await fromSweepQuery(location.hash.split('?')[1] ?? '');
  expect(found).toMatchObject({
    definition: {
      series: [{ name: 'A: Jedis, pool of 8' }, { name: 'B: Lettuce, one shared connection' }],
      axes: [{ paths: CONNECTIONS, values: [1, 2, 4, 8, 16, 32, 64, 128] }],
    },
  });
});

it('says of a cost what the side’s profile has, and where that number comes from', async () => {
  await show(['costs.overrides.socketWriteNs']);
  fireEvent.click(await screen.findByRole('button', { name: /^What is write\(\)/ }));
  await screen.findByText(/Default: 3 µs, from cost profile “Linux server” \(assumed\):/);
  expect((await screen.findByText(/write\(\) up to the network card/)).getAttribute('lang')).toBe('en');
  await screen.findByText(/Lettuce makes one per command/);
});

it('leads nowhere when the link narrows what may be changed', async () => {
  ui.setState({ rules: { hide: [], lock: ['network'], only: [] } });
  await show(['client.connections.maxTotal']);
  fireEvent.click(screen.getByRole('button', { name: 'What is Pool size?' }));
  await screen.findByText(/Default: 8/);
  expect(screen.queryByRole('button', { name: 'Vary this setting in an experiment' })).toBeNull();
  ui.setState({ rules: NO_RULES });
});
