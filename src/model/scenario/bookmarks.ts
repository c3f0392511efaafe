/** Marked instants of a run, as a link says them: `marks=2ms,3500us`. */
import { readTime } from './read-link.ts';
import { writeTime } from './url.ts';

/** As many as one can tell apart on the bar. */
const MOST = 20;

/** The instants of a text, ns, in their order; what is no time is left out. */
export function readBookmarks(text: string | undefined): readonly number[] {
  const times = (text ?? '').split(',').flatMap((time) => readTime(time) ?? []);
  return [...new Set(times)].slice(-MOST).sort((one, other) => one - other);
}

/** With an instant that is not marked yet, or without one that is; undefined when none is left. */
export function toggledBookmark(text: string | undefined, ns: number): string | undefined {
  const before = readBookmarks(text);
  const others = before.filter((other) => other !== ns);
  const after = others.length < before.length ? others : [...others.slice(1 - MOST), ns];
  return after.length > 0 ? after.map(writeTime).join() : undefined;
}
