// @vitest-environment happy-dom
/** A selector that makes a new value each time is a slow one, never one that ends the page (React's error 185). */
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { useStore } from '../../../src/ui/use-store.ts';

afterEach(cleanup);

interface Names {
  readonly names?: readonly string[];
  readonly other: number;
}

it.each([
  ['an array', ({ names }: Names) => names ?? []],
  ['what map makes', ({ names }: Names) => (names ?? ['one']).map((name) => ({ name }))],
  ['an object', ({ names }: Names) => ({ length: names?.length })],
])('reads %s that is new each time', (_, selector) => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const store = createStore<Names>(() => ({ other: 0 }));
  let drawings = 0;
  function Reader() {
    drawings++;
    return <output>{JSON.stringify(useStore(store, selector))}</output>;
  }
  render(<Reader />);
  const before = screen.getByRole('status').textContent;
  act(() => store.setState({ other: 1 }));
  expect(screen.getByRole('status').textContent).toBe(before);
  expect(drawings).toBeLessThanOrEqual(3);
  act(() => store.setState({ names: ['one', 'two'] }));
  expect(screen.getByRole('status').textContent).not.toBe(before);
  expect(complaints).not.toHaveBeenCalled();
  complaints.mockRestore();
});

it('does not draw again for another part of the state', () => {
  const store = createStore<Names>(() => ({ names: ['one'], other: 0 }));
  let drawings = 0;
  function Reader() {
    drawings++;
    return <output>{useStore(store, ({ names }) => names)?.join()}</output>;
  }
  render(<Reader />);
  act(() => store.setState({ other: 1 }));
  expect(drawings).toBe(1);
  act(() => store.setState({ names: ['two'] }));
  expect(screen.getByRole('status').textContent).toBe('two');
});
