// @vitest-environment happy-dom
/** The bar of the branch on screen and its tree: names, keys, what is deleted, and what cannot change. On the real engine. */
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../../src/i18n/catalogue.ts';
import { BranchBar } from '../../../../src/lab/branch/BranchBar.tsx';
import { branchesOf, branchHere } from '../../../../src/lab/branch/branch.ts';
import { midRunEdit, NO_MID_RUN_EDIT } from '../../../../src/lab/branch/mid-run-edit-state.ts';
import { openLink } from '../../../../src/lab/link/open.ts';
import { setSpawn } from '../../../../src/lab/run/engines.ts';
import { run } from '../../../../src/lab/run/run-state.ts';
import { edit } from '../../../../src/lab/settings/edit.ts';
import { experiment } from '../../../../src/lab/settings/experiment-state.ts';
import { Texts } from '../../../../src/ui/texts.tsx';
import { inProcessEngine } from '../../../support/in-process.ts';
import '../../../support/patience.ts';

const SHORT = 'a=jedis-pool-8&b=jedis-pool-8&run.warmupMs=1&run.measuredMs=9&paused=1';

const isReady = () => waitFor(() => expect(run.getState().status).toBe('ready'));

async function goTo(ms: number): Promise<void> {
  await isReady();
  run.getState().player?.seek(ms * 1e6);
  await waitFor(() => expect(run.getState().player?.timeNs).toBe(ms * 1e6));
}

async function branchAt(ms: number, changes: Record<string, number>): Promise<void> {
  await goTo(ms);
  await branchHere();
  await isReady();
  await edit(['b'], changes);
  await isReady();
}

const bar = () => screen.findByRole('complementary', { name: 'Branch' });
/** Waits until the bar says this. */
const says = (text: string) =>
  waitFor(async () => expect((await bar()).textContent?.replaceAll(/\s/g, ' ')).toContain(text));

const items = () => screen.getAllByRole('treeitem').map((item) => item.textContent?.trim() ?? '');

beforeEach(async () => {
  location.hash = '#/lab';
  setSpawn(inProcessEngine);
  midRunEdit.setState({ ...NO_MID_RUN_EDIT, isTreeOpen: true });
  await openLink(SHORT);
  render(
    <Texts language="en" catalogue={await loadCatalogue('en')}>
      <BranchBar />
    </Texts>,
  );
});
afterEach(() => {
  cleanup();
  run.getState().player?.close();
  run.setState({ status: 'loading', failure: undefined, player: undefined });
  experiment.setState({ branchNs: undefined, earlier: [], branches: undefined });
});

it('names branches, shows the one that is pressed, and goes on by the arrow keys to the one that is deleted', async () => {
  await branchAt(3, { 'network.rttUs': 4000 });
  await says('equals A until 3 ms, then Round-trip time 1 ms → 4 ms');
  // One branch has no tree: there is nothing to choose.
  expect(screen.queryByRole('tree')).toBeNull();
  await branchAt(5, { 'client.connections.maxTotal': 20 });
  await says('then Pool size 8 → 20');
  await screen.findByText('Branch tree (2)');
  expect(items()).toHaveLength(3);

  fireEvent.focus(screen.getAllByRole('treeitem')[1] as HTMLElement);
  fireEvent.click(await screen.findByRole('button', { name: /^Rename B1 · Round-trip time/ }));
  const name = await screen.findByRole('textbox', { name: 'Name of the branch' });
  expect(document.activeElement).toBe(name);
  fireEvent.change(name, { target: { value: 'far away' } });
  fireEvent.submit(name.closest('form') as HTMLFormElement);
  const named = await screen.findByRole('treeitem', { name: /far away/ });

  fireEvent.click(named);
  await says('equals A until 3 ms');
  await isReady();
  await waitFor(() => expect(named.getAttribute('aria-selected')).toBe('true'));
  named.focus();
  fireEvent.keyDown(named, { key: 'ArrowDown' });
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Pool size 8 → 20'));
  fireEvent.click(await screen.findByRole('button', { name: /^Delete B2 · Pool size/ }));
  await waitFor(() =>
    expect(branchesOf(experiment.getState()).map((branch) => branch.name)).toEqual(['far away']),
  );
});

it('says what cannot change in a running system, and puts it back', async () => {
  await goTo(3);
  await branchHere();
  await isReady();
  await edit(['b'], { 'client.cores': 3 });
  await says('Client cores cannot change in a running system');
  fireEvent.click(within(await bar()).getByRole('button', { name: 'Revert' }));
  await says('equals A until 3 ms');
  const { a, b } = experiment.getState();
  expect(b?.scenario.client?.cores).toBe(a?.scenario.client?.cores);
});
