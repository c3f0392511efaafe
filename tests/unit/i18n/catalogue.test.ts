import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import note from '../../../src/i18n/en/note.json' with { type: 'json' };
import {
  choiceHelp,
  effectOf,
  fieldHelp,
  loadExplanations,
  loadHelp,
  sourceOf,
} from '../../../src/i18n/explanations.ts';
import { choiceLabel, fieldLabel } from '../../../src/i18n/field-names.ts';
import { ROW_GROUPS } from '../../../src/lab/results/rows.ts';
import { setSpawn } from '../../../src/lab/run/engines.ts';
import { LANGUAGES, pickLanguage } from '../../../src/lib/languages.ts';
import { fields } from '../../../src/model/scenario/fields.ts';
import profiles from '../../../src/model/scenario/generated/profiles.json' with { type: 'json' };
import { pairs, presetIds, SINGLE } from '../../../src/model/scenario/presets.ts';
import { canBeEmpty, textFiles, textsOf } from '../../support/catalogue.ts';
import { inProcessEngine } from '../../support/in-process.ts';

setSpawn(inProcessEngine);

const chinese = /\p{Script=Han}/u;
/** Names of calls are the same in every language. */
const isCall = (text: string) => /\(\)$/.test(text);

describe.each(LANGUAGES)('the texts in %s', (language) => {
  it.each(textFiles(language))('%s has no message that can be empty', (file) => {
    const empty = [...textsOf(language, file)].filter(([, message]) => canBeEmpty(message));
    expect(empty.map(([key]) => key)).toEqual([]);
  });
});

describe.each(LANGUAGES)('the catalogue in %s', async (language) => {
  const catalogue = await loadCatalogue(language);
  const names = catalogue.fields;
  const help = await loadHelp(language);
  const settings = await loadExplanations(language);
  const isChinese = language === 'zh-CN';

  it.each(fields.map((field) => [field.key, field] as const))('names and explains %s', (key, field) => {
    const label = fieldLabel(names, field) ?? '';
    expect(label).not.toBe('');
    expect(label).not.toContain(key);
    expect(fieldHelp(help, field).length).toBeGreaterThan(3);
    if (isChinese) {
      expect(isCall(label) || chinese.test(label), label).toBe(true);
      expect(fieldHelp(help, field)).toMatch(chinese);
    }
    if (field.kind === 'boolean')
      for (const value of [true, false])
        expect(choiceLabel(names, field, String(value))).not.toBe(String(value));
    for (const value of field.choices) {
      expect(names.choices).toHaveProperty([`${field.choiceKey}.${value}`]);
      expect(choiceHelp(help, field, value).length).toBeGreaterThan(3);
      if (isChinese) {
        expect(choiceLabel(names, field, value)).toMatch(chinese);
        expect(choiceHelp(help, field, value)).toMatch(chinese);
      }
    }
  });

  it.each(fields.map((field) => [`${field.key} at ${field.path}`, field] as const))(
    'says where the default comes from and what a change does: %s',
    (_, field) => {
      // A cost has its source in its profile; a parameter of a distribution that is not the default has none to come from.
      const isSourced = field.default !== undefined;
      const texts = [effectOf(settings, field), ...(isSourced ? [sourceOf(settings, field)] : [])];
      for (const text of texts) {
        expect(text?.length).toBeGreaterThan(1);
        // Some sources are names only.
        if (isChinese) expect(text).toMatch(/[\p{Script=Han}：]/u);
      }
    },
  );

  it('has a source and a provenance for every cost of every profile, and no default elsewhere', () => {
    const costs = fields.filter(({ key }) => key.startsWith('CostOverrides.'));
    for (const { path } of costs)
      for (const profile of profiles) {
        const name = path.slice(path.lastIndexOf('.') + 1) as keyof typeof profile.costs;
        expect(profile.costs[name]?.source.length, `${profile.name} ${path}`).toBeGreaterThan(3);
        expect(note.knob.provenances).toHaveProperty(profile.costs[name].provenance);
      }
    const withoutDefault = fields.filter((field) => field.default === undefined && !costs.includes(field));
    expect(withoutDefault.filter(({ key }) => !key.startsWith('Dist.'))).toEqual([]);
  });

  it('has names of its own for every knob, so that they can stand side by side without their groups', () => {
    const places = new Map<string, Set<string>>();
    for (const field of fields) {
      // The choice of a distribution and its one value are the same knob.
      const place = field.path.replace(/\.(kind|value)$/, '');
      const label = fieldLabel(names, field) ?? '';
      places.set(label, (places.get(label) ?? new Set()).add(place));
    }
    const shared = [...places].filter(([, paths]) => paths.size > 1);
    expect(shared.map(([label, paths]) => `${label}: ${[...paths].join(', ')}`)).toEqual([]);
  });

  it('says it of nothing that is not there, once for both languages', async () => {
    const keys = new Set(fields.map(({ key }) => key));
    const said = [...Object.keys(settings.sources), ...Object.keys(settings.effects)];
    expect(said.filter((key) => !keys.has(key))).toEqual([]);
    const english = await loadExplanations('en');
    expect(Object.keys(settings.sources).sort()).toEqual(Object.keys(english.sources).sort());
    expect(Object.keys(settings.effects)).toEqual(Object.keys(english.effects));
  });

  it('names nothing that is not there', () => {
    // A further command is defined once and is at several places.
    const keys = new Set(fields.map(({ key, path }) => (key.startsWith('FurtherCommand.') ? path : key)));
    expect(Object.keys(names.fields).filter((key) => !keys.has(key))).toEqual([]);
    const choices = new Set(
      fields.flatMap((field) => field.choices.map((value) => `${field.choiceKey}.${value}`)),
    );
    expect(Object.keys(names.choices).filter((key) => !choices.has(key))).toEqual([]);
  });

  it('explains every figure of the summary table', () => {
    expect(Object.keys(help.figures).sort()).toEqual(
      ROW_GROUPS.flatMap(({ rows }) => rows.map(({ id }) => id)).sort(),
    );
  });

  it('says of what the client’s cores do that Redis is in it where both share a machine', () => {
    for (const id of ['clientUser', 'clientKernel', 'clientSwitch', 'switches'] as const)
      expect(help.figures[id], id).toMatch(/(share a machine|两端同机)/);
  });

  it('has a formula for every figure of the summary table', async () => {
    const { figure } = catalogue.messages.note;
    const formulas = Object.entries(figure.formulas);
    expect(formulas.map(([id]) => id).sort()).toEqual(
      ROW_GROUPS.flatMap(({ rows }) => rows.map(({ id }) => id)).sort(),
    );
    for (const [id, formula] of formulas) expect(String(formula).length, id).toBeGreaterThan(5);
  });

  it('has a title and a description for every preset and a title for every pair', async () => {
    const texts = catalogue.presets;
    expect(Object.keys(texts.titles).sort()).toEqual([...presetIds].sort());
    expect(Object.keys(help.presets).sort()).toEqual([...presetIds].sort());
    expect(Object.keys(help.notices).sort()).toEqual(pairs.map(({ id }) => id).sort());
    expect(Object.keys(help.alone).sort()).toEqual([...SINGLE].sort());
    expect(Object.keys(texts.pairs).sort()).toEqual(pairs.map(({ id }) => id).sort());
  });

  it.each(presetIds)('describes %s in two sentences at least', (id) => {
    const sentences = help.presets[id]?.match(isChinese ? /[。？！]/g : /[.?!](?= [A-Z]|$)/g);
    expect(sentences?.length, help.presets[id]).toBeGreaterThanOrEqual(2);
  });
});

describe('a parameter of a distribution', () => {
  it('is named after what is distributed', async () => {
    const { fields: names } = await loadCatalogue('en');
    const label = (path: string, variant: string) => {
      const field = fields.find((other) => other.path === path && other.when.at(-1)?.is === variant);
      return field && fieldLabel(names, field);
    };
    expect(label('workload.command.execUs.value', 'constant')).toBe('Execution time');
    expect(label('workload.arrivals.thinkUs.mean', 'exponential')).toBe('Think time · Mean');
  });
});

describe('the language of a new reader', () => {
  it.each([
    [['zh-TW', 'en'], 'zh-CN'],
    [['de-DE', 'zh-Hans-CN', 'en'], 'zh-CN'],
    [['de-DE', 'en-GB', 'zh'], 'en'],
    [['fr'], 'en'],
    [[], 'en'],
  ])('is the first we have of %j', (wanted, language) => {
    expect(pickLanguage(wanted)).toBe(language);
  });
});
