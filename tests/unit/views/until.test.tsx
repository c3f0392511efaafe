// @vitest-environment happy-dom
/** Tests the conditions of "Run until": every row shows where to press. */
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { Until } from '../../../src/lab/until/Until.tsx';
import type { Player } from '../../../src/model/playback/player.ts';
import { Texts } from '../../../src/ui/texts.tsx';
import { layoutOf } from '../../support/chunks.ts';
import '../../support/patience.ts';

afterEach(cleanup);

it('has a “Go” in every row but the next event, which has its key', async () => {
  const player = { tracks: [{ id: 'a', layout: layoutOf({ endNs: 1e6 }) }] } as unknown as Player;
  render(
    <Texts language="en" catalogue={await loadCatalogue('en')}>
      <Until player={player} isOpen onClose={() => undefined} trigger={<button type="button" />} />
    </Texts>,
  );
  const [next, ...rows] = await screen.findAllByRole('listitem');
  expect(next?.textContent).toBe('the next event→');
  expect(rows.map((row) => within(row).queryAllByText('Go').length)).toEqual(rows.map(() => 1));
  // The row is one button, named by its sentence alone.
  screen.getByRole('button', { name: 'a caller has to wait for a connection' });
});
