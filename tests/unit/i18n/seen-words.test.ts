/** Words of the stage that mean something else of a real run must stand for words that the stage says. */
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { LANGUAGES } from '../../../src/lib/languages.ts';
import { flatten } from '../../support/catalogue.ts';

describe.each(LANGUAGES)('in %s', (language) => {
  it('every other word stands for one that there is', async () => {
    const { messages } = await loadCatalogue(language);
    const known = flatten(messages as never);
    const other = flatten(messages.seen.instead as never);
    expect(other.size).toBeGreaterThan(10);
    expect([...other.keys()].filter((key) => !known.has(key))).toEqual([]);
  });
});
