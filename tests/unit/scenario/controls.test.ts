import { describe, expect, it } from 'vitest';
import { accessOf, isControl, NO_RULES } from '../../../src/scenario/controls.ts';
import { readLink } from '../../../src/scenario/url.ts';

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
    expect(['', 'net', 'network.', 'everything'].some(isControl)).toBe(false);
  });
});
