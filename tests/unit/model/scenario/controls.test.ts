import { describe, expect, it } from 'vitest';
import { isControl } from '../../../../src/model/scenario/control-names.ts';
import { accessOf, NO_RULES } from '../../../../src/model/scenario/controls.ts';
import { withSuggestions } from '../../../../src/model/scenario/link-words.ts';
import { readLink } from '../../../../src/model/scenario/read-link.ts';

const access = (query: string, name: string) => accessOf(readLink(query).link.view.rules ?? NO_RULES, name);

describe('what a link leaves to whoever opens it', () => {
  it('is everything, as a rule', () => {
    expect(access('', 'network.rttUs')).toBe('free');
    expect(access('only=a', 'network.rttUs')).toBe('free');
  });

  it('is less what is hidden, by name or by the beginning of it', () => {
    expect(access('hide=network.rttUs,seed', 'seed')).toBe('hidden');
    expect(access('hide=network', 'network.rttUs')).toBe('hidden');
    expect(access('hide=network.rttUs', 'network.mbitPerSec')).toBe('free');
    // A beginning ends at a dot.
    expect(access('hide=client.io', 'client.ioThreads')).toBe('free');
  });

  it('is only what is named, when anything is, less what is hidden all the same', () => {
    expect(access('only=network.rttUs', 'network.rttUs')).toBe('free');
    expect(access('only=network.rttUs', 'pair')).toBe('hidden');
    expect(access('only=network&hide=network.rttUs', 'network.rttUs')).toBe('hidden');
    const { view } = readLink('only=b,network.rttUs').link;
    expect(view).toMatchObject({ only: 'b', rules: { only: ['network.rttUs'] } });
  });

  it('is to be seen but not changed when it is locked', () => {
    expect(access('lock=pair,client', 'client.cores')).toBe('locked');
    expect(access('lock=client&only=client', 'client.cores')).toBe('locked');
    expect(access('lock=client&hide=client', 'client.cores')).toBe('hidden');
  });

  it('names what there is', () => {
    expect(['network', 'network.rttUs', 'pair', 'all', 'luck', 'seed'].every(isControl)).toBe(true);
    expect(['panels', 'why', 'parts', 'stage', 'tools', 'speed', 'compare'].every(isControl)).toBe(true);
    expect(['', 'net', 'network.', 'everything', 'constructor', 'panel.why'].some(isControl)).toBe(false);
  });

  it('is less than the panels, parts and tools that are named, one by one or by their group', () => {
    expect(access('hide=why,speed', 'why')).toBe('hidden');
    expect(access('hide=why,speed', 'charts')).toBe('free');
    expect(access('lock=panels&hide=code', 'profile')).toBe('locked');
    expect(access('lock=panels&hide=code', 'code')).toBe('hidden');
    for (const name of ['presets', 'compare', 'branch']) expect(access('lock=pair', name)).toBe('locked');
    expect(access('lock=pair', 'network.rttUs')).toBe('free');
  });

  it('loses by `only` what is of the same kind: knobs beside a knob, panels beside a panel', () => {
    expect(access('only=network.rttUs,luck', 'why')).toBe('free');
    expect(access('only=network.rttUs,luck', 'speed')).toBe('free');
    expect(access('only=network.rttUs,luck', 'branch')).toBe('hidden');
    expect(access('only=why', 'charts')).toBe('hidden');
    expect(access('only=why', 'network.rttUs')).toBe('free');
    expect(access('only=why,seed', 'network.rttUs')).toBe('hidden');
    expect(access('only=tools', 'speed')).toBe('free');
    expect(access('only=stage', 'headline')).toBe('hidden');
  });

  it('is nothing less for a name that is none, which is told with the one that was meant', () => {
    const { link, problems } = readLink('hide=chart,why&lock=network.rttUS');
    expect(link.view.rules).toEqual({ hide: ['why'], lock: [], only: [] });
    const told = withSuggestions(problems);
    expect(told[0]?.allowed).toEqual(expect.arrayContaining(['panels', 'why', 'presets', 'luck']));
    expect(told).toMatchObject([
      { code: 'URL-03', path: 'hide', value: 'chart', suggestion: 'charts' },
      { code: 'URL-03', path: 'lock', value: 'network.rttUS', suggestion: 'network.rttUs' },
    ]);
  });

  it('is read of a newer version’s link as well', () => {
    const { link } = readLink('v=9&only=why&lock=speed&hide=export');
    expect(link.view.rules).toEqual({ hide: ['export'], lock: ['speed'], only: ['why'] });
  });
});
