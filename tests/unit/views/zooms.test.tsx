// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { Zooms } from '../../../src/lab/figures/Zooms.tsx';
import { listenToKeys } from '../../../src/lab/keyboard/keys.ts';
import { focus } from '../../../src/lab/marks/focus-state.ts';
import { zoomInto } from '../../../src/lab/timeline/time-view.ts';
import { Texts } from '../../../src/ui/texts.tsx';

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
