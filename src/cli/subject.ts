/** Reads the subject of a diagnosis: a scenario file, or pieces of configuration and counters. */
import { decode } from '../evidence/imports/decode.ts';
import { applyEdits } from '../model/scenario/apply-edits.ts';
import type { Json } from '../model/scenario/patch.ts';
import { isObject } from '../model/scenario/patch.ts';
import type { Problem } from '../model/scenario/problem.ts';
import type { Normalize } from '../model/sweep/plan.ts';
import { assemble, pathsOf } from '../system/assemble.ts';
import type { Subject } from '../system/diagnosis/finding.ts';
import { instancesOf } from '../system/proposals.ts';
import { unreadProblem } from '../system/readers/log.ts';
import { read } from '../system/readers/read.ts';
import type { Answers, Reading } from '../system/system.ts';
import { MAX_INPUT_BYTES, readBytesOf } from './input.ts';

/** Parts of a scenario: a JSON object with one of them is a scenario file. */
const PARTS = ['workload', 'client', 'network', 'server', 'costs', 'run'];

/** A problem with one of the files. */
export interface FileProblem {
  readonly file: string;
  readonly problem: Problem;
}

/** What a reading could not take from its texts, and what it assumes instead. */
export const openPoints = ({ problems, choices = [] }: Reading): readonly Problem[] => [
  ...problems,
  ...choices
    .filter(({ isAnswered }) => !isAnswered)
    .map(
      ({ id, value, values }): Problem => ({
        ...{ code: 'SYS-19', path: id, value: value ?? '–', allowed: values.map((each) => each) },
        facts: { hint: values.length > 0 ? 'some' : 'none' },
      }),
    ),
];

function scenarioIn(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) && PARTS.some((part) => part in value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a file. */
interface FileText {
  readonly file: string;
  readonly text: string;
}

/** The subject of some files, or the reasons why there is none. */
export async function readSubject(
  files: readonly string[],
  normalize: Normalize,
  answers: Answers,
): Promise<Subject | readonly FileProblem[]> {
  const texts: FileText[] = [];
  const replaced: Problem[] = [];
  for (const file of files) {
    const bytes = await readBytesOf(file, MAX_INPUT_BYTES);
    if ('code' in bytes) return [{ file, problem: bytes }];
    const { text, isReplaced } = decode(bytes);
    if (isReplaced) replaced.push({ code: 'SYS-22', path: '', value: file });
    texts.push({ file, text });
  }
  return subjectOf(texts, normalize, answers, replaced);
}

/**
 * The subject of some texts, or the reasons why there is none.
 * @param known problems of the files
 */
export async function subjectOf(
  texts: readonly FileText[],
  normalize: Normalize,
  answers: Answers,
  known: readonly Problem[] = [],
): Promise<Subject | readonly FileProblem[]> {
  const scenarios = texts.flatMap(({ text }) => scenarioIn(text) ?? []);
  const pieces = texts.filter(({ text }) => scenarioIn(text) === undefined);
  const [, second] = texts.filter(({ text }) => scenarioIn(text) !== undefined);
  if (second) return [{ file: second.file, problem: { code: 'SYS-23', path: '' } }];
  const file = texts[0]?.file ?? '';
  const own = read(
    pieces.map((piece, index) => ({ id: `${index}`, name: piece.file, text: piece.text })),
    answers,
  );
  const reading = { ...own, problems: [...known, ...own.problems] };
  const [unread] = reading.pieces.filter(({ kind }) => kind === null);
  if (unread) return [{ file: unread.piece.name, problem: unreadProblem(unread.piece, unread.piece.name) }];
  // A text that no parser reads has nothing to diagnose.
  const invalid = reading.problems.filter(({ code }) => code === 'SYS-14');
  if (invalid.length > 0)
    return invalid.map((problem) => ({ file: String(problem.facts?.file ?? file), problem }));
  if (scenarios.length > 0) {
    const { scenario, issues } = await normalize(applyEdits(scenarios[0], pathsOf(answers)));
    return scenario
      ? { reading, scenario, settings: [], instances: instancesOf(reading, answers) }
      : issues.map((problem) => ({ file, problem }));
  }
  const assembled = await assemble(reading, answers, normalize);
  return 'scenario' in assembled
    ? { reading, ...assembled, instances: instancesOf(reading, answers) }
    : assembled.map((problem) => ({ file, problem }));
}
