/**
 * Repeats both sides with several common seeds, for differences that have no interval from one run. Results
 * stay after a stop.
 */
import { type Course, mapCourse } from '../../model/scenario/course.ts';
import { type Figures, figuresOf } from '../../model/sweep/effects.ts';
import { valuesOfRun } from '../../model/sweep/metrics.ts';
import { replicationOf } from '../../model/sweep/plan.ts';
import { coreCount, Pool } from '../../model/workers/pool.ts';
import { experiment, SIDES } from '../settings/experiment-state.ts';
import { SEEDS } from '../why/trials.ts';
import { type PairTrial, pairKey, trials } from '../why/trials-state.ts';
import { courseOf } from './course.ts';
import { engineProblem, newEngine } from './engines.ts';
import { type KeptEntry, knownFigures, runFigures } from './kept-figures.ts';
import { run } from './run-state.ts';
import { keepRuns } from './sweep-cache.ts';

/** Stops the current repetition. */
let end: () => void = () => undefined;
export const stopRepeating = (): void => end();

const put = (key: string, part: Partial<PairTrial>): void =>
  trials.setState(({ pair }) => (pair?.key === key ? { pair: { ...pair, ...part } } : {}));

/**
 * Runs the pair with several seeds, resumes after a stop, or adds as many seeds when all are done. Needs both
 * summaries.
 */
export async function repeatPair(): Promise<void> {
  const state = experiment.getState();
  const key = pairKey(state);
  const now = run.getState();
  if (key === undefined || SIDES.some((side) => !now[side].summary || now[side].isStale)) return;
  end();
  const courses = await Promise.all(SIDES.map((side) => courseOf(side, 'counted')));
  if (experiment.getState() !== state) return;
  const { pair } = trials.getState();
  const known = pair?.key === key ? pair : undefined;
  const seeds = (known?.seeds ?? SEEDS) + (known?.status === 'done' ? SEEDS : 0);
  const runs: Record<'a' | 'b', (Figures | undefined)[]> = {
    a: [...(known?.a ?? [])],
    b: [...(known?.b ?? [])],
  };
  SIDES.forEach((side, index) => {
    const { summary } = now[side];
    const course = courses[index];
    if (summary && course) runs[side][0] = figuresOf(valuesOfRun(course.scenario, summary));
  });
  const done = () => SIDES.reduce((sum, side) => sum + runs[side].filter(Boolean).length, 0);
  const found = () => ({ a: [...runs.a], b: [...runs.b], done: done() });
  const firstSeed = state.a?.scenario.seed ?? 0;
  trials.setState({ pair: { key, status: 'running', seeds, firstSeed, total: 2 * seeds, ...found() } });
  const pool = new Pool(coreCount(), newEngine);
  let isOver = false;
  const finish = (part: Partial<PairTrial>) => {
    if (isOver) return;
    isOver = true;
    leave();
    pool.close();
    put(key, { ...found(), ...part });
  };
  // Stops when the pair leaves the screen.
  const leave = experiment.subscribe((next) => pairKey(next) !== key && finish({ status: 'stopped' }));
  end = () => finish({ status: 'stopped' });
  try {
    // Each side once before any is repeated.
    const tasks = Array.from({ length: seeds }, (_, k) =>
      SIDES.flatMap((side, index) => {
        const course = courses[index];
        return course && !runs[side][k] ? [{ side, k, course: seeded(course, k) }] : [];
      }),
    ).flat();
    const cached = await knownFigures(tasks.map(({ course }) => course));
    const waiting = tasks.filter(({ side, k }, index) => {
      if (cached[index]) runs[side][k] = cached[index];
      return cached[index] === undefined;
    });
    const entries: KeptEntry[] = [];
    const work = async () => {
      for (let task = waiting.shift(); task && !isOver; task = waiting.shift()) {
        const { figures, entry } = await runFigures(pool, task.course);
        if (isOver) return;
        runs[task.side][task.k] = figures;
        if (entry) entries.push(entry);
        put(key, found());
      }
    };
    await Promise.all(Array.from({ length: pool.size }, work));
    if (entries.length > 0) void keepRuns(entries);
    finish({ status: 'done' });
  } catch (error) {
    finish({ status: 'failed', problem: engineProblem(error) });
  }
}

const seeded = (course: Course, replication: number): Course =>
  mapCourse(course, (scenario) => replicationOf(scenario, replication));
