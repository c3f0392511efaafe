// @vitest-environment happy-dom
/** Tests settings that a link hides or locks: a locked one is reachable and shows the reason. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { openPanel, zoomTo } from '../../../src/lab/appearance/appearance.ts';
import { Panels } from '../../../src/lab/page/Panels.tsx';
import { type ControlRules, NO_RULES } from '../../../src/model/scenario/controls.ts';
import { Guarded } from '../../../src/ui/Guarded.tsx';
import { Texts } from '../../../src/ui/texts.tsx';
import { ui } from '../../../src/ui/ui-state.ts';
import '../../support/patience.ts';

const catalogue = await loadCatalogue('en');
const show = (rules: Partial<ControlRules>, children: React.ReactNode) => {
  ui.setState({ rules: { ...NO_RULES, ...rules } });
  render(
    <Texts language="en" catalogue={catalogue}>
      {children}
    </Texts>,
  );
};
const tab = (name: string) => screen.queryByRole('tab', { name });

afterEach(() => {
  cleanup();
  ui.setState({ rules: NO_RULES, panel: 'figures', zoom: 'parts' });
});

it('keeps a locked control in the order of keys, with its reason, and not to be used', async () => {
  const press = vi.fn();
  show(
    { lock: ['tools'] },
    <Guarded name="speed">
      <button type="button" aria-haspopup="dialog" onClick={press}>
        Faster
      </button>
    </Guarded>,
  );
  const locked = await screen.findByRole('group', { name: 'Locked by the opened link' });
  expect(locked.getAttribute('aria-disabled')).toBe('true');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Faster' });
  button.focus();
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  expect(press).not.toHaveBeenCalled();
});

it('leaves nothing of a hidden one', () => {
  show(
    { hide: ['speed'] },
    <Guarded name="speed">
      <button type="button">Faster</button>
    </Guarded>,
  );
  expect(screen.queryByRole('button')).toBeNull();
});

it('opens another panel where the one of the link is hidden, and goes past a locked one by keys', () => {
  ui.setState({ panel: 'why' });
  show({ hide: ['why', 'figures'], lock: ['timeline'] }, <Panels />);
  expect([tab('Why?'), tab('Metrics')]).toEqual([null, null]);
  expect(tab('One request')?.getAttribute('aria-selected')).toBe('true');
  const locked = tab('Threads');
  expect([locked?.getAttribute('aria-disabled'), locked?.title]).toEqual([
    'true',
    'Locked by the opened link',
  ]);
  tab('One request')?.focus();
  fireEvent.keyDown(tab('One request') as Element, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(locked);
  expect(tab('One request')?.getAttribute('aria-selected')).toBe('true');
  fireEvent.keyDown(locked as Element, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(tab('CPU time'));
  expect(tab('CPU time')?.getAttribute('aria-selected')).toBe('true');
});

it('leaves no strip of tabs where no panel is left, and what stands below them', () => {
  show({ hide: ['panels'] }, <Panels>below</Panels>);
  expect(screen.queryByRole('tablist')).toBeNull();
  expect(screen.getByText('below')).toBeDefined();
});

it('is not gone round by what opens and zooms for other reasons', () => {
  ui.setState({ rules: { ...NO_RULES, lock: ['charts', 'zoom'] } });
  openPanel('charts');
  zoomTo('calls');
  expect(ui.getState()).toMatchObject({ panel: 'figures', zoom: 'parts' });
});
