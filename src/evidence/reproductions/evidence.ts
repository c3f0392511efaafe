/**
 * The model's results for claims and measured rows: the recorded ones at once, and their repetition in this
 * browser, one run at a time in a separate worker. Results stay after a stop.
 */

import { closeEngine, engineProblem } from '../../lab/run/engines.ts';
import { completed, wholeRun } from '../../lab/run/whole-run.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import { answerOf, type ClaimAnswers, type RowAnswers, rounded, rowName } from '../answers/answers.ts';
import recordedClaims from '../answers/generated/claims.json';
import recordedMutations from '../answers/generated/mutations.json';
import recordedRows from '../answers/generated/rows.json';
import { verdictOf } from '../check/judge.ts';
import type { RecordedMutations } from '../check/mutation.ts';
import { type Filed, planFor } from '../check/plan.ts';
import { runsOf } from '../check/runs.ts';
import { filed, sweptValues } from '../check/topics.ts';
import { accuracyOf } from '../predict/accuracy.ts';
import { allRows, askedOf, compare, compareRun } from '../predict/predict.ts';
import { type AnsweredClaim, type AnsweredRow, type EvidenceKind, evidence } from './evidence-state.ts';

const ROLE = 'evidence';

const claimAnswers = recordedClaims as unknown as ClaimAnswers;
const rowAnswers: RowAnswers = recordedRows;
const mutations: RecordedMutations = recordedMutations;

/** The running repetition; another object means another one. */
let present: object | undefined;

let recorded: Promise<void> | undefined;

/**
 * Loads the recorded results into the store, once: the claims, then the measured rows, each in a task of its own, so that the
 * page stays responsive.
 */
export function showRecorded(): Promise<void> {
  recorded ??= (async () => {
    await nextTask();
    const claims = answeredClaims();
    await nextTask();
    evidence.setState({ claims });
    await nextTask();
    showRecordedRows();
  })();
  return recorded;
}

const nextTask = () => new Promise<void>((done) => setTimeout(done));

const answeredClaims = (): readonly AnsweredClaim[] =>
  filed.map(({ topic, claim }): AnsweredClaim => {
    const results = claimAnswers[claim.id] ?? [];
    const breaks = mutations[claim.id];
    return {
      claim,
      topic: { id: topic.id, title: topic.title },
      verdict: verdictOf(claim, results),
      results,
      runs: runsOf(claim).map((name) => ({ name, keys: sweptValues(topic, name) })),
      ...(breaks && { breaks }),
    };
  });

function showRecordedRows(): void {
  showRows(
    allRows().map((row): AnsweredRow => {
      const name = rowName(row);
      return { name, row, comparisons: compare(row, (quantity) => rowAnswers[name]?.[quantity]) };
    }),
  );
}

function showRows(rows: readonly AnsweredRow[]): void {
  const tables = [...new Set(rows.map(({ row }) => row.table))];
  evidence.setState({
    rows,
    judgement: accuracyOf(rows),
    families: tables
      .map((table) => ({ table, judgement: accuracyOf(rows.filter(({ row }) => row.table === table)) }))
      .filter(({ judgement }) => judgement.rows > 0),
  });
}

/**
 * Repeats claims, and judges each when its runs are done.
 * @param ids in this order
 */
export const countClaims = (ids: readonly string[]): Promise<void> => {
  const wanted = ids.flatMap((id) => filed.filter(({ claim }) => claim.id === id));
  const summaries = new Map<string, Summary>();
  return count('claims', wanted, async (filed: Filed, isWanted) => {
    const plan = await planFor([filed], (partial) => completed(ROLE, partial));
    for (const { id, scenario } of plan.runs) {
      const summary = summaries.get(id) ?? (await wholeRun(ROLE, scenario, isWanted));
      if (!summary) return undefined;
      summaries.set(id, summary);
    }
    const [judgement] = plan.judge(({ id }) => summaries.get(id) as Summary);
    if (!judgement) return undefined;
    const { claim, verdict, results } = judgement;
    evidence.setState(({ claims }) => ({
      claims: claims.map((old) => (old.claim.id === claim.id ? { ...old, verdict, results } : old)),
    }));
    return { name: claim.id, isSame: isEqual(results, claimAnswers[claim.id]) };
  });
};

/**
 * Repeats rows.
 * @param names in this order
 */
export const countRows = (names: readonly string[]): Promise<void> => {
  const known = new Map(evidence.getState().rows.map((row) => [row.name, row]));
  const wanted = names.flatMap((name) => known.get(name) ?? []);
  return count('rows', wanted, async ({ name, row }, isWanted) => {
    const summary = await wholeRun(ROLE, await completed(ROLE, askedOf(row)), isWanted);
    if (!summary) return undefined;
    const comparisons = compareRun(row, summary);
    showRows(evidence.getState().rows.map((old) => (old.name === name ? { name, row, comparisons } : old)));
    return { name, isSame: isEqual(answerOf({ comparisons }), rowAnswers[name]) };
  });
};

/** Equal in the recorded digits. */
const isEqual = (answer: unknown, recorded: unknown): boolean =>
  JSON.stringify(rounded(answer)) === JSON.stringify(recorded);

/**
 * Repeats items one after the other until the last, or until it is stopped. `one` returns undefined when
 * stopped.
 */
async function count<T>(
  kind: EvidenceKind,
  wanted: readonly T[],
  answerOf: (
    item: T,
    isWanted: () => boolean,
  ) => Promise<{ readonly name: string; readonly isSame: boolean } | undefined>,
): Promise<void> {
  stopCounting();
  const token = {};
  present = token;
  const isWanted = () => present === token;
  const start = { kind, status: 'running', done: 0, total: wanted.length, same: [], different: [] } as const;
  evidence.setState({ again: start });
  const update = (part: object) =>
    evidence.setState(({ again }) => ({ again: again && { ...again, ...part } }));
  try {
    for (const [index, item] of wanted.entries()) {
      const answer = await answerOf(item, isWanted);
      if (!answer || !isWanted()) return;
      const list = answer.isSame ? 'same' : 'different';
      update({ done: index + 1, [list]: [...(evidence.getState().again?.[list] ?? []), answer.name] });
    }
    update({ status: 'done' });
  } catch (error) {
    if (isWanted()) update({ status: 'failed', problem: engineProblem(error) });
  } finally {
    if (isWanted()) end();
  }
}

/** Stops the running repetition; its results stay. */
export function stopCounting(): void {
  if (!present) return;
  end();
  evidence.setState(({ again }) => ({ again: again && { ...again, status: 'stopped' } }));
}

/** The worker holds the memory of its largest run; it ends with the repetition. */
function end(): void {
  present = undefined;
  closeEngine(ROLE);
}
