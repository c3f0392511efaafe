/** Secrets never leave the reader: whatever the notation, whatever the way out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { sarifOf } from '../../src/cli/sarif.ts';
import { systemTexts } from '../../src/cli/system-texts.ts';
import { changedPieces } from '../../src/system/advice/changed.ts';
import { assemble } from '../../src/system/assemble.ts';
import { findingsAtOnce } from '../../src/system/diagnosis/diagnose.ts';
import { diagnosisReport } from '../../src/system/diagnosis/report.ts';
import { read } from '../../src/system/readers/read.ts';
import { packShared, unpackShared } from '../../src/system/share.ts';
import { simInProcess } from '../support/sim-in-process.ts';
import { deep } from '../support/tier.ts';
import { normalize } from './engine.ts';
import { damaged, planted } from './secret-places.ts';

const folder = mkdtempSync(join(tmpdir(), 'rt-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const t = systemTexts('en');

it('never appear in anything that is read', () => {
  fc.assert(
    fc.property(planted, ({ secret, text }) => {
      const reading = read([{ id: 'a', name: 'a', text }]);
      expect(reading.masked).toBeGreaterThan(0);
      expect(JSON.stringify(reading)).not.toContain(secret);
    }),
    { numRuns: deep ? 4000 : 250 },
  );
});

it('never appear in anything that is read of a damaged text', () => {
  fc.assert(
    fc.property(damaged, ({ secret, text }) => {
      expect(JSON.stringify(read([{ id: 'a', name: 'a', text }]))).not.toContain(secret);
    }),
    { numRuns: deep ? 4000 : 250 },
  );
});

it('never appear in reports, SARIF, changed texts, diffs and links', async () => {
  await fc.assert(
    fc.asyncProperty(planted, async ({ secret, text }) => {
      const pieces = [{ id: 'a', name: 'a', text }];
      const reading = read(pieces);
      const packed = await packShared({ pieces, answers: {}, goal: 'p99<5ms', vary: undefined });
      const exits: unknown[] = [packed && (await unpackShared(packed))];
      const assembled = await assemble(reading, {}, normalize);
      if ('scenario' in assembled) {
        const subject = { reading, ...assembled };
        const findings = findingsAtOnce(subject);
        const diagnosis = { metric: 'p99', limit: null, summary: null, done: 0, total: 0, findings } as const;
        const edits = Object.fromEntries(
          assembled.settings.flatMap(({ path, value, origin }) =>
            origin.from === 'line' && typeof value === 'number' ? [[path, value + 1]] : [],
          ),
        );
        exits.push(
          findings,
          diagnosisReport(diagnosis, reading, 'en', t),
          sarifOf(findings, reading, 'system.yml', 'en', t),
          changedPieces(subject, edits),
        );
      } else exits.push(assembled);
      expect(JSON.stringify(exits)).not.toContain(secret);
    }),
    { numRuns: deep ? 2000 : 80 },
  );
});

it('never appear in what the command line prints, also as an error', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(planted, damaged), async ({ secret, text }) => {
      const file = join(folder, `${count++}.txt`);
      writeFileSync(file, text);
      const { out, err } = await simInProcess(['read', file]);
      expect(out + err).not.toContain(secret);
    }),
    { numRuns: deep ? 500 : 20 },
  );
});
