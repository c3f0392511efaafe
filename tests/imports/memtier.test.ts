/** In the form of memtier_benchmark 2 with `--json-out-file` (run_stats.cpp, `print_json`). */
import { expect, it } from 'vitest';
import { memtier } from '../../src/evidence/imports/memtier.ts';
import { sample } from './samples.ts';

it('reads the total and each kind of command, with a pipeline as one request', () => {
  const text = sample('memtier.json');
  expect(memtier.recognises(text)).toBe(true);
  const { points, parts = [] } = memtier.read(text, 'run.json');
  expect([...parts, ...points].map(({ name, perSec }) => [name, perSec?.value])).toEqual([
    ['Sets', 4545.45],
    ['Gets', 45454.5],
    ['Totals', 50000],
  ]);
  expect(points[0]).toMatchObject({
    at: { 'workload.arrivals.callers': 200, 'workload.batch.kind': 'pipeline', 'workload.batch.size': 10 },
    meanUs: { value: 3906 },
  });
  expect(points[0]?.percentiles.map(({ share, us }) => [share, Math.round(us)])).toEqual([
    [0.5, 3663],
    [0.99, 8063],
    [0.9990000000000001, 14207],
  ]);
});
