// @vitest-environment happy-dom
/** The legend of the Lab's charts: one system hidden, or alone, by pointer and by keyboard. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { SideLegend } from '../../../src/lab/figures/Charts.tsx';
import { Texts } from '../../../src/ui/texts.tsx';
import { ui } from '../../../src/ui/ui-state.ts';
import '../../support/patience.ts';

const only = () => ui.getState().only;
const side = (name: 'A' | 'B') => screen.findByRole('button', { name });

beforeEach(async () => {
  ui.setState({ only: undefined });
  render(
    <Texts language="en" catalogue={await loadCatalogue('en')}>
      <SideLegend />
    </Texts>,
  );
});
afterEach(cleanup);

it('hides a side and shows it again, when no second press can follow', async () => {
  fireEvent.click(await side('A'), { detail: 1 });
  expect(only(), 'a second press must meet the same place').toBeUndefined();
  expect((await side('A')).getAttribute('aria-pressed'), 'the press is seen at once').toBe('false');
  expect((await side('B')).getAttribute('aria-pressed')).toBe('true');
  await waitFor(() => expect(only()).toBe('b'));
  fireEvent.click(await side('A'), { detail: 1 });
  await waitFor(() => expect(only()).toBeUndefined());
  fireEvent.click(await side('B'), { detail: 1 });
  fireEvent.click(await side('A'), { detail: 1 });
  expect((await side('A')).getAttribute('aria-pressed'), 'whoever hides the last one gets both back').toBe(
    'true',
  );
  expect((await side('B')).getAttribute('aria-pressed')).toBe('true');
});

it('hides a side at once by keyboard', async () => {
  fireEvent.click(await side('A'), { detail: 0 });
  expect(only()).toBe('b');
});

it('shows a side alone with two presses or with Shift, and both again', async () => {
  const button = await side('B');
  fireEvent.click(button, { detail: 1 });
  fireEvent.click(button, { detail: 2 });
  fireEvent.doubleClick(button);
  expect(only()).toBe('b');
  fireEvent.click(button, { shiftKey: true });
  expect(only()).toBeUndefined();
  // Enter and Space press without a count of presses.
  fireEvent.click(await side('A'), { shiftKey: true, detail: 0 });
  expect(only()).toBe('a');
});
