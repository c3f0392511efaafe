/** What is typed into the palette: words that are looked for, and a number, a time or a request that is meant. */
import { type Amount, amountOf, DIGITS, inUnit, UNIT } from '../../model/scenario/amount.ts';
import type { SideName } from '../../model/scenario/problem.ts';

export interface Query {
  /** All that was typed, for names. */
  readonly words: readonly string[];
  /** The words before a number at the end: the name of what is to have this value. */
  readonly subject: readonly string[];
  /** The side that is named before them, as in `b rtt 500us`. */
  readonly side: SideName | undefined;
  readonly amount: Amount | undefined;
  /** The request that is meant by `#1234`. */
  readonly request: number | undefined;
}

/** The largest number a request can have. */
const MOST_REQUESTS = 2 ** 32 - 2;
/** Words around a value that name nothing. */
const FILLERS = new Set(['to', 'at', '=', '为', '到', '设为', '改为', 't', 'go', '跳到', '转到']);
/** A number at the end; before it the beginning, a space, a sign, or a character that needs no space. */
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

/** The instant of the run that is meant, ns: only a number with a unit of time is one. */
export const instantOf = ({ subject, amount }: Query): number | undefined =>
  amount && subject.length === 0 && amount.unit !== '' && amount.value >= 0
    ? inUnit(amount, 'ns')
    : undefined;

/** Something that is found by its words. */
export interface Named {
  /** As it is shown. */
  readonly title: string;
  /** All it can be found by, in lower case. */
  readonly text: string;
}

/** How well the words fit: all must be there, those of the title count more, whole ones still more, and its beginning most. 0: not at all. */
export function score({ title, text }: Named, words: readonly string[]): number {
  if (!words.every((word) => text.includes(word))) return 0;
  const shown = title.toLowerCase();
  if (shown.startsWith(words.join(' '))) return 4;
  const whole = new Set(shown.split(/[^\p{L}\p{N}]+/u));
  if (words.every((word) => whole.has(word))) return 3;
  return words.every((word) => shown.includes(word)) ? 2 : 1;
}

/** Those that fit, the best first, at most so many; equally good ones in their order. */
export function search<T extends Named>(all: readonly T[], words: readonly string[], most: number): T[] {
  return all
    .map((entry) => ({ entry, points: score(entry, words) }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .slice(0, most)
    .map(({ entry }) => entry);
}
