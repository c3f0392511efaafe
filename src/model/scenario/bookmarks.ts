/** Bookmarked instants of a run in a link: `marks=2ms,3500us`. */
import { readTime } from './read-link.ts';
import { writeTime } from './url.ts';

/** Maximum number that is distinguishable on the bar. */
const MAX_BOOKMARKS = 20;

/** The instants of a text, ns, sorted; malformed ones are dropped. */
export function readBookmarks(text: string | undefined): readonly number[] {
  const times = (text ?? '').split(',').flatMap((time) => readTime(time) ?? []);
  return [...new Set(times)].slice(-MAX_BOOKMARKS).sort((a, b) => a - b);
}

/** Adds or removes an instant; undefined if none is left. */
export function toggledBookmark(text: string | undefined, ns: number): string | undefined {
  const before = readBookmarks(text);
  const rest = before.filter((other) => other !== ns);
  const after = rest.length < before.length ? rest : [...rest.slice(1 - MAX_BOOKMARKS), ns];
  return after.length > 0 ? after.map(writeTime).join() : undefined;
}
