/** A guess as people type it: "20 ms", "3 %", "20k/s", "1 500". Pure. */
import type { Unit } from './lesson.ts';

/** Microseconds of a unit of time. */
const MICROSECONDS: Readonly<Record<string, number>> = { ns: 1e-3, us: 1, µs: 1, μs: 1, ms: 1e3, s: 1e6 };

const THOUSANDS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6 };

/** Signs that repeat the unit of the question. */
const REPEATED: Readonly<Record<Unit, RegExp>> = {
  rate: /(\/s|次\/秒)$/,
  us: /^(?!)/,
  percent: /%$/,
  factor: /^[×x]|[×x]$/,
  count: /^(?!)/,
};

/**
 * A number in the unit of a question; undefined while the text is none.
 * @param text spaces and commas between digits are ignored
 */
export function readGuess(text: string, unit: Unit): number | undefined {
  const compact = text
    .toLowerCase()
    .replaceAll(/[\s,\u202f]/g, '')
    .replace(REPEATED[unit], '');
  const [, digits = '', suffix = ''] = /^(\d+\.?\d*|\.\d+)([a-zµμ]*)$/.exec(compact) ?? [];
  const scale = suffix === '' ? 1 : (unit === 'us' ? MICROSECONDS : THOUSANDS)[suffix];
  return digits === '' || scale === undefined ? undefined : Number(digits) * scale;
}
