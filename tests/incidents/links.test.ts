import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestOf, mergedIncidents, readIncidents } from '../../src/learn/incidents/incident-progress.ts';
import { INCIDENTS } from '../../src/learn/incidents/incidents.ts';
import { ANY, incidentHash, incidentOf, namesIn, seedIn, seedsOf } from '../../src/learn/incidents/links.ts';
import { MAX_SEED } from '../../src/learn/incidents/variant.ts';
import { progressText, readIncidentProgress, readProgress } from '../../src/learn/lessons/progress.ts';

describe('seeds of a class', () => {
  test('are valid, one for each name, and the same every time', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 300 }), fc.string(), (names, exercise) => {
        const seeds = seedsOf(exercise, names);
        expect(new Set(seeds.values()).size).toBe(names.length);
        for (const seed of seeds.values()) expect(seedIn(incidentHash('chat', seed))).toBe(seed);
        expect(seedsOf(exercise, names)).toEqual(seeds);
      }),
      { numRuns: 50 },
    );
  });

  test('differ between exercises, and reach every incident', () => {
    const names = Array.from({ length: 60 }, (_, index) => `student ${index}`);
    const monday = seedsOf('Monday', names);
    expect([...monday.values()]).not.toEqual([...seedsOf('Friday', names).values()]);
    const drawn = new Set([...monday.values()].map((seed) => incidentOf(ANY, seed)?.id));
    expect(drawn.size).toBe(INCIDENTS.length);
  });

  test('come from a pasted list, one name a line', () => {
    expect(namesIn(' Ada \r\n\nGrace\n王小明\nAda\n')).toEqual(['Ada', 'Grace', '王小明']);
  });

  test('outside their range are none', () => {
    for (const seed of ['0', '1000000', '-1', '1.5', 'x', ''])
      expect(seedIn(`#/learn/incidents/chat?seed=${seed}`)).toBeUndefined();
    expect(seedIn(incidentHash('chat', MAX_SEED))).toBe(MAX_SEED);
    expect(incidentOf('nothing', 1)).toBeUndefined();
  });
});

describe('results of incidents', () => {
  const kept = { 'chat.7': { hints: 1, refusals: 0, points: 60, isSolved: false } };

  test('are in the progress file, and lessons stay as they are', () => {
    const text = progressText({}, {}, kept);
    expect(readIncidentProgress(text)).toEqual(kept);
    expect(readProgress(text)).toEqual({});
    expect(progressText({})).not.toContain('incidents');
  });

  test('that are damaged are dropped', () => {
    const damaged = {
      'chat.7': { hints: -3, refusals: 'x', points: 1000, isSolved: 'yes' },
      'chat.x': { hints: 1 },
      '__proto__.1': { hints: 1 },
      'feed.3': null,
    };
    expect(readIncidents(damaged)).toEqual({ 'chat.7': { hints: 0, refusals: 0, isSolved: false } });
    for (const text of [null, '', '[]', '{"format":"other","version":1,"incidents":{}}'])
      expect(readIncidentProgress(text)).toEqual({});
  });

  test('of two browsers keep the better score and every hint', () => {
    const added = { 'chat.7': { hints: 0, refusals: 2, points: 80, isSolved: true } };
    expect(mergedIncidents(kept, added)).toEqual({
      'chat.7': { hints: 1, refusals: 2, points: 80, isSolved: true },
    });
    const both = { ...kept, 'chat.9': { hints: 0, refusals: 0, points: 50, isSolved: true } };
    expect(bestOf(both, 'chat')?.points).toBe(50);
    expect(bestOf(both, 'feed')).toBeUndefined();
  });
});
