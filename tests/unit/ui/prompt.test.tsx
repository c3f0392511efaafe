// @vitest-environment happy-dom
/** Tests that slow parts render although other parts of the page change all the time, as they do while the stage plays. */
import { Component, type ReactNode, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { LIMIT_MS, lazy, Suspense, startTransition, useDeferred } from '../../../src/ui/prompt.tsx';
import { useStore } from '../../../src/ui/use-store.ts';

/** Several times longer than between two changes of the rest, ms. */
const PIECES = 60;
const PIECE_MS = 3;
const CHANGE_MS = 30;
/** Far less than React's own limit of 5 s, and more than a slow machine needs, ms. */
const SOON_MS = 2_000;

const ticks = createStore(() => ({ count: 0 }));
const wish = createStore(() => ({ name: 'before' }));
let root: Root;
let ticking: ReturnType<typeof setInterval>;
let place: HTMLElement;

function Piece({ name }: { readonly name: string }) {
  const end = performance.now() + PIECE_MS;
  while (performance.now() < end);
  return <i>{name}</i>;
}

const Slow = ({ name }: { readonly name: string }) => (
  <p id="slow" data-name={name}>
    {Array.from({ length: PIECES }, (_, piece) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are alike
      <Piece key={piece} name={name} />
    ))}
  </p>
);

const Ticks = () => <output>{useStore(ticks, ({ count }) => count)}</output>;

const shownName = () => place.querySelector<HTMLElement>('#slow')?.dataset.name;
const shows = (name: string) =>
  vi.waitFor(() => expect(shownName()).toBe(name), { timeout: SOON_MS, interval: 10 });

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  wish.setState({ name: 'before' });
  ticking = setInterval(() => ticks.setState(({ count }) => ({ count: count + 1 })), CHANGE_MS);
});

afterEach(() => {
  clearInterval(ticking);
  root.unmount();
  place.remove();
  vi.unstubAllGlobals();
});

it('draws a part that was loaded late', async () => {
  const Late = lazy(async () => ({ default: () => <Slow name="late" /> }));
  root.render(
    <>
      <Ticks />
      <Suspense fallback={<b>loading</b>}>
        <Late />
      </Suspense>
    </>,
  );
  await expect.poll(() => place.querySelector('b')).not.toBeNull();
  await shows('late');
  expect(place.querySelector('b')).toBeNull();
});

it('shows why a part could not be loaded', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  class Failed extends Component<{ readonly children: ReactNode }> {
    static getDerivedStateFromError = (error: Error) => ({ text: error.message });
    override state = { text: '' };
    override render = () => this.state.text || this.props.children;
  }
  const Late = lazy(async (): Promise<{ default: () => null }> => {
    throw new Error('lost');
  });
  root.render(
    <Failed>
      <Suspense fallback={<b>loading</b>}>
        <Late />
      </Suspense>
    </Failed>,
  );
  await expect.poll(() => place.textContent).toBe('lost');
  complaints.mockRestore();
});

it('draws a deferred value', async () => {
  const Deferred = () => <Slow name={useDeferred(useStore(wish, ({ name }) => name))} />;
  root.render(
    <>
      <Ticks />
      <Deferred />
    </>,
  );
  await shows('before');
  wish.setState({ name: 'after' });
  expect(shownName()).toBe('before');
  await shows('after');
  wish.setState({ name: 'last' });
  await shows('last');
});

it('ends a transition', async () => {
  let change: (name: string) => void = () => undefined;
  const Changing = () => {
    const [name, setName] = useState('before');
    change = setName;
    return <Slow name={name} />;
  };
  root.render(
    <>
      <Ticks />
      <Changing />
    </>,
  );
  await shows('before');
  startTransition(() => change('after'));
  await shows('after');
  expect(LIMIT_MS).toBeLessThan(SOON_MS);
});
