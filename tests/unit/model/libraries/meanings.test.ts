/** Options without a field of the scenario: what each means is said. */
import { expect, it } from 'vitest';
import en from '../../../../src/i18n/en/system.json' with { type: 'json' };
import zh from '../../../../src/i18n/zh-CN/system.json' with { type: 'json' };
import { libraries } from '../../../../src/model/libraries/library.ts';
import { isStandIn, MEANING_IDS, meaningOf } from '../../../../src/model/libraries/meanings.ts';

it('says what every option without a field means', () => {
  const silent = libraries.flatMap(({ id, options }) =>
    options.flatMap((option) =>
      option.sets === null && meaningOf(option.id) === undefined ? [`${id}.${option.id}`] : [],
    ),
  );
  expect(silent).toEqual([]);
});

it.each([en, zh])('has texts for all meanings and for all libraries without a runtime', ({ read }) => {
  expect(Object.keys(read.meanings).sort()).toEqual([...MEANING_IDS].sort());
  const standIns = libraries.flatMap(({ id }) => (isStandIn(id) ? [id] : []));
  expect(Object.keys(read.standIns).sort()).toEqual(standIns.sort());
});
