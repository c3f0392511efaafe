/**
 * What people have kept still opens and means the same: files and links of format version 1, as earlier builds wrote them.
 * `version-1.json` is never renewed. A change that breaks this test needs a new version of the format, and a way from the old.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at } from '../../.ci/paths.mjs';
import { readRecording } from '../../src/bridge/recording/recording.ts';
import { readOwnLesson } from '../../src/learn/lessons/custom-lesson.ts';
import { readProgress } from '../../src/learn/lessons/progress.ts';
import { readCalibration } from '../../src/live/calibration/file.ts';
import { readBranches } from '../../src/model/scenario/branches.ts';
import { fields } from '../../src/model/scenario/fields.ts';
import { presetById } from '../../src/model/scenario/library.ts';
import { readLink } from '../../src/model/scenario/read-link.ts';
import { fromSweepQuery } from '../../src/model/sweep/link.ts';
import { readSweep } from '../../src/model/sweep/read.ts';
import { loadEngine } from '../engine/runs.ts';
import branched from './branches-1.json' with { type: 'json' };
import kept from './version-1.json' with { type: 'json' };

const engine = await loadEngine();

describe('of version 1', () => {
  it('a lesson of a teacher’s own opens without a fault', () => {
    const { own, faults } = readOwnLesson(readFileSync(at('tests/formats/own-lesson-1.md'), 'utf8'));
    expect(faults).toEqual([]);
    expect(own?.reveal.check.goals?.map(({ id }) => id)).toEqual(['fast']);
  });

  it.each(kept.scenarios.map((file, index) => [index, file]))(
    'scenario %s opens with every value it had',
    (_, file) => {
      const { scenario, issues } = engine.normalize(JSON.stringify(file));
      expect(issues).toEqual([]);
      expect(scenario).toMatchObject(file);
    },
  );

  it.each(kept.links)('the link %s opens, and changes knobs that there are', (query) => {
    const { link, problems } = readLink(query);
    expect(problems).toEqual([]);
    const paths = fields.map(({ path }) => path);
    for (const { preset, edits } of [link.a, link.b]) {
      expect(presetById(preset)).toBeDefined();
      expect(Object.keys(edits).filter((path) => !paths.includes(path))).toEqual([]);
    }
    expect(Object.keys({ ...link.a.edits, ...link.b.edits })).not.toEqual([]);
  });

  it.each(branched.links)(
    'the branches of $query all leave the run from the start',
    ({ query, branches }) => {
      const { link, problems } = readLink(query);
      expect(problems).toEqual([]);
      const { branchNs, branches: text } = link.view;
      // What B alone changes is what its branch changes.
      const own = Object.entries(link.b.edits).filter(([path]) => !(path in link.a.edits));
      const shown = branchNs === undefined ? undefined : { atNs: branchNs, edits: Object.fromEntries(own) };
      const read = readBranches(text, link.a.preset, shown);
      expect(read.map(({ name, atNs, edits, side }) => [name, atNs, edits, side === 'b'])).toEqual(branches);
      expect(read.every(({ parent, side }) => parent === undefined && side !== 'a')).toBe(true);
    },
  );

  it.each(kept.sweeps.map((file, index) => [index, file]))(
    'experiment %s opens as it was meant',
    (_, file) => {
      const { sweep, problems } = readSweep(file);
      expect(problems).toEqual([]);
      expect(sweep).toMatchObject(file);
      for (const { preset } of file.series) expect(presetById(preset)).toBeDefined();
    },
  );

  it('an experiment in a link opens as the same in a file', async () => {
    const found = await fromSweepQuery(kept.sweepLink);
    const definition = found && 'definition' in found ? found.definition : undefined;
    expect(readSweep(definition).sweep).toEqual(readSweep(kept.sweeps[1]).sweep);
  });

  it('a learner’s progress opens', () => {
    expect(readProgress(JSON.stringify(kept.progress))).toEqual(kept.progress.lessons);
  });

  it('a calibration opens: its points were measured wherever the kernel put them', () => {
    const { explained, foreseen } = kept.calibration;
    expect(readCalibration(JSON.stringify(kept.calibration))).toEqual({
      ...kept.calibration,
      explained: explained.map((point: object) => ({ ...point, isHeld: false })),
      foreseen: foreseen.map((point: object) => ({ ...point, isHeld: false, othersCores: null })),
    });
  });

  it('a recording opens without the single requests it had', () => {
    const answer = readRecording(readFileSync(at('tests/formats/recording-1.json'), 'utf8'));
    if (!('recording' in answer)) throw new Error(JSON.stringify(answer.problem));
    expect(answer.recording.measured.summary?.requests.completed).toBeGreaterThan(0);
    expect(answer.recording.progress.map(({ look }) => look)).toEqual([null, null, null]);
  });

  it.each(readdirSync(at('public/recordings')))(
    'the recording %s opens, of a system that there is',
    (file) => {
      const answer = readRecording(readFileSync(at(`public/recordings/${file}`), 'utf8'));
      if (!('recording' in answer)) throw new Error(JSON.stringify(answer.problem));
      expect(engine.normalize(JSON.stringify(answer.recording.scenario)).issues).toEqual([]);
      expect(answer.recording.progress.length).toBeGreaterThan(2);
    },
  );
});
