// @vitest-environment happy-dom
/** Numbers as people type them: units, sentences about texts without a value, arrow keys. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import type { Language } from '../../../src/lib/languages.ts';
import { AmountInput, type AmountInputProps } from '../../../src/ui/AmountInput.tsx';
import { Texts } from '../../../src/ui/texts.tsx';

afterEach(cleanup);

const MS = { unit: 'ms' };

/** A field that begins at 5, in a form. */
async function field(props: Partial<AmountInputProps> = {}, language: Language = 'en') {
  const taken = vi.fn<(value: number | undefined) => void>();
  function Kept() {
    const [value, setValue] = useState<number | undefined>(5);
    const set = (next: number | undefined) => {
      taken(next);
      setValue(next);
    };
    const clear = props.onClear ? { onClear: () => set(undefined) } : {};
    return (
      <>
        <AmountInput label="Limit" {...props} value={value} onChange={set} {...clear} />
        <button type="button" onClick={() => set(7)}>
          seven
        </button>
      </>
    );
  }
  render(
    <Texts language={language} catalogue={await loadCatalogue(language)}>
      <Kept />
    </Texts>,
  );
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Limit' });
  const type = (text: string) => {
    input.focus();
    fireEvent.change(input, { target: { value: text } });
  };
  const sentence = () => {
    const id = input.getAttribute('aria-describedby');
    return id === null ? undefined : document.getElementById(id)?.textContent;
  };
  return { input, type, taken, sentence };
}

it('takes a number with a unit, and shows it in its own unit when the focus leaves', async () => {
  const { input, type, taken, sentence } = await field({ field: MS });
  type('0.5 s');
  expect(taken).toHaveBeenLastCalledWith(500);
  expect([input.value, sentence(), input.getAttribute('aria-invalid')]).toEqual([
    '0.5 s',
    undefined,
    'false',
  ]);
  fireEvent.blur(input);
  expect(input.value).toBe('500');
});

it.each([
  [
    '5 apples',
    {},
    '“5 apples” is not a valid value. Type a number, with or without a unit (µs, ms, s, min).',
  ],
  ['', { range: [1, 10] }, 'A number is missing. Type a value from 1\u00a0ms to 10\u00a0ms.'],
  ['11', { range: [1, 10] }, '11 is out of range. Type a value from 1\u00a0ms to 10\u00a0ms.'],
  ['0', { range: [1, Number.POSITIVE_INFINITY] }, '0 is out of range. Type 1\u00a0ms or more.'],
  ['1.5', { isWhole: true }, '1.5 is not a whole number. Type one without decimals.'],
] satisfies [string, Partial<AmountInputProps>, string][])(
  'says what is wrong with “%s”, keeps it, and makes the form invalid',
  async (text, props, expected) => {
    const { input, type, taken, sentence } = await field({ field: MS, ...props });
    type(text);
    input.blur();
    expect([input.value, sentence()]).toEqual([text, expected]);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.validationMessage).toBe(expected);
    expect(taken).not.toHaveBeenCalled();
  },
);

it('says it in the language of the reader', async () => {
  const { type, sentence } = await field({ field: { max: 1 }, range: [0, 1] }, 'zh-CN');
  type('x');
  expect(sentence()).toBe('无法识别“x”。请输入数字，可带单位（%）。');
});

it('may be empty where empty has a meaning', async () => {
  const { type, taken, sentence } = await field({ field: MS, onClear: () => {} });
  type('');
  expect(taken).toHaveBeenLastCalledWith(undefined);
  expect(sentence()).toBeUndefined();
});

it('moves by its step within the range with the arrow keys', async () => {
  const { input, taken } = await field({ range: [0, 6], isWhole: true, step: 1 });
  fireEvent.keyDown(input, { key: 'ArrowUp' });
  fireEvent.keyDown(input, { key: 'ArrowUp' });
  expect(taken.mock.calls).toEqual([[6], [6]]);
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  expect(taken).toHaveBeenLastCalledWith(5);
});

it('shows a value from a button beside it', async () => {
  const { input, type } = await field();
  type('x');
  input.blur();
  fireEvent.click(screen.getByRole('button', { name: 'seven' }));
  expect(input.value).toBe('7');
});

describe('a field that waits', () => {
  it('takes a value at Enter or when the focus leaves, and Escape gives it up', async () => {
    const { input, type, taken } = await field({ field: MS, waits: true });
    type('1 s');
    expect(taken).not.toHaveBeenCalled();
    fireEvent.keyDown(input, { key: 'Enter' });
    expect([taken.mock.calls, input.value]).toEqual([[[1000]], '1000']);
    type('2 s');
    fireEvent.keyDown(input, { key: 'Escape' });
    input.blur();
    expect([taken.mock.calls.length, input.value]).toEqual([1, '1000']);
    type('3 s');
    fireEvent.blur(input);
    expect(taken).toHaveBeenLastCalledWith(3000);
    // Whoever only looks at the field changes nothing.
    input.focus();
    fireEvent.blur(input);
    expect(taken).toHaveBeenCalledTimes(2);
  });

  it('keeps a text without a value, and takes none', async () => {
    const { input, type, taken, sentence } = await field({ field: MS, waits: true, range: [0, 9] });
    type('10');
    fireEvent.keyDown(input, { key: 'Enter' });
    input.blur();
    expect([taken.mock.calls.length, input.value]).toEqual([0, '10']);
    expect(sentence()).toContain('10 is out of range.');
  });
});

it('shows and reads another unit than its own', async () => {
  const share = { field: { max: 1 }, shown: '%', range: [0, 10] as const };
  const { input, type, taken, sentence } = await field(share);
  expect(input.value).toBe('500');
  type('2');
  expect(taken).toHaveBeenLastCalledWith(0.02);
  type('1001');
  expect(sentence()).toBe('1001 is out of range. Type a value from 0\u00a0% to 1,000\u00a0%.');
});
