/** Instants of a run to come back to. */
import { readBookmarks, toggledBookmark } from '../../model/scenario/bookmarks.ts';
import { writeAddress } from '../link/link.ts';
import { run } from '../run/run-state.ts';
import { goTo } from './focus.ts';
import { focus } from './focus-state.ts';

/** Marks an instant; once more takes the mark away. */
export function toggleBookmark(timeNs: number): void {
  const before = focus.getState().marks;
  const atNs = Math.round(timeNs);
  const isSet = !readBookmarks(before).includes(atNs);
  focus.setState({ marks: toggledBookmark(before, atNs), lastMark: { atNs, isSet } });
  void writeAddress();
}

/** Goes to the next mark; after the last one comes the first. */
export function nextBookmark(): void {
  const { player } = run.getState();
  const marks = readBookmarks(focus.getState().marks);
  const next = player && (marks.find((ns) => ns > Math.round(player.timeNs)) ?? marks[0]);
  if (next !== undefined) goTo(next);
}
