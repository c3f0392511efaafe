// @vitest-environment happy-dom
/** The list of systems of an experiment: its last one stays, with the reason. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Systems } from '../../../src/experiments/Systems.tsx';
import { defineSweep } from '../../../src/experiments/sweep-definition.ts';
import { sweeps } from '../../../src/experiments/sweep-state.ts';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import type { Sweep } from '../../../src/model/sweep/definition.ts';
import { Texts } from '../../../src/ui/texts.tsx';

afterEach(cleanup);

it.each([
  ['en', /at least one system/],
  ['zh-CN', /至少/],
] as const)('says in %s why the last system stays, and removes any other', async (language, reason) => {
  defineSweep({
    series: [
      { name: 'pool', preset: 'jedis-pool-8' },
      { name: 'shared', preset: 'lettuce-shared' },
    ],
    axes: [{ paths: ['network.rttUs'], values: [100, 500] }],
  });
  const definition = () => sweeps.getState().definition as Sweep;
  const catalogue = await loadCatalogue(language);
  const page = () => (
    <Texts language={language} catalogue={catalogue}>
      <Systems definition={definition()} />
    </Texts>
  );
  const { rerender } = render(page());
  const remove = () => fireEvent.click(screen.getAllByText('×').at(-1) as HTMLElement);
  remove();
  expect(definition().series).toHaveLength(1);
  rerender(page());
  expect(screen.getByRole('status').textContent).toBe('');
  remove();
  expect(definition().series).toHaveLength(1);
  expect(screen.getByRole('status').textContent).toMatch(reason);
});
