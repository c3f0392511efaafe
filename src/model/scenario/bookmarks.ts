/** Bookmarked instants of a run in a link: `marks=2ms,3500us`. */
import { readTime } from './read-link.ts';
import { writeTime } from './url.ts';

/** Maximum number that is distinguishable on the bar. */
const MOST = 20;

/** The instants of a text, ns, sorted; malformed ones are dropped. */
export function readBookmarks(text: string | undefined): readonly number[] {
  const times = (text ?? '').split(',').flatMap((time) => readTime(time) ?? []);
  return [...new Set(times)].slice(-MOST).sort((a, b) => a - b);
}

/** Adds or removes an instant; undefined if none is left. */
export function toggledBookmark(text: string | undefined, ns: number): string | undefined {
  const before = readBookmarks(text);
  const others = before.filter((other) => other !== ns);
  const after = others.length < before.length ? others : [...others.slice(1 - MOST), ns];
  return after.length > 0 ? after.map(writeTime).join() : undefined;
}
