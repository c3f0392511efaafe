/** The instants that lessons mark on the bar of the run: they lie in it, and show what the text says of them. */
import { describe, expect, it } from 'vitest';
import type { Setup } from '../../src/learn/lessons/lesson.ts';
import { phases } from '../../src/model/engine/generated/abi.ts';
import { Recording } from '../../src/model/playback/recording.ts';
import { readTime } from '../../src/model/scenario/read-link.ts';
import { loadEngine } from '../engine/runs.ts';
import { frameAt } from '../support/scenes.ts';
import { type LessonFolder, lessonFolders } from './files.ts';
import { scenariosOf } from './lesson-runs.ts';

const setupsOf = ({ lesson, reveal }: LessonFolder): readonly Setup[] => [
  lesson.stage,
  ...(reveal.vary.stage ? [reveal.vary.stage] : []),
  ...(reveal.check.stage ? [reveal.check.stage] : []),
  ...Object.values(reveal.predict.counters ?? {}).map(({ stage }) => stage),
];

const marked = lessonFolders.flatMap((folder) =>
  setupsOf(folder)
    .filter(({ marks }) => marks)
    .map((setup) => [folder.id, setup, folder] as const),
);

const instantsOf = ({ marks = [] }: Setup): number[] => marks.map((mark) => readTime(mark) ?? Number.NaN);

const engine = await loadEngine();

/** What a run shows at instants, which are in their order. */
function framesOf(folder: LessonFolder, name: string, instants: readonly number[]) {
  const [{ scenario } = { scenario: undefined }] = scenariosOf(folder, name, 1);
  if (!scenario) throw new Error(`${folder.id}: there is no run ${name}`);
  const layout = engine.open(scenario, true);
  const recording = new Recording(layout);
  const untilNs = Math.max(...instants) + 1;
  let status = engine.advance(untilNs, 5_000);
  while (status === 'chunk' || status === 'events') {
    if (status === 'chunk') recording.append(engine.takeChunk());
    status = engine.advance(untilNs, 5_000);
  }
  recording.append(engine.takeChunk());
  return { layout, frames: instants.map((ns) => frameAt(recording, ns)) };
}

it('some lesson marks instants', () => {
  expect(marked.length).toBeGreaterThan(0);
});

describe.each(marked)('the marks of %s', (_, setup, folder) => {
  it('lie in the run, one after the other', () => {
    const instants = instantsOf(setup);
    const { layout } = framesOf(folder, setup.a, instants);
    expect(instants).toEqual([...new Set(instants)].sort((one, other) => one - other));
    expect(Math.min(...instants)).toBeGreaterThan(0);
    expect(Math.max(...instants)).toBeLessThan(layout.endNs);
  });
});

it('order: at each, everybody’s answer has been behind a large one for longer than a trip takes', () => {
  const folder = lessonFolders.find(({ id }) => id === 'order');
  if (!folder) throw new Error('no such lesson');
  const { stage } = folder.lesson;
  const { frames } = framesOf(folder, stage.a, instantsOf(stage));
  for (const { timeNs, requests } of frames) {
    expect(requests.count).toBe(20);
    for (let index = 0; index < requests.count; index++) {
      expect(phases[requests.phase[index] ?? -1]).toBe('wireBack');
      expect(timeNs - (requests.since[index] ?? Number.NaN)).toBeGreaterThan(500_000);
    }
  }
});
