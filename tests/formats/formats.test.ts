/**
 * Kept files and links still open and mean the same: those of format version 1, as earlier builds wrote them, and those of version 2.
 * `version-1.json` is never renewed. A change that breaks this test needs a new version of the format, and a migration from the old.
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
import {
  formerPath,
  migrateCostName,
  migrateEdits,
  migratePath,
  migrateScenario,
} from '../../src/model/scenario/migrate-version-1.ts';
import { shortName, unpackQuery } from '../../src/model/scenario/pack.ts';
import type { Json } from '../../src/model/scenario/patch.ts';
import { readLink } from '../../src/model/scenario/read-link.ts';
import { resolveFieldName } from '../../src/model/scenario/resolve-field-name.ts';
import { fromSweepQuery } from '../../src/model/sweep/link.ts';
import { readSweep } from '../../src/model/sweep/read.ts';
import { loadEngine } from '../engine/runs.ts';
import branched from './branches-1.json' with { type: 'json' };
import kept from './version-1.json' with { type: 'json' };
import renamed from './version-2.json' with { type: 'json' };

const engine = await loadEngine();

/** The values of a scenario in their order, in whatever words: numbers, yes and no. */
function leaves(value: Json): readonly Json[] {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? [] : [value];
  const { version: _, ...rest } = value as Readonly<Record<string, Json>>;
  return Object.values(rest).flatMap(leaves);
}

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
      expect(scenario).toMatchObject(migrateScenario(file) as object);
      // Values and places are the same: only names differ.
      expect(leaves(migrateScenario(file))).toEqual(leaves(file));
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
      expect(sweep).toMatchObject({ ...file, ...(file.set && { set: migrateEdits(file.set) }) });
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
    const neither = { predicted: null, seen: null };
    const later = {
      isHeld: false,
      also: { p99Us: neither, clientCpuUs: neither },
      rounds: [],
      othersCores: null,
    };
    expect(readCalibration(JSON.stringify(kept.calibration))).toEqual({
      ...kept.calibration,
      version: 2,
      runtime: 'node',
      // No cost followed from another: the others kept the profile's values.
      costs: kept.calibration.costs.map((found) => ({
        ...found,
        cost: migrateCostName(found.cost),
        inProportion: {},
      })),
      explained: explained.map((point: object) => ({ ...point, isHeld: false })),
      foreseen: foreseen.map((point: object) => ({ ...point, ...later })),
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

describe('in the names of version 1 and of version 2', () => {
  const canonical = (file: unknown) => {
    const { scenario, issues } = engine.normalize(JSON.stringify(file));
    expect(issues).toEqual([]);
    return scenario;
  };

  it.each(renamed.scenarios.map((pair, index) => [index, pair]))(
    'scenario %s is the same',
    (_, { version1, version2 }) => {
      expect(canonical(version1)).toEqual(canonical(version2));
      expect(migrateScenario(version1 as Json)).toEqual(version2);
      expect(canonical(version2)).toMatchObject({ version: 2 });
    },
  );

  it.each(renamed.links)('the link $version1 says the same', ({ version1, version2 }) => {
    const { link, problems } = readLink(version2);
    expect(problems).toEqual([]);
    expect(readLink(version1)).toEqual({ link, problems });
    // A link that a person has written does not name its version.
    expect(readLink(version1.replace('v=1&', ''))).toEqual({ link, problems });
    const paths = fields.map(({ path }) => path);
    expect(Object.keys(link.a.edits).filter((path) => !paths.includes(path))).toEqual([]);
  });

  it('locked and hidden controls are the same', () => {
    expect(readLink(renamed.rules.version1)).toEqual(readLink(renamed.rules.version2));
    expect(readLink(renamed.rules.version2).problems).toEqual([]);
  });

  it('a branch changes the same', () => {
    const { trunk, text, edits } = renamed.branches;
    expect(readBranches(text, trunk, undefined).map((branch) => branch.edits)).toEqual([edits]);
  });

  it('a packed link says the same', async () => {
    const { query, problems } = await unpackQuery(renamed.packed.query);
    expect(problems).toEqual([]);
    const { link } = readLink(query);
    expect(link).toEqual(readLink(renamed.packed.unpacked).link);
    expect(link.a.edits).toMatchObject({
      'client.io.timeoutScheduler.threads': 3,
      'client.handshakeRoundTrips': 3,
    });
    expect(Object.keys(link.a.edits)).toContain('costs.overrides.slotScanNs');
  });

  it('an experiment is the same', () => {
    const { sweep, problems } = readSweep(renamed.sweep.version1);
    expect(problems).toEqual([]);
    expect(sweep).toEqual(readSweep(renamed.sweep.version2).sweep);
  });
});

describe('of version 2', () => {
  const refused = (file: object) => engine.normalize(JSON.stringify(file)).issues;

  it('a scenario with a name of version 1 is told the new one', () => {
    expect(refused({ version: 2, costs: { overrides: { dealNs: 1 } } })).toMatchObject([
      { code: 'SCN-02', path: 'costs.overrides.dealNs', suggestion: 'assignClientNs' },
    ]);
    const topology = { kind: 'cached', refresher: 'everyone' };
    expect(refused({ version: 2, server: { nodes: 3 }, client: { topology } })).toMatchObject([
      { code: 'SCN-05', path: 'client.topology.refresher', suggestion: 'allCallers' },
    ]);
  });

  it('a scenario with both names of one field is refused', () => {
    expect(refused({ costs: { overrides: { dealNs: 1, assignClientNs: 2 } } })).toMatchObject([
      { code: 'SCN-02', path: 'costs.overrides.dealNs', suggestion: 'assignClientNs' },
    ]);
  });

  it('a scenario of a later version is not read', () => {
    expect(refused({ version: 3, costs: { overrides: { dealNs: 1 } } })).toMatchObject([
      { code: 'SCN-07', path: 'version', value: '3', max: 2 },
    ]);
  });

  it('a link keeps a name of version 1, and its fault names the new one', () => {
    const { link } = readLink('v=2&a.client.openingRoundTrips=3');
    expect(link.a.edits).toEqual({ 'client.openingRoundTrips': 3 });
    const { scenario } = engine.normalize('{}');
    expect(resolveFieldName('client.openingRoundTrips', scenario)).toBe('client.handshakeRoundTrips');
  });

  it('no short name in packed links stands for two fields of any version', () => {
    const paths = new Set(fields.map(({ path }) => path));
    expect(new Set([...paths].map(shortName)).size).toBe(paths.size);
    expect([...paths].map(formerPath).map(migratePath)).toEqual([...paths]);
  });
});
