/**
 * Files in the forms that tools print (numbers made up), and what is right for each: what is read, or the refusal and what it says.
 * The expectations are data: `expected.json`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Reading, readBytes } from '../../src/evidence/imports/read.ts';
import { questionProblem, reportOf } from '../../src/evidence/imports/report.ts';
import type { TimeUnit } from '../../src/evidence/imports/units.ts';
import { issueText } from '../../src/i18n/issues.ts';
import { LANGUAGES } from '../../src/lib/languages.ts';
import expected from './expected.json' with { type: 'json' };

interface Case {
  readonly file: string;
  readonly unit?: TimeUnit;
  /** Fields of the report that must be there. */
  readonly reads?: object;
  readonly refused?: string;
  /** A part of the refusal's sentence. */
  readonly says?: string;
}

const cases = expected as unknown as readonly Case[];
const folder = new URL('./cases/', import.meta.url);
const bytesOf = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));

function problemOf(reading: Reading) {
  if ('question' in reading && reading.question)
    return questionProblem(reading.question, 'format' in reading ? reading.format : 'CSV');
  return 'problem' in reading ? reading.problem : undefined;
}

describe('a file of another tool', () => {
  it.each(cases.map((one) => [`${one.file}${one.unit ? ` --unit ${one.unit}` : ''}`, one] as const))(
    '%s',
    (_, { file, unit, reads, refused, says }) => {
      const reading = readBytes(bytesOf(file), file, { unit });
      const problem = problemOf(reading);
      if (refused !== undefined) {
        expect(problem?.code).toBe(refused);
        if (!problem) return;
        expect(issueText(problem, 'en')).toContain(says);
        for (const language of LANGUAGES)
          expect(issueText(problem, language)).not.toMatch(/undefined|null|[{}]|NaN/);
        return;
      }
      expect(problem).toBeUndefined();
      const overlay = 'overlay' in reading ? reading.overlay : undefined;
      expect(overlay && reportOf(overlay)).toMatchObject(reads ?? {});
    },
  );

  it('has an expectation', () => {
    expect(readdirSync(folder).sort()).toEqual([...new Set(cases.map(({ file }) => file))].sort());
  });
});

describe('the same file in another encoding', () => {
  const text = readFileSync(new URL('memtier-text.txt', folder), 'utf8');
  const whole = readBytes(new TextEncoder().encode(text), 'file');
  const utf16 = (mark: boolean) => new Uint8Array(Buffer.from((mark ? '\uFEFF' : '') + text, 'utf16le'));

  it.each([
    ['with a byte order mark', new TextEncoder().encode(`\uFEFF${text}`)],
    ['with carriage returns', new TextEncoder().encode(text.replaceAll('\n', '\r\n'))],
    ['with carriage returns alone', new TextEncoder().encode(text.replaceAll('\n', '\r'))],
    ['in UTF-16, as PowerShell writes it', utf16(true)],
    ['in UTF-16 without a mark', utf16(false)],
  ])('%s is read as the same', (_, bytes) => {
    expect(readBytes(bytes, 'file')).toEqual(whole);
  });

  it('says that characters were replaced', () => {
    const latin = new Uint8Array(Buffer.from('name,rps\ncaf\u00e9,1000\n', 'latin1'));
    expect(readBytes(latin, 'file')).toMatchObject({ overlay: { notes: [{ code: 'replaced' }] } });
  });
});
