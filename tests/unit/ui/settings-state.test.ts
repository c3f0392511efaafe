import { describe, expect, it } from 'vitest';
import { persistence } from '../../../src/app/persist.ts';
import { defaultSettings, parseSettings } from '../../../src/ui/settings-state.ts';

describe('saved settings', () => {
  it('come back as they were', () => {
    const settings = {
      language: 'zh-CN',
      theme: 'dark',
      motion: 'reduce',
      hasLetterKeys: false,
      zoom: 'calls',
    } as const;
    expect(parseSettings(JSON.stringify(settings))).toEqual(settings);
  });

  it.each([
    null,
    '',
    '[]',
    'null',
    '{"theme": "pink", "language": 5, "motion": [], "hasLetterKeys": "no"}',
    '{',
  ])('have their defaults where %j makes no sense', (text) => {
    expect(parseSettings(text)).toEqual(defaultSettings);
  });
});

describe('the table of what survives', () => {
  it('knows only the three places', () => {
    const places = Object.values(persistence).flatMap((store) => Object.values(store));
    expect(new Set(places)).toEqual(new Set(['url', 'local', 'memory']));
  });
});
