/** The changed configuration in every notation: it reads as advised, and nothing else changes. */
import { expect, it } from 'vitest';
import { applyEdits } from '../../src/model/scenario/apply-edits.ts';
import { fieldNamed } from '../../src/model/scenario/fields.ts';
import type { Json } from '../../src/model/scenario/patch.ts';
import { changedPieces } from '../../src/system/advice/changed.ts';
import { type Assembled, assemble } from '../../src/system/assemble.ts';
import { EXAMPLES } from '../../src/system/page/examples.ts';
import { read } from '../../src/system/readers/read.ts';
import { deep } from '../support/tier.ts';
import { normalize } from './engine.ts';
import { FIXTURES } from './fixtures.ts';

const TEXTS = [...EXAMPLES, ...FIXTURES].map((each) => ({
  ...{ name: each.name, file: each.file ?? '', text: each.text },
  answers: 'answers' in each ? (each.answers ?? {}) : {},
}));

const CONNECTIONS = 'client.connections.count';
const LIMITS = ['client.io.socketTimeoutMs', 'client.io.replyTimeoutMs'];

/** Other values that a setting may have. */
function othersOf({ path, value }: Assembled['settings'][number]): readonly Json[] {
  if (typeof value === 'boolean') return [!value];
  const { min = 0, max = Number.POSITIVE_INFINITY, kind } = fieldNamed(path) ?? {};
  if (typeof value !== 'number' || kind === undefined) return [];
  const all = [value * 2, 7, 30, 1500, 2500.5].filter(
    (other) =>
      other !== value && other >= min && other <= max && (kind !== 'integer' || Number.isInteger(other)),
  );
  return deep ? all : all.slice(0, 1);
}

/** Values of an assembled system, without defaults, which may follow what was changed. @param changed is always among them */
const statedIn = (settings: Assembled['settings'], changed?: string): Record<string, Json> =>
  Object.fromEntries(
    settings.flatMap(({ path, value, origin }) =>
      origin.from === 'default' && path !== changed ? [] : [[path, value]],
    ),
  );

it.each(TEXTS)('of $name $file', async ({ file, text, answers }) => {
  const reading = read([{ id: '0', name: file, text }], answers);
  const assembled = await assemble(reading, answers, normalize);
  if (!('scenario' in assembled)) return;
  const subject = { reading, ...assembled };
  const isUseful = async (path: string, value: Json): Promise<boolean> => {
    // Of two limits of one wait the longer one has no effect.
    const other = LIMITS.includes(path) && LIMITS.find((each) => each !== path);
    const limit = other ? assembled.settings.find((setting) => setting.path === other)?.value : undefined;
    if (Number(limit) > 0 && Number(value) >= Number(limit)) return false;
    // Advice offers nothing that the engine refuses.
    const base = assembled.scenario as unknown as Json;
    return (await normalize(applyEdits(base, { [path]: value }))).scenario !== null;
  };
  const places = assembled.settings.filter(({ origin: { from } }) => from === 'line' || from === 'default');
  // One per text and run keeps the tests quick; the deep tier has them all.
  for (const setting of deep ? places : places.filter((_, index) => index % 5 === text.length % 5))
    for (const value of othersOf(setting)) {
      if (!(await isUseful(setting.path, value))) continue;
      const { pieces, byHand } = changedPieces(subject, { [setting.path]: value }, answers);
      // A change has its place in the text, or is named.
      expect(pieces.length + byHand.length).toBeGreaterThan(0);
      const [changed] = pieces;
      if (!changed) continue;
      const again = read([{ ...changed.piece, text: changed.text }], answers);
      const other = await assemble(again, answers, normalize);
      const stated = 'scenario' in other ? other.settings : [];
      const wanted = { ...statedIn(assembled.settings), [setting.path]: value };
      const now = statedIn(stated, setting.path);
      // A size in bytes is round: it has room for what is wanted, and at most a hundredth more.
      for (const { path, cache } of stated) {
        const [own, entries] = [Number(now[path]), Number(wanted[path])];
        if (!cache || !(path in wanted)) continue;
        expect(own).toBeGreaterThanOrEqual(entries);
        expect(own).toBeLessThanOrEqual(entries * 1.01 + cache.caches);
        now[path] = wanted[path] as Json;
      }
      expect(Number(now[setting.path])).toBeCloseTo(Number(value), 6);
      expect({ ...now, [setting.path]: value }).toEqual(wanted);
      const known = reading.problems.map(({ code, path }) => `${code} ${path}`);
      expect(known).toEqual(
        expect.arrayContaining(again.problems.map(({ code, path }) => `${code} ${path}`)),
      );
      // One line is another one, or is new; beside it the size of the caches of other connections.
      const lines = changed.diff.split('\n').filter((line) => /^[-+](?![-+])/.test(line));
      const isResized = setting.path === CONNECTIONS && assembled.settings.some(({ cache }) => cache);
      expect(lines.filter((line) => line.startsWith('-')).length).toBeLessThanOrEqual(isResized ? 2 : 1);
    }
});
