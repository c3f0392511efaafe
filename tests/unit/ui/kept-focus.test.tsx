// @vitest-environment happy-dom
/** Tests the focus when a pressed control disappears: it moves to the replacement, never to the start of the page. */
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useRef, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { toggleExplaining } from '../../../src/lab/appearance/appearance.ts';
import { follow } from '../../../src/lab/follow/follow-state.ts';
import { Request } from '../../../src/lab/follow/Request.tsx';
import { listenToKeys } from '../../../src/lab/keyboard/keys.ts';
import { LinkProblems } from '../../../src/lab/page/LinkProblems.tsx';
import { Stage } from '../../../src/lab/stage-view/Stage.tsx';
import { createPlayer } from '../../../src/model/playback/player.ts';
import { useKeptFocus } from '../../../src/ui/kept-focus.ts';
import { Texts } from '../../../src/ui/texts.tsx';
import { ui } from '../../../src/ui/ui-state.ts';
import { useStore } from '../../../src/ui/use-store.ts';
import { layoutOf, ScriptedSource, thread } from '../../support/chunks.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import '../../support/patience.ts';

const catalogue = await loadCatalogue('en');
const show = (children: ReactNode) =>
  render(
    <Texts language="en" catalogue={catalogue}>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </Texts>,
  );
const StagePlace = ({ children }: { readonly children?: ReactNode }) => (
  <section id="stage" aria-label="The stage" tabIndex={-1}>
    {children}
  </section>
);
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName;

listenToKeys();

afterEach(() => {
  cleanup();
  ui.setState({ ...ui.getInitialState() });
  follow.setState(follow.getInitialState());
});

function press(name: string): void {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
}

function Bar() {
  const place = useRef<HTMLElement>(null);
  const [left, setLeft] = useState(['one', 'other']);
  useKeptFocus(place, left.length > 0);
  if (left.length === 0) return null;
  return (
    <aside ref={place} tabIndex={-1} aria-label="The bar">
      {left.map((name) => (
        <button key={name} type="button" onClick={() => setLeft(left.filter((other) => other !== name))}>
          {name}
        </button>
      ))}
    </aside>
  );
}

it('stays at the place while that is there, then goes to the stage, and does not hold who has left', async () => {
  show(
    <>
      <Bar />
      <StagePlace />
      <button type="button">elsewhere</button>
    </>,
  );
  press('one');
  await waitFor(() => expect(focused()).toBe('The bar'));
  press('other');
  await waitFor(() => expect(focused()).toBe('The stage'));
  cleanup();
  show(
    <>
      <Bar />
      <button type="button">elsewhere</button>
    </>,
  );
  screen.getByRole('button', { name: 'one' }).focus();
  const other = screen.getByRole('button', { name: 'elsewhere' });
  other.focus();
  fireEvent.click(screen.getByRole('button', { name: 'one' }));
  await act(async () => undefined);
  expect(document.activeElement).toBe(other);
});

it('goes from a link’s problems, when they are dismissed, to the stage', async () => {
  ui.setState({ problems: [{ problem: { code: 'URL-02', path: 'zoom', value: 'xx' }, fixes: [] }] as never });
  function Problems() {
    return useStore(ui, ({ problems }) => problems.length > 0) && <LinkProblems />;
  }
  show(
    <>
      <Problems />
      <StagePlace />
    </>,
  );
  press('Dismiss');
  await waitFor(() => expect(focused()).toBe('The stage'));
});

it('stays in the panel of one request when that is let go', async () => {
  follow.setState({ followed: { side: 'a', request: 7 }, followedTrail: null });
  show(
    <div role="tabpanel" aria-label="One request" tabIndex={-1}>
      <Request />
    </div>,
  );
  await screen.findByRole('button', { name: 'Stop following' });
  press('Stop following');
  await waitFor(() => expect(focused()).toBe('One request'));
});

it('comes back to where one was when ‘What is this?’ is left', async () => {
  const layout = layoutOf({ endNs: 1_000 });
  const source = new ScriptedSource([thread(0, 'idle', 0, 1_000)], 1_000);
  const player = createPlayer([{ id: 'a', layout, source }], { clock: new FakeClock() });
  await act(async () => source.flush());
  const sides = [{ id: 'a' as const, title: 'A', subtitle: '', layout }];
  show(
    <>
      <StagePlace>
        <Stage player={player} sides={sides} theme="light" reducedMotion />
      </StagePlace>
      <button type="button" aria-label="A tab">
        A tab
      </button>
    </>,
  );
  screen.getByRole('button', { name: 'A tab' }).focus();
  act(toggleExplaining);
  const guide = await screen.findByRole('region', { name: 'What is this?' });
  await waitFor(() => expect(document.activeElement).toBe(guide));
  fireEvent.keyDown(guide, { key: 'Escape' });
  await waitFor(() => expect(focused()).toBe('A tab'));
});
