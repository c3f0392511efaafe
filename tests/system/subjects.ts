/** Subjects of tests: a partial scenario, each of whose values comes from a line. */
import type { Json } from '../../src/model/scenario/patch.ts';
import type { Subject } from '../../src/system/diagnosis/finding.ts';
import type { Origin, Reading, Seen } from '../../src/system/system.ts';
import { complete } from './engine.ts';

export const line = (key: string): Origin => ({ from: 'line', piece: 'a', line: 3, key, text: `${key}: 1` });
export const seen = <T>(value: T): Seen<T> => ({ value, origin: line('INFO') });

export function subjectOf(partial: Json, reading: Partial<Reading> = {}): Subject {
  const settings = [...leaves(partial)].map(([path, value]) => ({ path, value, origin: line(path) }));
  return {
    reading: {
      ...{ pieces: [], library: null, options: [], settings, unused: [] },
      ...{ observed: {}, missing: [], problems: [], masked: 0 },
      ...reading,
    },
    scenario: complete(partial),
    settings,
  };
}

function* leaves(value: Json, path = ''): Generator<readonly [string, Json]> {
  if (typeof value !== 'object' || value === null) yield [path, value];
  else
    for (const [name, inner] of Object.entries(value))
      yield* leaves(inner as Json, path === '' ? name : `${path}.${name}`);
}
