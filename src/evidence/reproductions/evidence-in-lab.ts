/** Opens runs of claims and measured rows in the Lab. */

import { type Shown, showInLab } from '../../lab/link/open.ts';
import { completed } from '../../lab/run/whole-run.ts';
import { presetById } from '../../model/scenario/library.ts';
import { rootOf, scenariosOf } from '../check/runs.ts';
import { topics } from '../check/topics.ts';
import { askedOf } from '../predict/predict.ts';
import type { Row } from '../predict/row.ts';

/** A named run of a topic; of a sweep the run with one value. */
export interface RunChoice {
  readonly topic: string;
  readonly name: string;
  readonly key: string;
}

/** Shows one run, or two side by side. */
export async function showRuns(a: RunChoice, b?: RunChoice): Promise<void> {
  const [first, second] = await Promise.all([shown(a), b && shown(b)]);
  if (first) await showInLab(first, second);
}

/** Shows the system of a measured row. */
export const showRow = (row: Row): Promise<void> => showInLab({ scenario: askedOf(row) });

async function shown({ topic: id, name, key }: RunChoice): Promise<Shown | undefined> {
  const topic = topics.find((candidate) => candidate.id === id);
  if (!topic) return undefined;
  const runs = await scenariosOf(topic, name, (partial) => completed('judge', partial));
  const run = runs.find((candidate) => candidate.key === key) ?? runs[0];
  const preset = rootOf(topic, name);
  return run && { scenario: run.scenario, ...(presetById(preset) ? { preset } : {}) };
}
