/** Links to incidents, and the seeds of a class. Pure. */
import { hashOf } from './draw.ts';
import type { Incident } from './incident.ts';
import { INCIDENTS, incidentNamed } from './incidents.ts';
import { MAX_SEED } from './variant.ts';

/** The id of a link whose incident is drawn from the seed, so that neighbours have different faults. */
export const ANY = 'any';

/** The incident of a link. */
export const incidentOf = (id: string, seed: number): Incident | undefined =>
  id === ANY ? INCIDENTS[hashOf(`${seed}:incident`) % INCIDENTS.length] : incidentNamed(id);

export const incidentHash = (id: string, seed: number): string => `#/learn/incidents/${id}?seed=${seed}`;

/** An address with a seed; what else it says stays, such as the learning platform's format. */
export function withSeed(hash: string, seed: number): string {
  const [path = '', query = ''] = hash.split(/\?(.*)/s);
  const params = new URLSearchParams(query);
  params.set('seed', String(seed));
  return `${path}?${params}`;
}

/** The seed of a name in an exercise. */
export const seedOf = (exercise: string, name: string): number =>
  1 + (hashOf(`${exercise}:${name}`) % MAX_SEED);

/** The seed of an address; undefined without a valid one. */
export function seedIn(hash: string): number | undefined {
  const digits = /[?&]seed=(\d{1,6})(?:&|$)/.exec(hash)?.[1];
  return digits === undefined || Number(digits) < 1 ? undefined : Number(digits);
}

/** A seed of its own for each name, the same whenever the list has the same names. */
export function seedsOf(exercise: string, names: readonly string[]): Map<string, number> {
  const seeds = new Map<string, number>();
  const taken = new Set<number>();
  for (const name of names) {
    let seed = seedOf(exercise, name);
    while (taken.has(seed)) seed = 1 + (seed % MAX_SEED);
    taken.add(seed);
    seeds.set(name, seed);
  }
  return seeds;
}

/** Names of a pasted list, one a line: without empty lines, and each once. */
export const namesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];
