/** Another word in the place of one that a link has wrong. */
import { isList } from '../../model/scenario/read-link.ts';
import { writeLink } from '../../model/scenario/url.ts';
import { type LinkProblem, ui } from '../../ui/ui-state.ts';
import { playhead } from '../run/run-state.ts';
import { presentLink, writeAddress } from './link.ts';
import { openLink } from './open.ts';

/** Opens what is shown as the link with another word would, at the instant at which it is; what else was wrong with it stays told. */
export async function writeInstead(mended: LinkProblem, word: string): Promise<void> {
  const link = presentLink();
  if (!link) return;
  const { path } = mended.problem;
  const { now } = playhead.getState();
  const atPresent = now && { timeNs: Math.round(now.timeNs), paused: !now.playing };
  const others = ui.getState().problems.filter((other) => other !== mended);
  const written = writeLink({ ...link, view: { ...atPresent, ...link.view } })
    .split('&')
    .filter((part) => isList(path) || !part.startsWith(`${path}=`));
  await openLink([...written, `${path}=${encodeURIComponent(word)}`].filter(Boolean).join('&'));
  ui.setState((state) => ({ problems: [...others, ...state.problems] }));
  writeAddress();
}
