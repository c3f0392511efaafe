import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assignedNumbers,
  type Branch,
  branchName,
  familyOf,
  lostBranches,
  MAX_BRANCHES,
  pathTo,
  readBranches,
  without,
  writeBranches,
} from '../../../../src/model/scenario/branches.ts';
import { readLink } from '../../../../src/model/scenario/read-link.ts';
import { MAX_QUERY, pairLink, writeLink } from '../../../../src/model/scenario/url.ts';

const branch = (part: Partial<Branch>): Branch => ({
  number: 1,
  name: '',
  parent: undefined,
  side: undefined,
  atNs: 20_000_000,
  edits: {},
  ...part,
});
const slow = branch({ name: 'slow', edits: { 'network.rttUs': 4000 } });
const tested = branch({
  number: 3,
  atNs: 31_500_000,
  edits: { 'client.connections.testOnBorrow': true, 'costs.overrides.pollNs': null },
});
const shown = branch({
  number: 2,
  name: 'large',
  side: 'b',
  atNs: 7,
  edits: { 'client.connections.maxTotal': 9 },
});

/** A tree that the page can be in: parents before children, later ones after earlier ones, at most one path on screen. */
const trees: fc.Arbitrary<readonly Branch[]> = fc
  .array(
    fc.record({
      name: fc.string().map(branchName),
      parent: fc.nat(),
      gone: fc.nat({ max: 2 }),
      waitNs: fc.integer({ min: 0, max: 1e9 }),
      edits: fc.dictionary(
        fc.constantFrom('network.rttUs', 'client.connections.maxTotal', 'workload.command.kind'),
        fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.constant('get')),
      ),
    }),
    { maxLength: MAX_BRANCHES },
  )
  .chain((drafts) => fc.tuple(fc.constant(drafts), fc.option(fc.nat())))
  .map(([drafts, onB]) => {
    const made: Branch[] = [];
    for (const { name, parent, gone, waitNs, edits } of drafts) {
      const place = parent % (made.length + 1);
      const left = made[place];
      const number = (made.at(-1)?.number ?? 0) + 1 + gone;
      const atNs = (left?.atNs ?? 0) + waitNs + 1;
      made.push(branch({ number, name, parent: left ? place : undefined, atNs, edits }));
    }
    const b = onB === null || made.length === 0 ? undefined : onB % made.length;
    const a = b === undefined ? undefined : made[b]?.parent;
    return made.map((one, at) => ({ ...one, side: at === b ? 'b' : at === a ? 'a' : undefined }));
  });
const lastOf = (tree: readonly Branch[]) => tree.at(-1)?.number ?? 0;
const onB = (tree: readonly Branch[]) => tree.find(({ side }) => side === 'b');

describe('the branches of a run', () => {
  it('are the same after a link', () => {
    const branches = writeBranches('jedis-pool-8', [slow, shown, tested], 3) ?? '';
    const pair = pairLink({ a: 'jedis-pool-8', b: 'jedis-pool-8' });
    const { link, problems } = readLink(writeLink({ ...pair, view: { branches } }));
    expect(problems).toEqual([]);
    expect(readBranches(link.view.branches, 'jedis-pool-8', shown)).toEqual([slow, shown, tested]);
    expect(branches).toBe(
      'jedis-pool-8;slow~20ms~network.rttUs:4000;*large;~31.5ms~client.connections.testOnBorrow:true~costs.overrides.pollNs:null',
    );
  });

  it('are the same after a link, for any tree', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const text = writeBranches('x', tree, lastOf(tree));
        const pair = pairLink({ a: 'jedis-pool-8', b: 'jedis-pool-8' });
        const { link } = readLink(writeLink({ ...pair, view: text === undefined ? {} : { branches: text } }));
        expect(readBranches(link.view.branches, 'x', onB(tree))).toEqual(tree);
        expect(text === undefined ? '' : lostBranches(text, 'x', onB(tree))).toBe(
          tree.length === 0 ? (text ?? '') : '',
        );
      }),
    );
  });

  it('name their parent, and the one on A', () => {
    const child = branch({ number: 3, parent: 0, atNs: 30_000_000, edits: { 'network.rttUs': 9000 } });
    const text = writeBranches(
      'x',
      [{ ...slow, side: 'a' }, { ...shown, parent: 0, atNs: 40_000_000 }, child],
      3,
    );
    expect(text).toBe('x;slow~20ms!~network.rttUs:4000;*large;~30ms-1~network.rttUs:9000');
  });

  it('keep their numbers when one is deleted', () => {
    const child = branch({ number: 4, parent: 0, atNs: 40_000_000 });
    const text = writeBranches('x', [tested, child], 5);
    expect(text).toBe(
      'x;;;~31.5ms~client.connections.testOnBorrow:true~costs.overrides.pollNs:null;~40ms-3;',
    );
    expect(readBranches(text, 'x', undefined)).toEqual([tested, child]);
    expect(assignedNumbers(text, 'x')).toBe(5);
    expect(assignedNumbers(text, 'another')).toBe(0);
    // What comes next is not taken for what was forgotten last.
    expect(readBranches(text, 'x', { atNs: 7, edits: {} }).at(-1)?.number).toBe(6);
    expect(writeBranches('x', [{ ...shown, name: '' }], 2)).toBe('x;;*');
  });

  it('need no text while one has no name', () => {
    const plain = { ...shown, number: 1, name: '' };
    expect(writeBranches('x', [plain], 1)).toBeUndefined();
    expect(writeBranches('x', [], 0)).toBeUndefined();
    expect(readBranches(undefined, 'x', shown)).toEqual([plain]);
  });

  it('belong to their run', () => {
    const text = writeBranches('jedis-pool-8', [slow], 1);
    expect(readBranches(text, 'lettuce-shared', undefined)).toEqual([]);
    expect(readBranches(writeBranches('x', [slow, shown], 2), 'x', undefined)).toEqual([slow]);
  });

  it('are read from any text as a tree, up to the maximum', () => {
    const texts = ['', ';', 'x', 'x;;~~~', 'x;*a;*b;*c', 'x;n~1ms~:5~=~a:', `x${';n~1ms'.repeat(99)}`];
    const piece = fc.constantFrom(
      ';',
      '*',
      '!',
      '-1',
      '-2',
      '-9',
      '~',
      'n~1ms',
      ';n~2ms-1',
      ';n~3ms-2!',
      ';*',
    );
    const any = fc.oneof(
      fc.constantFrom(...texts),
      fc.array(piece, { maxLength: 30 }).map((pieces) => `x;${pieces.join('')}`),
    );
    fc.assert(
      fc.property(any, fc.option(fc.constant(shown), { nil: undefined }), (text, b) => {
        const branches = readBranches(text, 'x', b);
        expect(branches.length).toBeLessThanOrEqual(MAX_BRANCHES);
        expect(branches.filter(({ side }) => side === 'b')).toHaveLength(b ? 1 : 0);
        expect(branches.findIndex(({ side }) => side === 'a')).toBe(onB(branches)?.parent ?? -1);
        branches.forEach(({ parent, atNs }, at) => {
          if (parent === undefined) return;
          expect(parent).toBeLessThan(at);
          expect(branches[parent]?.atNs).toBeLessThanOrEqual(atNs);
        });
      }),
    );
  });

  it('have values of any kind', () => {
    expect(readBranches('x;n~1ms~a.b:c:d~__proto__:1', 'x', undefined)[0]?.edits).toEqual(
      Object.fromEntries([
        ['a.b', 'c:d'],
        ['__proto__', 1],
      ]),
    );
  });

  it('fit into a link for a messenger', () => {
    const tree = Array.from({ length: MAX_BRANCHES }, (_, at) =>
      branch({
        number: at + 1,
        parent: at === 0 ? undefined : at - 1,
        atNs: 12_345_678 * (at + 1),
        edits: { 'client.connections.maxTotal': 50 + at, 'network.rttUs': 1234 + at },
      }),
    );
    const pair = pairLink({ a: 'jedis-pool-8', b: 'jedis-pool-8' });
    const view = { branches: writeBranches('jedis-pool-8', tree, MAX_BRANCHES) ?? '' };
    expect(writeLink({ ...pair, view }).length).toBeLessThan(MAX_QUERY);
  });
});

describe('a tree of branches', () => {
  // 0 ─ 1 ─ 3, 0 ─ 2, 4
  const tree = [undefined, 0, 0, 1, undefined].map((parent, at) => branch({ name: `${at}`, parent }));

  it('knows the path to a branch, and its descendants', () => {
    expect(pathTo(tree, 3)).toEqual([0, 1, 3]);
    expect(pathTo(tree, undefined)).toEqual([]);
    expect(familyOf(tree, 1)).toEqual([1, 3]);
    expect(familyOf(tree, 0)).toEqual([0, 1, 2, 3]);
  });

  it('loses a branch with its descendants, and nothing else', () => {
    expect(without(tree, 1).map(({ name, parent }) => [name, parent])).toEqual([
      ['0', undefined],
      ['2', 0],
      ['4', undefined],
    ]);
  });
});

describe('the lost part of a text', () => {
  const late = { ...shown, atNs: 5e9 };
  it.each([
    ['nothing', 'p;*now;far~2ms~network.rttUs:4000', late, ''],
    ['that on screen without a branch', 'p;*now;far~2ms', undefined, '*now'],
    ['a second one on screen', 'p;*one;*two', late, '*two'],
    ['what has no time', 'p;far~soon', late, 'far~soon'],
    ['nothing of another run', 'q;*now;far~soon', undefined, ''],
    ['all of what names no branch', 'nonsense', late, 'nonsense'],
    ['more than there can be', `p${';far~2ms'.repeat(9)}`, undefined, 'far~2ms'],
    ['what leaves a branch that is not there', 'p;far~2ms;on~3ms-2;on~3ms-1', late, 'on~3ms-2'],
    ['what leaves a branch before that has begun', 'p;far~2ms;on~1ms-1', late, 'on~1ms-1'],
    ['what comes from a lost branch', 'p;far~soon;on~3ms-1;more~4ms-2', late, 'far~soon;on~3ms-1;more~4ms-2'],
  ])('is %s', (_, text, onB, lost) => {
    expect(lostBranches(text, 'p', onB)).toBe(lost);
  });
});
