/** Class lists as schools export them, and damaged ones. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readClass } from '../../../../src/learn/class/classroom.ts';
import { readRoster } from '../../../../src/learn/class/roster.ts';

const codeOf = (csv: string) => {
  const read = readRoster(csv);
  return 'problem' in read ? read.problem.code : undefined;
};

it('reads lists of several systems', () => {
  expect(readRoster('\uFEFFname,id\nAnn,1\n"Lee, Bo",2\n')).toEqual({
    roster: [
      { id: '1', name: 'Ann' },
      { id: '2', name: 'Lee, Bo' },
    ],
  });
  expect(readRoster('First name;Last name;Email address\nAnn;Lee;a@x.org\n')).toEqual({
    roster: [{ id: 'a@x.org', name: 'Ann Lee' }],
  });
  expect(readRoster('学号\t姓名\n7\t王小明\n')).toEqual({ roster: [{ id: '7', name: '王小明' }] });
  expect(readRoster('Name\nAnn\n')).toEqual({ roster: [{ id: 'Ann', name: 'Ann' }] });
});

it('refuses others with their code', () => {
  expect(codeOf('Ann\nBo\n')).toBe('CLS-08');
  expect(codeOf('id,name\n1,\n')).toBe('CLS-09');
  expect(codeOf(`name\n${'x'.repeat(81)}\n`)).toBe('CLS-09');
  expect(codeOf('id,name\n1,Ann\n1,Bo\n')).toBe('CLS-10');
  expect(codeOf('id,name\n')).toBe('CLS-13');
  expect(codeOf(`name\n${Array.from({ length: 501 }, (_, i) => i).join('\n')}\n`)).toBe('CLS-13');
});

it('never throws on any text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (head, rest) => {
      const read = readRoster(`name,${head}\n${rest}`);
      if (!('problem' in read)) expect(read.roster.length).toBeGreaterThan(0);
      expect(readClass(head)).toBeUndefined();
    }),
    { numRuns: 200 },
  );
});
