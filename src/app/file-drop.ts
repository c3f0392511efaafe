/** Handles files dropped outside of any drop target. Loaded with the first file. */

import { readFile } from '../lab/settings/file.ts';
import type { Problem } from '../model/scenario/problem.ts';
import { isFree, ui } from '../ui/ui-state.ts';

const isScenario = ({ name, type }: File): boolean => /\.json$/i.test(name) || type === 'application/json';

/**
 * Offers a scenario in the dialog, as if it was chosen there, and reports other files. Nothing on screen
 * changes.
 */
export async function openDropped(files: readonly File[]): Promise<void> {
  const taken = isFree('open') ? files.find(isScenario) : undefined;
  const others = files
    .filter((file) => file !== taken)
    .map(({ name }): Problem => {
      const hint = !isFree('open') ? 'locked' : taken ? 'several' : 'other';
      return { code: 'FILE-03', path: '', value: name, facts: { hint } };
    });
  const text = taken && (await readFile(taken));
  const unread = text === undefined || typeof text === 'string' ? [] : [text];
  ui.setState({
    dialog: 'open',
    offered: { ...(typeof text === 'string' ? { text } : {}), problems: [...unread, ...others] },
  });
}
