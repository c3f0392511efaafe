/** `sim sweep`: one or two parameters over several values, with replications, on all cores. */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { issueText } from '../i18n/issues.ts';
import type { Language } from '../lib/languages.ts';
import { Engine } from '../model/engine/engine.ts';
import { presetById } from '../model/scenario/library.ts';
import type { Edits, Json } from '../model/scenario/patch.ts';
import type { Problem } from '../model/scenario/problem.ts';
import { openPoints } from '../model/sweep/answer.ts';
import { toCsv } from '../model/sweep/csv.ts';
import type { Axis, Sweep } from '../model/sweep/definition.ts';
import { inRunOrder, type Normalize, pointsOf, replicationOf } from '../model/sweep/plan.ts';
import { isSweep, readSweep } from '../model/sweep/read.ts';
import { type Gap, type RunRecord, resultsOf, resultsText } from '../model/sweep/results.ts';
import { Schedule } from '../model/sweep/schedule.ts';
import { rowsOf, tableMetrics } from '../model/sweep/table.ts';
import { EXIT, printMessage, readInput } from './input.ts';
import { openPoints as leftOpen, subjectOf } from './subject.ts';
import { OwnThread, Threads } from './threads.ts';

const PROGRESS_MS = 500;

export interface SweepRequest {
  readonly file: string;
  /** Parameters with one value (a change of every system) or several (an axis). */
  readonly set: readonly Axis[];
  readonly seeds: number | undefined;
  readonly precision: number | undefined;
  readonly budgetS: number | undefined;
  readonly metrics: readonly string[];
  readonly json: boolean;
  /** Part i of n, from 1. */
  readonly shard: { readonly part: number; readonly of: number };
  readonly jobs: number | undefined;
  readonly lang: Language;
}

const isJson = (text: string): boolean => /^\s*[{[]/.test(text);

/** The scenario of configuration and counters; null if they give none, which is said. */
async function scenarioOf(
  text: string,
  { file, lang }: SweepRequest,
  normalize: Normalize,
  complain: (problem: Problem) => void,
): Promise<Json> {
  const subject = await subjectOf([{ file, text }], normalize, {});
  if (!('scenario' in subject)) {
    for (const { problem } of subject) complain(problem);
    return null;
  }
  for (const problem of leftOpen(subject.reading))
    printMessage(`${problem.code}: ${issueText(problem, lang)}`);
  return subject.scenario as unknown as Json;
}

/** Returns the exit code. `wasm` is the engine's file. */
export async function sweep(request: SweepRequest, wasm: string): Promise<number> {
  const complain = (problem: Problem) =>
    printMessage(`${problem.code} ${problem.path || request.file}: ${issueText(problem, request.lang)}`);
  const input = await readInput(request.file);
  if (typeof input !== 'string') {
    complain(input);
    return EXIT.badInput;
  }
  const engine = await Engine.load(await readFile(wasm));
  const normalize = (scenario: Json) => engine.normalize(JSON.stringify(scenario));
  let value: Json;
  try {
    value = isJson(input)
      ? (JSON.parse(input) as Json)
      : await scenarioOf(input, request, normalize, complain);
    if (value === null) return EXIT.badInput;
    // Rejects text that nests too deeply for the engine before using it.
    if (engine.normalize(input).issues.some(({ code }) => code === 'SCN-34')) throw new RangeError('nested');
  } catch {
    for (const issue of engine.normalize(input).issues) complain(issue);
    return EXIT.badInput;
  }
  const { sweep, problems } = readSweep(definitionOf(value, request));
  for (const problem of problems) complain(problem);
  if (!sweep) return EXIT.badInput;
  const points = await pointsOf(sweep, normalize, (id) => presetById(id)?.scenario);
  const mine = points.filter(({ index }) => index % request.shard.of === request.shard.part - 1);
  const gaps: Gap[] = mine.flatMap(({ index, problem }) => (problem ? [{ point: index, problem }] : []));
  for (const { point, problem } of gaps)
    complain({ ...problem, path: problem.path || `${points[point]?.at.join(' × ')}` });
  const runs: RunRecord[] = [];
  const schedule = new Schedule({
    points: inRunOrder(mine.filter(({ scenario }) => scenario)).map(({ index }) => index),
    seeds: sweep.seeds,
    // A part of a sweep does not contain the points that would decide its answer.
    precision: request.shard.of > 1 && sweep.precision === 'answer' ? null : sweep.precision,
    openPoints: (replications) => openPoints(sweep, replications),
  });
  const total = schedule.most;
  const jobs = Math.max(1, Math.min(request.jobs ?? availableParallelism(), total));
  const threads = jobs === 1 ? new OwnThread(engine) : new Threads(jobs, wasm);
  const start = Date.now();
  let shown = start;
  const progress = () => {
    if (Date.now() - shown < PROGRESS_MS) return;
    shown = Date.now();
    const line = `${runs.length} of at most ${total} runs, ${Math.round((shown - start) / 1000)} s`;
    if (process.stderr.isTTY) process.stderr.write(`\r${line}\x1b[K`);
    else printMessage(line);
  };
  const isInTime = () => sweep.budgetS === null || Date.now() - start < sweep.budgetS * 1000;
  printMessage(`${mine.length} points x ${sweep.seeds} seeds = at most ${total} runs, ${jobs} at a time`);
  let isCut = false;
  try {
    const running = new Set<Promise<void>>();
    for (;;) {
      isCut = !isInTime();
      const task = threads.hasIdle && !isCut ? schedule.next() : undefined;
      const scenario = task && points[task.point]?.scenario;
      if (task && scenario) {
        const run = threads
          .run(task, replicationOf(scenario, task.replication))
          .then((outcome) => {
            if ('record' in outcome) {
              runs.push(outcome.record);
              schedule.settle(task, outcome.record.values[sweep.metric]);
            } else {
              if (!gaps.some(({ point }) => point === task.point))
                gaps.push({ point: task.point, problem: outcome.problem });
              schedule.fail(task);
              complain({ ...outcome.problem, path: points[task.point]?.at.join(' × ') ?? '' });
            }
            progress();
          })
          .finally(() => running.delete(run));
        running.add(run);
      } else if (running.size > 0) await Promise.race(running);
      else break;
    }
  } finally {
    await threads.close();
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  printMessage(
    `${runs.length} runs in ${((Date.now() - start) / 1000).toFixed(1)} s; ${ending(sweep, schedule, isCut)}`,
  );
  const version = engineVersionOf(engine);
  if (request.json) process.stdout.write(resultsText(resultsOf(sweep, version, runs, gaps)));
  else {
    const metrics = request.metrics.length > 0 ? request.metrics : tableMetrics(sweep);
    process.stdout.write(toCsv(sweep, rowsOf(mine, runs, gaps, metrics), metrics));
  }
  // A part beyond the number of points has nothing to do.
  return runs.length === 0 && mine.length > 0 ? EXIT.failed : EXIT.done;
}

function ending({ precision, budgetS }: Sweep, schedule: Schedule, isCut: boolean): string {
  if (isCut && schedule.remaining > 0) return `stopped by the time budget of ${budgetS} s`;
  if (schedule.isPrecise && precision === 'answer') return 'answer decided';
  if (schedule.isPrecise && typeof precision === 'number')
    return `± ${precision * 100} % reached at every point`;
  return precision === null
    ? 'all replications done'
    : `all replications done before the ${precision === 'answer' ? 'answer was decided' : 'precision was reached'}`;
}

/** Every summary has the version, also that of an empty run. */
function engineVersionOf(engine: Engine): string {
  const { scenario } = engine.normalize('{}');
  if (!scenario) return '';
  engine.open(scenario, false);
  return engine.summary().engineVersion;
}

/** The definition in a file, or one for a scenario file, with the overrides of the command line. */
function definitionOf(value: Json, { set, seeds, precision, budgetS, metrics }: SweepRequest): Json {
  const definition = (
    isSweep(value) ? value : { series: [{ name: 'scenario', scenario: value }], axes: [] }
  ) as Readonly<Record<string, Json>>;
  const count = (axis: Axis) => ('values' in axis ? axis.values.length : 2);
  const edits = set.flatMap((axis) =>
    'values' in axis && axis.values.length === 1 ? axis.paths.map((path) => [path, axis.values[0]]) : [],
  );
  const axes = set.filter((axis) => count(axis) > 1);
  const [metric] = metrics;
  return {
    ...definition,
    set: { ...((definition.set as Edits | undefined) ?? {}), ...Object.fromEntries(edits) },
    axes: [...((definition.axes as readonly Json[] | undefined) ?? []), ...(axes as unknown as Json[])],
    ...(seeds === undefined ? {} : { seeds }),
    ...(precision === undefined ? {} : { precision }),
    ...(budgetS === undefined ? {} : { budgetS }),
    ...(metric === undefined || 'metric' in definition ? {} : { metric }),
  };
}
