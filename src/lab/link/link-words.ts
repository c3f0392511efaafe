/** Replaces a wrong word of a link. */
import { isList } from '../../model/scenario/read-link.ts';
import { writeLink } from '../../model/scenario/url.ts';
import { type LinkProblem, ui } from '../../ui/ui-state.ts';
import { playhead } from '../run/run-state.ts';
import { presentLink, writeAddress } from './link.ts';
import { openLink } from './open.ts';

/**
 * Opens the current state with another word in the link, at the same instant. The other problems stay listed.
 */
export async function writeInstead(linkFix: LinkProblem, word: string): Promise<void> {
  const link = presentLink();
  if (!link) return;
  const { path } = linkFix.problem;
  const { now } = playhead.getState();
  const atPresent = now && { timeNs: Math.round(now.timeNs), paused: !now.playing };
  const others = ui.getState().problems.filter((other) => other !== linkFix);
  const written = writeLink({ ...link, view: { ...atPresent, ...link.view } })
    .split('&')
    .filter((part) => isList(path) || !part.startsWith(`${path}=`));
  await openLink([...written, `${path}=${encodeURIComponent(word)}`].filter(Boolean).join('&'));
  ui.setState((state) => ({ problems: [...others, ...state.problems] }));
  writeAddress();
}
