/** Files as the tools write them. Those of redis-benchmark and of Go are real; the others are in the form their sources write. */
import { readFileSync } from 'node:fs';

export const sample = (name: string): string =>
  readFileSync(new URL(`./samples/${name}`, import.meta.url), 'utf8');
