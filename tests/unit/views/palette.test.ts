import { beforeAll, describe, expect, it, vi } from 'vitest';
import { namedEntries } from '../../../src/app/palette/entries.ts';
import type { Names } from '../../../src/app/palette/names.ts';
import { instantOf, readQuery, search } from '../../../src/app/palette/query.ts';
import { isInRange, typedValue } from '../../../src/app/palette/set-knob.ts';
import { ROUTES } from '../../../src/app/routes.ts';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { KEY_COMMANDS } from '../../../src/lab/keyboard/keys.ts';
import { CHOICES, EXTENTS, UNTIL } from '../../../src/lab/keyboard/lab-commands.ts';
import { run } from '../../../src/lab/run/run-state.ts';
import { experiment, SIDES } from '../../../src/lab/settings/experiment-state.ts';
import { LANGUAGES } from '../../../src/lib/languages.ts';
import { DETENTS } from '../../../src/lib/speed.ts';
import type { Player } from '../../../src/model/playback/player.ts';
import { inUnit } from '../../../src/model/scenario/amount.ts';
import { NO_RULES } from '../../../src/model/scenario/controls.ts';
import { fieldNamed } from '../../../src/model/scenario/fields.ts';
import type { Scenario } from '../../../src/model/scenario/generated/scenario.ts';
import type { Summary } from '../../../src/model/scenario/generated/summary.ts';
import { PANELS } from '../../../src/model/scenario/panels.ts';
import { ui } from '../../../src/ui/ui-state.ts';

describe('what is typed', () => {
  it.each([
    ['12.5ms', 12_500_000],
    ['go to 12.5 ms', 12_500_000],
    ['t=300us', 300_000],
    ['跳到 1.5 s', 1_500_000_000],
    ['7', undefined],
    ['rtt 7 ms', undefined],
    ['-3 ms', undefined],
  ])('%s is an instant: %s', (text, ns) => {
    expect(instantOf(readQuery(text))).toBe(ns);
  });

  it.each([
    ['#1234', 1234],
    ['# 7', 7],
    ['#99999999999', undefined],
    ['#4294967295', undefined],
    ['1234', undefined],
  ])('%s is request %s', (text, request) => {
    expect(readQuery(text).request).toBe(request);
  });

  it.each([
    ['rtt 500', ['rtt'], { value: 500, unit: '' }],
    ['set RTT to 0.5 ms', ['set', 'rtt'], { value: 0.5, unit: 'ms' }],
    ['b rtt 500us', ['rtt'], { value: 500, unit: 'µs' }],
    ['b 5', ['b'], { value: 5, unit: '' }],
    ['rtt=500us', ['rtt'], { value: 500, unit: 'µs' }],
    ['rtt 1,000', ['rtt'], { value: 1000, unit: '' }],
    ['往返时延500μs', ['往返时延'], { value: 500, unit: 'µs' }],
    ['p99', [], undefined],
  ])('%s names a knob and its value', (text, subject, amount) => {
    expect(readQuery(text)).toMatchObject({ subject, amount });
  });

  it('is put into the unit of the knob, or is no value of it', () => {
    expect(inUnit({ value: 0.5, unit: 'ms' }, 'µs')).toBe(500);
    expect(inUnit({ value: 0.1, unit: 's' }, 'ms')).toBe(100);
    expect(inUnit({ value: 3, unit: '' }, 'bytes')).toBe(3);
    expect(inUnit({ value: 3, unit: 'ms' }, 'bytes')).toBeUndefined();
    const callers = fieldNamed('workload.arrivals.callers');
    if (!callers) throw new Error('no such field');
    expect(typedValue(callers, { value: 1.5, unit: '' })).toBeUndefined();
    expect(typedValue(callers, { value: 7, unit: '' })).toBe(7);
    expect(isInRange(callers, -1)).toBe(false);
  });
});

it('finds what has all the words, in the title before elsewhere', () => {
  const all = [
    { title: 'Exchange A and B', text: 'exchange a and b swap' },
    { title: 'Swap', text: 'swap' },
  ];
  expect(search(all, ['swap'], 9).map(({ title }) => title)).toEqual(['Swap', 'Exchange A and B']);
  expect(search(all, ['swap', 'b'], 9).map(({ title }) => title)).toEqual(['Exchange A and B']);
  expect(search(all, ['nothing'], 9)).toEqual([]);
});

it('puts whole words before those that only begin so', () => {
  const all = ['Try every change by itself: of A', 'Try every change by itself: of B'].map((title) => ({
    title,
    text: title.toLowerCase(),
  }));
  expect(search(all, ['change', 'of', 'b'], 9).map(({ title }) => title)).toEqual([
    all[1]?.title,
    all[0]?.title,
  ]);
});

describe('the list of everything', () => {
  let names: readonly Names[] = [];
  beforeAll(async () => {
    names = await Promise.all(
      LANGUAGES.map(async (language): Promise<Names> => {
        const { fields, messages, presets } = await loadCatalogue(language);
        return {
          language,
          fields,
          presets,
          message: (path) =>
            String(
              path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], messages),
            ),
        };
      }),
    );
    const scenario = { network: { rttUs: 1000 }, seed: 1 } as unknown as Scenario;
    const side = { preset: 'x', base: scenario, scenario, drafts: {}, problems: [] };
    experiment.setState({ a: side, b: side });
  });

  it('has a name for each in both languages, and each once', () => {
    for (const language of LANGUAGES) {
      const entries = namedEntries(names, language, ['a', 'b']);
      expect(entries.length).toBeGreaterThan(80);
      expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
      for (const { id, title } of entries) {
        expect(title, id).not.toMatch(/undefined|^$/);
        expect(id.endsWith(` ${title}`), `${id} has no name in ${language}`).toBe(false);
      }
    }
  });

  it('is found by words of the other language', () => {
    const entries = namedEntries(names, 'en', ['a', 'b']);
    expect(search(entries, ['往返时延'], 3).map(({ knob }) => knob)).toContain('network.rttUs');
    expect(search(entries, ['set', 'rtt'], 3)[0]?.knob).toBe('network.rttUs');
    expect(search(entries, ['只显示', 'b'], 1)[0]?.title).toBe('Show B only');
    expect(search(entries, ['播放'], 9).some(({ title }) => title === 'Play or pause')).toBe(true);
  });

  it.each([
    ['flame', 'profile'],
    ['flame graph', 'profile'],
    ['火焰图', 'profile'],
    ['percentiles cores', 'charts'],
    ['百分位', 'charts'],
    ['followed', 'request'],
    ['一个线程一行', 'timeline'],
  ])('opens a panel by what is in it, in the words of either language: %s', (text, panel) => {
    for (const language of LANGUAGES) {
      const found = search(namedEntries(names, language, ['a', 'b']), readQuery(text).words, 40);
      expect(found.map(({ id }) => id)).toContain(`panels ${panel}`);
    }
  });

  it('has every command, panel, page, speed and condition, once there is a run', () => {
    const titles = () => namedEntries(names, 'en', ['a', 'b']).map(({ id }) => id);
    const ofRun = [
      ...Object.keys(UNTIL).map((kind) => `commands keys.until palette.until.${kind}`),
      ...CHOICES.flatMap((choice) =>
        SIDES.map((side) => `commands palette.follows.${choice} palette.sides.${side}`),
      ),
      ...EXTENTS.flatMap((extent) =>
        SIDES.map((side) => `commands palette.tries.${extent} palette.sides.${side}`),
      ),
    ];
    const always = [
      ...KEY_COMMANDS.filter(({ id, run: act }) => id !== 'palette' && act).map(({ id }) => `commands ${id}`),
      ...PANELS.map((panel) => `panels ${panel}`),
      ...ROUTES.map(({ name }) => `pages ${name}`),
      ...DETENTS.map(({ id }) => `commands transport.speed transport.detent.${id}`),
      'commands palette.commands.copyLink',
    ];
    // Without a run there is nothing that these could be about.
    expect(titles().filter((id) => ofRun.includes(id))).toEqual([]);
    expect(titles()).toEqual(expect.arrayContaining(always));
    vi.stubGlobal('location', { hash: '#/lab', href: 'http://localhost/#/lab' });
    const { a, b, player } = run.getState();
    const counted = { summary: {} as Summary, isStale: false };
    run.setState({ player: {} as Player, a: { ...a, ...counted }, b: { ...b, ...counted } });
    expect(titles()).toEqual(expect.arrayContaining([...always, ...ofRun]));
    for (const language of LANGUAGES)
      for (const { id, title } of namedEntries(names, language, ['a', 'b']))
        expect(title, id).not.toMatch(/undefined|[{}]|^(.*：)?$/);
    ui.setState({ rules: { ...NO_RULES, hide: ['until', 'request', 'why'], lock: ['share'] } });
    const gone = [...ofRun, 'commands palette.commands.copyLink'];
    expect(titles().filter((id) => gone.includes(id))).toEqual([]);
    ui.setState({ rules: NO_RULES });
    run.setState({ player, a, b });
    vi.unstubAllGlobals();
  });

  it('leaves out what a link hides or locks', () => {
    ui.setState({ rules: { hide: ['pair', 'all'], lock: ['network.rttUs'], only: [] } });
    const entries = namedEntries(names, 'en', ['a', 'b']);
    expect(entries.filter(({ group }) => group === 'pairs' || group === 'presetsA')).toEqual([]);
    const knobs = entries.flatMap(({ knob }) => knob ?? []);
    expect(knobs).toContain('seed');
    expect(knobs).not.toContain('network.rttUs');
    expect(knobs).not.toContain('run.warmupMs');
    expect(entries.map(({ title }) => title)).not.toContain('Swap A and B');
    ui.setState({ rules: NO_RULES });
  });
});
