// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { listenToKeys } from '../../../src/actions/keys.ts';
import { zoomInto } from '../../../src/actions/zoom.ts';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { focus } from '../../../src/stores/focus.ts';
import { Zooms } from '../../../src/views/charts/Zooms.tsx';
import { Texts } from '../../../src/views/shared/texts.tsx';

listenToKeys();
afterEach(cleanup);

test('Escape steps out one zoom at a time, wherever the focus is', async () => {
  const catalogue = await loadCatalogue('en');
  render(
    <Texts language="en" catalogue={catalogue}>
      <Zooms />
    </Texts>,
  );
  act(() => zoomInto([1e6, 9e6]));
  act(() => zoomInto([2e6, 3e6]));
  expect(screen.getAllByRole('button')).toHaveLength(3);
  for (const left of [1, 0, 0]) {
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(focus.getState().zooms).toHaveLength(left);
  }
});
