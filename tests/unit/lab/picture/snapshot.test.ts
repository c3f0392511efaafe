/** The pictures of lessons: the scenarios are those of the stage, and the instant has requests to show. */
import { beforeAll, expect, it } from 'vitest';
import { snapshot } from '../../../../src/lab/picture/snapshot.ts';
import { setSpawn } from '../../../../src/lab/run/engines.ts';
import { recipeOf, runsOf, scenariosOfStage, variantsOf } from '../../../../src/learn/lessons/runs.ts';
import { presetById } from '../../../../src/model/scenario/library.ts';
import { lessonFolders } from '../../../lessons/files.ts';
import { inProcessEngine } from '../../../support/in-process.ts';

beforeAll(() => setSpawn(inProcessEngine));

it.each(lessonFolders.map((folder) => [folder.id, folder.lesson] as const))(
  'the picture of the lesson %s shows its system at work',
  async (_, lesson) => {
    const scenarios = scenariosOfStage(lesson);
    expect(scenarios).toHaveLength(lesson.stage.b === undefined ? 1 : 2);
    const engine = inProcessEngine();
    const complete = async (scenario: unknown) =>
      (await engine.normalize(JSON.stringify(scenario))).scenario ?? {};
    for (const [i, scenario] of scenarios.entries()) {
      // The stage edits the complete preset, the picture the short one.
      const recipe = recipeOf(runsOf(lesson, undefined), [lesson.stage.a, lesson.stage.b][i] ?? '');
      const base = await complete(recipe.preset ? presetById(recipe.preset)?.scenario : {});
      expect(await complete(scenario)).toEqual(await complete(variantsOf(recipe, base)[0]?.scenario));
      const { frame, run } = (await snapshot(scenario)) ?? {};
      expect(frame?.known).toBe(true);
      expect(run?.callers).toBeGreaterThan(0);
      expect(frame?.inProgress).toBeGreaterThan(0);
      expect(frame?.threads.shown.state).toEqual(frame?.threads.state);
    }
  },
);

it('a scenario that cannot be simulated has no picture, and the same one is simulated once', async () => {
  expect(await snapshot({ client: { connections: { kind: 'nothing' } } })).toBeUndefined();
  expect(snapshot({})).toBe(snapshot({}));
});
