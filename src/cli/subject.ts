/** Reads what is to be diagnosed: a scenario file, or pieces of configuration and counters. */
import { basename } from 'node:path';
import type { Json } from '../model/scenario/patch.ts';
import { isObject } from '../model/scenario/patch.ts';
import type { Problem } from '../model/scenario/problem.ts';
import type { Normalize } from '../model/sweep/plan.ts';
import type { Subject } from '../system/diagnosis/finding.ts';
import type { Reading } from '../system/system.ts';
import { readInput } from './input.ts';

/** Parts of a scenario: a JSON object with one of them is a scenario file. */
const PARTS = ['workload', 'client', 'network', 'server', 'costs', 'run'];

const NOTHING_READ: Reading = {
  ...{ pieces: [], library: null, options: [], settings: [], unused: [] },
  ...{ observed: {}, problems: [], masked: 0 },
};

/** A problem with one of the files. */
export interface FileProblem {
  readonly file: string;
  readonly problem: Problem;
}

function scenarioIn(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) && PARTS.some((part) => part in value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The subject of some files, or the reasons why there is none. */
export async function readSubject(
  files: readonly string[],
  normalize: Normalize,
): Promise<Subject | readonly FileProblem[]> {
  const texts: { file: string; text: string }[] = [];
  for (const file of files) {
    const text = await readInput(file);
    if (typeof text !== 'string') return [{ file, problem: text }];
    texts.push({ file, text });
  }
  const [first] = texts;
  const own = first && texts.length === 1 ? scenarioIn(first.text) : undefined;
  const { scenario, issues } = await normalize(own ?? {});
  const file = basename(first?.file ?? '');
  if (!scenario) return issues.map((problem) => ({ file, problem }));
  return { reading: NOTHING_READ, scenario, settings: [] };
}
