/** Written by `go test -bench . -benchtime 20000x -count 3` of Go 1.26 against a Redis on the same machine. */
import { expect, it } from 'vitest';
import { goBench } from '../../src/evidence/imports/go-bench.ts';
import { sample } from './samples.ts';

it('reads repeated runs as medians with their range', () => {
  const text = sample('go-bench.txt');
  expect(goBench.recognises(text)).toBe(true);
  const { points, machine, title } = goBench.read(text, 'bench.txt');
  expect([title, machine]).toEqual(['example.org/resp', 'Intel(R) Xeon(R) Processor, linux, amd64']);
  expect(points.map(({ name, at }) => [name, at])).toEqual([
    ['Get/pool=1-2', { 'client.cores': 2, 'client.connections.maxTotal': 1 }],
    ['Get/pool=8-2', { 'client.cores': 2, 'client.connections.maxTotal': 8 }],
  ]);
  expect(points[1]?.perSec?.value).toBeCloseTo(1e9 / 8878);
  expect(points[1]?.perSec?.low).toBeCloseTo(1e9 / 9721);
  expect(points[1]?.perSec?.high).toBeCloseTo(1e9 / 8725);
});
