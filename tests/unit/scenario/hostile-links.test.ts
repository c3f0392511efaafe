/** Links made to do harm, all the way to the engine: it answers with a scenario or with reasons, which are said in both languages. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { issueText } from '../../../src/i18n/issues.ts';
import { LANGUAGES } from '../../../src/lib/languages.ts';
import { applyEdits } from '../../../src/model/scenario/apply-edits.ts';
import { fields } from '../../../src/model/scenario/fields.ts';
import { presetById } from '../../../src/model/scenario/library.ts';
import { readLink } from '../../../src/model/scenario/read-link.ts';
import { loadEngine } from '../../engine/runs.ts';

const engine = await loadEngine();

const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...fields.map(({ path }) => path)) },
  fc.constantFrom('__proto__', '__proto__.harmed', 'constructor.prototype.harmed', 'client.__proto__.harmed'),
  fc.constantFrom('client', 'network.rttUs.deeper', 'version', '.', 'a.', 'b..', 'costs.overrides.'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
);
const value = fc.oneof(
  fc.double().map(String),
  fc.constantFrom('null', 'true', '1e400', '-0', '9'.repeat(400), '{"a":1}', '[[[[', '<b>', '{count}', ''),
  fc.constantFrom(...fields.flatMap(({ choices }) => choices)),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const query = fc
  .array(fc.tuple(fc.constantFrom('', 'a.', 'b.'), name, value), { minLength: 1, maxLength: 6 })
  .map((parts) =>
    parts
      .map(([side, path, text]) => `${side}${encodeURIComponent(path)}=${encodeURIComponent(text)}`)
      .join('&'),
  );

/** Characters that a sentence has at least. */
const SHORTEST = { en: 20, 'zh-CN': 10 } as const;

it('a link of any knobs and values leads to a system or to reasons', () => {
  let [systems, refused] = [0, 0];
  fc.assert(
    fc.property(query, (text) => {
      const { link } = readLink(text);
      for (const { preset, edits } of [link.a, link.b]) {
        const { scenario, issues } = engine.normalize(
          JSON.stringify(applyEdits(presetById(preset)?.scenario, edits)),
        );
        expect(scenario === null).toBe(issues.length > 0);
        for (const issue of issues)
          for (const language of LANGUAGES)
            expect(issueText(issue, language).length).toBeGreaterThan(SHORTEST[language]);
        if (scenario) systems++;
        else refused++;
      }
    }),
    { numRuns: 100, seed: 4 },
  );
  expect(Object.hasOwn(Object.prototype, 'harmed')).toBe(false);
  // Neither is an accident.
  expect(Math.min(systems, refused)).toBeGreaterThan(20);
});
