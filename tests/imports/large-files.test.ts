/** Large files are read in a time that grows with their length; a page keeps a bounded number of points. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, it } from 'vitest';
import { at } from '../../.ci/paths.mjs';
import { readBytes } from '../../src/evidence/imports/read.ts';
import { MOST_POINTS, reader } from '../../src/evidence/imports/reading.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** Milliseconds that a reading takes: the best of three. */
function timeOf(text: string): number {
  const input = bytes(text);
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now();
    readBytes(input, 'file');
    return performance.now() - start;
  });
  return Math.min(...times);
}

const go = (lines: number) => `goos: linux\n${'BenchmarkGet-8   1000000   1210 ns/op\n'.repeat(lines)}`;
const csv = (lines: number) =>
  `name,callers,qps,p99_ms\n${Array.from({ length: lines }, (_, at) => `row ${at},50,90000,1.25`).join('\n')}\n`;

it.each([
  ['Go lines of one name', go, 24_000],
  ['rows of a table', csv, 24_000],
])('%s are read linearly', (_, text, lines) => {
  const [eighth, whole] = [timeOf(text(lines / 8)), timeOf(text(lines))];
  // Eight times as long a file: quadratic would be 64 times as long. A small limit keeps a busy machine from deciding.
  expect(whole).toBeLessThan(Math.max(28 * eighth, 300));
});

it('keeps a thousand points for the page and counts the others', async () => {
  const reading = await reader.readFile(bytes(csv(24_000)), 'file', {});
  expect(reading).toMatchObject({ overlay: { pointsLeft: 23_000 } });
  expect('overlay' in reading && reading.overlay?.points).toHaveLength(MOST_POINTS);
});

it('are read in a worker, never on the page’s thread', () => {
  // The command line has no page.
  const files = readdirSync(at('src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.startsWith('cli/'),
  );
  const importing = (what: RegExp) =>
    files.filter((file) => what.test(readFileSync(at('src', file), 'utf8')));
  expect(importing(/^import (?!type\b)[^;]*\bread(?:Bytes|Table)\b[^;]*\/read\.ts'/m)).toEqual([
    'evidence/imports/reading.ts',
  ]);
  // By the whole path: "Your system" has a worker and a reading of its own.
  const importers = files.filter((file) =>
    [...readFileSync(at('src', file), 'utf8').matchAll(/^import (?!type\b)[^;]* from '(\.[^']*)'/gm)].some(
      ([, path = '']) => join(dirname(file), path) === 'evidence/imports/reading.ts',
    ),
  );
  expect(importers.sort()).toEqual(['evidence/imports/client.ts', 'evidence/imports/reading.worker.ts']);
});
