// @vitest-environment happy-dom
/** One event loop of eight has the only connection: what it did is not averaged with seven that have nothing to do. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../../src/i18n/catalogue.ts';
import { StateShares } from '../../../../src/lab/profile/StateShares.tsx';
import { usedOf } from '../../../../src/lab/profile/used-loops.ts';
import { setSpawn } from '../../../../src/lab/run/engines.ts';
import { nothing, run } from '../../../../src/lab/run/run-state.ts';
import { sideAt } from '../../../../src/lab/settings/edit.ts';
import type { Player } from '../../../../src/model/playback/player.ts';
import type { Scenario } from '../../../../src/model/scenario/generated/scenario.ts';
import { Texts } from '../../../../src/ui/texts.tsx';
import { layoutOf } from '../../../support/chunks.ts';
import { inProcessEngine, summaryOf } from '../../../support/in-process.ts';
import '../../../support/patience.ts';

setSpawn(inProcessEngine);
afterEach(() => {
  cleanup();
  run.setState({ a: nothing, b: nothing, player: undefined });
});

const countedShared = async () => {
  const side = await sideAt('lettuce-shared', {});
  return summaryOf(side?.scenario as Scenario, { warmupMs: 5, measuredMs: 20 });
};
const layout = layoutOf({ callers: 200, loops: 8, connections: 1, pooled: false });

it('counts only loops with a connection, and what they did agrees with how busy the event loop is', async () => {
  const summary = await countedShared();
  const group = summary.threads.find((threads) => threads.class === 'eventLoop');
  if (!group) throw new Error('no event loops');
  expect(group).toMatchObject({ count: 8 });
  expect(group.shares.idle).toBeGreaterThan(0.87);
  const used = usedOf(group, layout);
  expect(used).toMatchObject({ count: 1, of: 8 });
  expect(Object.values(used.shares).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  const busy = summary.resources.find(({ resource }) => resource === 'eventLoop')?.utilisation ?? 0;
  expect(busy).toBeGreaterThan(0.8);
  expect(Math.abs(1 - used.shares.idle - busy)).toBeLessThan(0.05);
});

it('leaves groups as they are where every thread has something to do', async () => {
  const summary = await countedShared();
  for (const group of summary.threads)
    expect(usedOf(group, layoutOf({ callers: 200, loops: 8, connections: 8 }))).toBe(group);
  for (const group of summary.threads.filter((threads) => threads.class !== 'eventLoop'))
    expect(usedOf(group, layout)).toBe(group);
});

it.each([
  ['en', 'B · event loop with a connection (1 of 8)'],
  ['zh-CN', 'B · 有连接的事件循环（8 个中的 1 个）'],
] as const)('says so in the table, in %s', async (language, said) => {
  const side = { ...nothing, summary: await countedShared(), progress: 1 };
  run.setState({ a: nothing, b: side, player: { tracks: [{ id: 'b', layout }] } as unknown as Player });
  render(
    <Texts language={language} catalogue={await loadCatalogue(language)}>
      <StateShares />
    </Texts>,
  );
  await waitFor(() => expect(screen.getByRole('rowheader', { name: said })).toBeTruthy());
});
