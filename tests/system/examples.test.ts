import { describe, expect, it } from 'vitest';
import { libraries } from '../../src/model/libraries/library.ts';
import { assemble } from '../../src/system/assemble.ts';
import { findingsAtOnce } from '../../src/system/diagnosis/diagnose.ts';
import { EXAMPLES } from '../../src/system/page/examples.ts';
import { read } from '../../src/system/readers/read.ts';
import { normalize } from './engine.ts';

const readingOf = ({ file, text }: (typeof EXAMPLES)[number]) => read([{ id: '0', name: file, text }]);

describe('the examples', () => {
  it('are one for each library', () => {
    const shown = new Set(EXAMPLES.map((example) => readingOf(example).library?.id));
    expect(libraries.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
  });

  it.each(EXAMPLES)('$name is read without a rest, and says something', async (example) => {
    const reading = readingOf(example);
    expect(reading.problems).toEqual([]);
    expect(reading.unused.filter(({ meaning }) => meaning === null)).toEqual([]);
    expect(reading.pieces[0]?.unread).toEqual([]);
    const assembled = await assemble(reading, {}, normalize);
    if (!('scenario' in assembled)) throw new Error(JSON.stringify(assembled));
    expect(findingsAtOnce({ reading, ...assembled }).length).toBeGreaterThan(0);
  });
});
