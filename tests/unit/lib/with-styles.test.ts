// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, it } from 'vitest';
import { withStyles } from '../../../src/lib/with-styles.ts';

const SCRIPT = 'https://school.example/assets/page.js';
const links = () => [...document.head.querySelectorAll('link')];
const linkTo = (name: string) => links().find(({ href }) => href.endsWith(name));
const answer = (name: string, type: 'load' | 'error') => linkTo(name)?.dispatchEvent(new Event(type));

beforeAll(() => {
  // What comes of a file is what the tests say.
  const { happyDOM } = globalThis as unknown as { happyDOM: { settings: Record<string, boolean> } };
  happyDOM.settings.handleDisabledFileLoadingAsSuccess = true;
});

afterEach(() => {
  document.head.innerHTML = '';
});

it('waits for the styles of a part, beside the script that asks, and asks for each once', async () => {
  const order: string[] = [];
  const part = async () => {
    order.push('part');
    return 'part';
  };
  const first = withStyles(part, ['./one.css', './two.css'], SCRIPT);
  const second = withStyles(part, ['./one.css'], SCRIPT);
  expect(links().map(({ href }) => href)).toEqual([
    'https://school.example/assets/one.css',
    'https://school.example/assets/two.css',
  ]);
  order.push('styles');
  answer('one.css', 'load');
  answer('two.css', 'load');
  expect(await Promise.all([first, second])).toEqual(['part', 'part']);
  expect(order).toEqual(['styles', 'part', 'part']);
});

it('does not ask for what is in the head of the page, nor for anything where a part needs no styles', async () => {
  document.head.innerHTML = '<link rel="stylesheet" href="https://school.example/assets/page.css">';
  expect(await withStyles(async () => 1, ['./page.css'], SCRIPT)).toBe(1);
  expect(await withStyles(async () => 2)).toBe(2);
  expect(links()).toHaveLength(1);
});

it('says what did not load, and asks again the next time', async () => {
  const failed = withStyles(async () => 1, ['./lost.css'], SCRIPT);
  answer('lost.css', 'error');
  await expect(failed).rejects.toThrow('lost.css');
  const again = withStyles(async () => 2, ['./lost.css'], SCRIPT);
  answer('lost.css', 'load');
  expect(await again).toBe(2);
});
