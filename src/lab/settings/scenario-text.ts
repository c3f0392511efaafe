/** A side as a scenario's text: read from a file or a field, written for a file. */
import type { Issue } from '../../model/scenario/generated/summary.ts';
import type { Problem, SideName } from '../../model/scenario/problem.ts';
import { engine } from '../run/engines.ts';
import { failed, showPair } from '../run/run.ts';
import { experiment } from './experiment-state.ts';

/**
 * Opens a scenario's text on one side. When the engine refuses it, the side does not change.
 * @returns its problems; empty on success
 */
export async function openText(name: SideName, text: string): Promise<readonly Problem[]> {
  if (text.trim() === '') return [{ code: 'FILE-04', path: '' }];
  try {
    const { scenario, issues } = await engine('judge').normalize(text);
    const side = experiment.getState()[name];
    if (!scenario || !side) return issues satisfies readonly Issue[];
    experiment.setState({ [name]: { ...side, scenario, drafts: {}, problems: [] } });
    showPair();
    return [];
  } catch (error) {
    failed(error);
    return [];
  }
}

/** A side's complete scenario as text, for a file. */
export const scenarioText = (name: SideName): string =>
  `${JSON.stringify(experiment.getState()[name]?.scenario ?? {}, null, 2)}\n`;
