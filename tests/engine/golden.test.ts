import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at } from '../../.ci/paths.mjs';
import { setAt } from '../../src/model/scenario/apply-edits.ts';
import type { Json } from '../../src/model/scenario/patch.ts';
import { complete, loadEngine, recordAll, spansOf } from './runs.ts';

interface Golden {
  readonly scenario: object;
  readonly fingerprint: string;
  readonly events: number;
  readonly spans: number;
  readonly completed: number;
  readonly throughput: number;
  readonly meanUs: number;
  readonly p99Us: number;
}

const folder = at('tests/golden');
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));

/** `wasm/tests/golden.rs` checks the same files natively and renews them. */
describe('in WebAssembly', () => {
  it.each(files)('%s has the events of the native run', async (file) => {
    const { scenario, ...golden } = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Golden;
    const engine = await loadEngine();
    engine.open(complete(engine, scenario), true);
    const spans = recordAll(engine).flatMap(spansOf);
    const summary = engine.summary();
    expect({
      fingerprint: summary.fingerprint,
      events: engine.events(),
      spans: spans.filter(({ isOpen }) => !isOpen).length,
      completed: summary.requests.completed,
      throughput: summary.throughput.perSec,
      meanUs: summary.responseTime.meanUs,
      p99Us: summary.responseTime.p99Us,
    }).toEqual(golden);
  });

  it('covers the canonical scenarios', () => expect(files.length).toBeGreaterThanOrEqual(10));
});

it('in WebAssembly, a run with two changes has the events of the native run', async () => {
  const golden = JSON.parse(readFileSync(`${folder}/changed/twice.json`, 'utf8'));
  const engine = await loadEngine();
  let given: Json = golden.scenario;
  const largest = setAt(golden.scenario, 'client.connections.maxTotal', golden.room);
  engine.open(complete(engine, golden.scenario), false, [complete(engine, largest as object)]);
  const fingerprints: string[] = [];
  for (const { atMs, path, to } of golden.changes) {
    expect(engine.advance(atMs * 1e6, Number.MAX_SAFE_INTEGER)).toBe('time');
    fingerprints.push(engine.summary().fingerprint);
    given = setAt(given, path.slice(1).replaceAll('/', '.'), to);
    engine.change(complete(engine, given as object));
  }
  expect(engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)).toBe('done');
  expect([...fingerprints, engine.summary().fingerprint]).toEqual(golden.fingerprints);
});
