/** Bookmarked instants of a run. */
import { readBookmarks, toggledBookmark } from '../../model/scenario/bookmarks.ts';
import { writeAddress } from '../link/link.ts';
import { run } from '../run/run-state.ts';
import { goTo } from './focus.ts';
import { focus } from './focus-state.ts';

/** Toggles the bookmark at an instant. */
export function toggleBookmark(timeNs: number): void {
  const before = focus.getState().marks;
  const atNs = Math.round(timeNs);
  const isSet = !readBookmarks(before).includes(atNs);
  focus.setState({ marks: toggledBookmark(before, atNs), lastMark: { atNs, isSet } });
  void writeAddress();
}

/** Moves to the next bookmark; after the last one comes the first. */
export function nextBookmark(): void {
  const { player } = run.getState();
  const marks = readBookmarks(focus.getState().marks);
  const next = player && (marks.find((ns) => ns > Math.round(player.timeNs)) ?? marks[0]);
  if (next !== undefined) goTo(next);
}
