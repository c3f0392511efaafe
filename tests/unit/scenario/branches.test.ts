import { describe, expect, it } from 'vitest';
import {
  type Branch,
  lostBranches,
  MOST_BRANCHES,
  readBranches,
  writeBranches,
} from '../../../src/scenario/branches.ts';
import { pairLink, readLink, writeLink } from '../../../src/scenario/url.ts';

const slow: Branch = { name: 'slow', isShown: false, atNs: 20_000_000, edits: { 'network.rttUs': 4000 } };
const tested: Branch = {
  name: '',
  isShown: false,
  atNs: 31_500_000,
  edits: { 'client.connections.testOnBorrow': true, 'costs.overrides.pollNs': null },
};
const shown: Branch = { name: 'large', isShown: true, atNs: 7, edits: { 'client.connections.maxTotal': 9 } };

describe('the branches of a run', () => {
  it('are the same after a link', () => {
    const branches = writeBranches('jedis-pool-8', [slow, shown, tested]) ?? '';
    const pair = pairLink({ a: 'jedis-pool-8', b: 'jedis-pool-8' });
    const { link, problems } = readLink(writeLink({ ...pair, view: { branches } }));
    expect(problems).toEqual([]);
    expect(readBranches(link.view.branches, 'jedis-pool-8', shown)).toEqual([slow, shown, tested]);
    expect(branches).toBe(
      'jedis-pool-8;slow~20ms~network.rttUs:4000;*large;~31.5ms~client.connections.testOnBorrow:true~costs.overrides.pollNs:null',
    );
  });

  it('need no words while there is one without a name', () => {
    expect(writeBranches('x', [{ ...shown, name: '' }])).toBeUndefined();
    expect(writeBranches('x', [])).toBeUndefined();
    expect(readBranches(undefined, 'x', shown)).toEqual([{ ...shown, name: '' }]);
  });

  it('belong to their run', () => {
    const text = writeBranches('jedis-pool-8', [slow]);
    expect(readBranches(text, 'lettuce-shared', undefined)).toEqual([]);
    expect(readBranches(writeBranches('x', [slow, shown]), 'x', undefined)).toEqual([slow]);
  });

  it('come out of any text, never too many', () => {
    for (const text of ['', ';', 'x', 'x;;~~~', 'x;*a;*b;*c', 'x;n~1ms~:5~=~a:', `x${';n~1ms'.repeat(99)}`]) {
      const branches = readBranches(text, 'x', shown);
      expect(branches.length).toBeLessThanOrEqual(MOST_BRANCHES);
      expect(branches.filter(({ isShown }) => isShown).length).toBeLessThanOrEqual(1);
    }
    expect(readBranches('x;n~1ms~a.b:c:d~__proto__:1', 'x', undefined)[0]?.edits).toEqual(
      Object.fromEntries([
        ['a.b', 'c:d'],
        ['__proto__', 1],
      ]),
    );
  });
});

describe('what is lost of a text', () => {
  it.each([
    ['nothing', 'p;*now;far~2ms~network.rttUs:4000', true, ''],
    ['that on screen without a branch', 'p;*now;far~2ms', false, '*now'],
    ['a second one on screen', 'p;*one;*two', true, '*two'],
    ['what has no time', 'p;far~soon', true, 'far~soon'],
    ['nothing of another run', 'q;*now;far~soon', false, ''],
    ['all of what names no branch', 'nonsense', true, 'nonsense'],
    ['more than there can be', `p${';far~2ms'.repeat(9)}`, false, 'far~2ms'],
  ])('is %s', (_, text, hasShown, lost) => {
    expect(lostBranches(text, 'p', hasShown)).toBe(lost);
  });
});
