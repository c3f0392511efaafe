import { describe, expect, it } from 'vitest';
import { isControl } from '../../../../src/model/scenario/control-names.ts';
import { accessOf, NO_RULES } from '../../../../src/model/scenario/controls.ts';
import { withSuggestions } from '../../../../src/model/scenario/link-words.ts';
import { readLink } from '../../../../src/model/scenario/read-link.ts';

const access = (query: string, name: string) => accessOf(readLink(query).link.view.rules ?? NO_RULES, name);

describe('the controls that a link allows', () => {
  it('are all controls by default', () => {
    expect(access('', 'network.rttUs')).toBe('free');
    expect(access('only=a', 'network.rttUs')).toBe('free');
  });

  it('exclude hidden ones, by name or prefix', () => {
    expect(access('hide=network.rttUs,seed', 'seed')).toBe('hidden');
    expect(access('hide=network', 'network.rttUs')).toBe('hidden');
    expect(access('hide=network.rttUs', 'network.mbitPerSec')).toBe('free');
    // A beginning ends at a dot.
    expect(access('hide=client.io', 'client.ioThreads')).toBe('free');
  });

  it('are only the named ones, without those that are also hidden', () => {
    expect(access('only=network.rttUs', 'network.rttUs')).toBe('free');
    expect(access('only=network.rttUs', 'pair')).toBe('hidden');
    expect(access('only=network&hide=network.rttUs', 'network.rttUs')).toBe('hidden');
    const { view } = readLink('only=b,network.rttUs').link;
    expect(view).toMatchObject({ only: 'b', rules: { only: ['network.rttUs'] } });
  });

  it('are visible but fixed when locked', () => {
    expect(access('lock=pair,client', 'client.cores')).toBe('locked');
    expect(access('lock=client&only=client', 'client.cores')).toBe('locked');
    expect(access('lock=client&hide=client', 'client.cores')).toBe('hidden');
  });

  it('have existing names', () => {
    expect(['network', 'network.rttUs', 'pair', 'all', 'luck', 'seed'].every(isControl)).toBe(true);
    expect(['panels', 'why', 'parts', 'stage', 'tools', 'speed', 'compare'].every(isControl)).toBe(true);
    expect(['', 'net', 'network.', 'everything', 'constructor', 'panel.why'].some(isControl)).toBe(false);
  });

  it('exclude panels, parts and tools, individually or by group', () => {
    expect(access('hide=why,speed', 'why')).toBe('hidden');
    expect(access('hide=why,speed', 'charts')).toBe('free');
    expect(access('lock=panels&hide=code', 'profile')).toBe('locked');
    expect(access('lock=panels&hide=code', 'code')).toBe('hidden');
    for (const name of ['presets', 'compare', 'branch']) expect(access('lock=pair', name)).toBe('locked');
    expect(access('lock=pair', 'network.rttUs')).toBe('free');
  });

  it('lose by `only` those of the same kind: settings beside a setting, panels beside a panel', () => {
    expect(access('only=network.rttUs,luck', 'why')).toBe('free');
    expect(access('only=network.rttUs,luck', 'speed')).toBe('free');
    expect(access('only=network.rttUs,luck', 'branch')).toBe('hidden');
    expect(access('only=why', 'charts')).toBe('hidden');
    expect(access('only=why', 'network.rttUs')).toBe('free');
    expect(access('only=why,seed', 'network.rttUs')).toBe('hidden');
    expect(access('only=tools', 'speed')).toBe('free');
    expect(access('only=stage', 'headline')).toBe('hidden');
  });

  it('exclude nothing for an unknown name, which is reported with the nearest known one', () => {
    const { link, problems } = readLink('hide=chart,why&lock=network.rttUS');
    expect(link.view.rules).toEqual({ hide: ['why'], lock: [], only: [] });
    const told = withSuggestions(problems);
    expect(told[0]?.allowed).toEqual(expect.arrayContaining(['panels', 'why', 'presets', 'luck']));
    expect(told).toMatchObject([
      { code: 'URL-03', path: 'hide', value: 'chart', suggestion: 'charts' },
      { code: 'URL-03', path: 'lock', value: 'network.rttUS', suggestion: 'network.rttUs' },
    ]);
  });

  it('are read from a link of a newer version, too', () => {
    const { link } = readLink('v=9&only=why&lock=speed&hide=export');
    expect(link.view.rules).toEqual({ hide: ['export'], lock: ['speed'], only: ['why'] });
  });
});
