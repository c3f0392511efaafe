/** Class lists as schools export them, and damaged ones. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readClass } from '../../../../src/learn/class/classroom.ts';
import { readRoster, rosterText } from '../../../../src/learn/class/roster.ts';

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

const names = (csv: string) => {
  const read = readRoster(csv);
  return 'problem' in read ? read.problem : read.roster.map(({ id, name }) => `${id} ${name}`);
};

it('reads what spreadsheets and people make of a list', () => {
  expect(names('sep=;\r\nname;id\r\n"O\'Neil, ""Max""";1\r\n;\r\nBo;2;\r\n')).toEqual([
    '1 O\'Neil, "Max"',
    '2 Bo',
  ]);
  expect(names('\n\nid,name\r1,Ann\r'.replaceAll('\r', '\n'))).toEqual(['1 Ann']);
  expect(names('id,name\r1,Ann\r2,Bo\r')).toEqual(['1 Ann', '2 Bo']);
  expect(names('学号，姓名\n7，王小明\n')).toEqual(['7 王小明']);
  // A column without a title is not the name.
  expect(names(',first name,last name\n0,Ann,Lee\n')).toEqual(['Ann Lee Ann Lee']);
  expect(names('id,name\n1,"Ann\n  Lee"\n')).toEqual(['1 Ann Lee']);
  const many = Array.from({ length: 500 }, (_, i) => `${i},王伟`).join('\n');
  expect(names(`学号,姓名\n${many}\n`)).toHaveLength(500);
});

it('names the line of a fault as an editor counts it', () => {
  const lineOf = (csv: string) => {
    const read = readRoster(csv);
    return 'problem' in read ? [read.problem.code, read.problem.facts?.line] : [];
  };
  expect(lineOf('name\nAnn\n"Bo\nCy\n')).toEqual(['CLS-18', 3]);
  expect(lineOf('\nsep=,\nid,name\n1,Ann\n\n2,Lee, Bo\n')).toEqual(['CLS-19', 6]);
  expect(lineOf('id,name\n\n1,Ann\n,Bo\n')).toEqual(['CLS-09', 4]);
  expect(lineOf('name\nAnn\n,\n\nAnn\n')).toEqual(['CLS-10', 5]);
});

it('reads the encodings of spreadsheets, and refuses others', () => {
  const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]);
  expect(rosterText(utf16('name\tid\nZoë\t1\n'))).toBe('name\tid\nZoë\t1\n');
  expect(rosterText(new TextEncoder().encode('\uFEFFname\nZoë\n'))).toBe('name\nZoë\n');
  // 姓名 and 王伟 in GB 18030.
  const gb = [0xd0, 0xd5, 0xc3, 0xfb, 0x0a, 0xcd, 0xf5, 0xce, 0xb0, 0x0a];
  expect(rosterText(new Uint8Array(gb))).toBe('姓名\n王伟\n');
  // Müller in Windows-1252, which is valid GB 18030.
  const western = [...Buffer.from('name\nM'), 0xfc, ...Buffer.from('ller\n')];
  expect(rosterText(new Uint8Array(western))).toMatchObject({ code: 'CLS-17' });
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
