/** Opens runs of claims and measured rows in the Lab. */

import { type Shown, showInLab } from '../../lab/link/open.ts';
import { completed } from '../../lab/run/whole-run.ts';
import { presetById } from '../../model/scenario/library.ts';
import type { Json } from '../../model/scenario/patch.ts';
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

/** The scenario of a run; undefined when there is none. */
export async function scenarioOfRun({ topic: id, name, key }: RunChoice): Promise<Json | undefined> {
  const topic = topics.find((candidate) => candidate.id === id);
  if (!topic) return undefined;
  const runs = await scenariosOf(topic, name, (partial) => completed('judge', partial));
  return (runs.find((candidate) => candidate.key === key) ?? runs[0])?.scenario;
}

async function shown(choice: RunChoice): Promise<Shown | undefined> {
  const scenario = await scenarioOfRun(choice);
  const topic = topics.find(({ id }) => id === choice.topic);
  if (!scenario || !topic) return undefined;
  const preset = rootOf(topic, choice.name);
  return { scenario, ...(presetById(preset) ? { preset } : {}) };
}
