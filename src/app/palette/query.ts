/** Parses the palette's input: search words, and a number, a time or a request. */
import { type Amount, amountOf, DIGITS, inUnit, UNIT } from '../../model/scenario/amount.ts';
import type { SideName } from '../../model/scenario/problem.ts';

export interface Query {
  /** All words, for names. */
  readonly words: readonly string[];
  /** The words before a final number: the name of the setting for this value. */
  readonly subject: readonly string[];
  /** The side before them, as in `b rtt 500us`. */
  readonly side: SideName | undefined;
  readonly amount: Amount | undefined;
  /** The request of `#1234`. */
  readonly request: number | undefined;
}

/** The largest request number. */
const MOST_REQUESTS = 2 ** 32 - 2;
/** Words around a value without a meaning of their own. */
const FILLERS = new Set(['to', 'at', '=', '为', '到', '设为', '改为', 't', 'go', '跳到', '转到']);
/** A final number; before it the start, a space, a sign, or a character that needs no space. */
const AMOUNT = new RegExp(`(?:^|[\\s=:：]|(?<=\\p{Script=Han}))(${DIGITS})\\s*(${UNIT})$`, 'iu');

const SIDE_NAMES: readonly SideName[] = ['a', 'b'];

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

export function readQuery(text: string): Query {
  const trimmed = text.trim();
  const request = /^#\s*(\d{1,10})$/.exec(trimmed)?.[1];
  const found = AMOUNT.exec(trimmed);
  const before = found ? trimmed.slice(0, found.index).replace(/[=:：]/g, ' ') : '';
  const named = wordsOf(before).filter((word) => !FILLERS.has(word));
  const side = SIDE_NAMES.find((name) => named.length > 1 && named[0] === name);
  return {
    words: wordsOf(trimmed),
    subject: side ? named.slice(1) : named,
    side,
    amount: found ? amountOf(found[1] ?? '', found[2] ?? '') : undefined,
    request: request !== undefined && Number(request) <= MOST_REQUESTS ? Number(request) : undefined,
  };
}

/** The instant of the run, ns: only a number with a unit of time is one. */
export const instantOf = ({ subject, amount }: Query): number | undefined =>
  amount && subject.length === 0 && amount.unit !== '' && amount.value >= 0
    ? inUnit(amount, 'ns')
    : undefined;

/** An item that is found by its words. */
export interface Named {
  /** As it is shown. */
  readonly title: string;
  /** Its search text, in lower case. */
  readonly text: string;
}

/**
 * Match score. All words must occur; matches in the title score more, whole words more still, and its start
 * most. 0: no match.
 */
export function score({ title, text }: Named, words: readonly string[]): number {
  if (!words.every((word) => text.includes(word))) return 0;
  const shown = title.toLowerCase();
  if (shown.startsWith(words.join(' '))) return 4;
  const whole = new Set(shown.split(/[^\p{L}\p{N}]+/u));
  if (words.every((word) => whole.has(word))) return 3;
  return words.every((word) => shown.includes(word)) ? 2 : 1;
}

/** The best matches first, up to a limit; stable for equal scores. */
export function search<T extends Named>(all: readonly T[], words: readonly string[], most: number): T[] {
  return all
    .map((entry) => ({ entry, points: score(entry, words) }))
    .filter(({ points }) => points > 0)
    .sort((left, right) => right.points - left.points)
    .slice(0, most)
    .map(({ entry }) => entry);
}
