/** A class list from a CSV file of any school: any usual separator; the columns by their usual names. Pure. */
import Papa from 'papaparse';
import { decode, plainLines } from '../../evidence/imports/decode.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { MAX_NAME, MAX_STUDENTS, type Student } from './classroom.ts';

/** Names of columns, in small letters. Moodle's export has first name, last name, ID number and email address. */
const COLUMNS = {
  id: [
    'id',
    'student id',
    'id number',
    'number',
    'username',
    'login',
    'email',
    'email address',
    'e-mail',
    '学号',
    '编号',
    '邮箱',
  ],
  name: ['name', 'student', 'student name', 'full name', 'fullname', '姓名', '名字', '学生'],
  first: ['first name', 'firstname', 'given name', '名'],
  last: ['last name', 'lastname', 'surname', 'family name', '姓'],
} as const;

/** Where the parser puts cells beyond the header's. */
const EXTRA = '__parsed_extra';

/** Commas first: a list of names alone has none of them. */
const SEPARATORS = [',', ';', '\t', '，'] as const;

/** The most frequent separator of the header. */
function separatorOf(list: string): string {
  const [header = ''] = list.split('\n', 1);
  const count = (separator: string) => header.replaceAll(/"[^"]*"/g, '').split(separator).length;
  return SEPARATORS.reduce<string>((best, one) => (count(one) > count(best) ? one : best), ',');
}

const refused = (code: Problem['code'], facts: Record<string, string | number>): { problem: Problem } => ({
  problem: { code, path: '', facts },
});

/** Lines before the header: blank ones, and the separator that spreadsheets write. */
const BEFORE_HEADER = /^(?:\s*\n)?(?:sep=(.)\s*\n)?(?:\s*\n)?/i;

/**
 * The text of a class list. Spreadsheets save UTF-8 or UTF-16; in Chinese they also save GB 18030, which is accepted only with a
 * Chinese header, because other 8-bit encodings decode as it, too.
 */
export function rosterText(bytes: Uint8Array): string | Problem {
  const { text, isReplaced } = decode(bytes);
  if (!isReplaced) return text;
  try {
    const chinese = new TextDecoder('gb18030', { fatal: true }).decode(bytes);
    if (/姓名|名字|学生/.test(chinese.slice(0, chinese.indexOf('\n')))) return chinese;
  } catch {
    // Another encoding.
  }
  return { code: 'CLS-17', path: '' };
}

/** The list, or why the file is none. */
export function readRoster(
  csv: string,
): { readonly roster: readonly Student[] } | { readonly problem: Problem } {
  const plain = plainLines(csv);
  const [before = '', separator] = BEFORE_HEADER.exec(plain) ?? [];
  const list = plain.slice(before.length);
  const { data, meta, errors } = Papa.parse<Record<string, string>>(list, {
    header: true,
    delimiter: separator ?? separatorOf(list),
    transformHeader: (header) => header.trim().toLowerCase(),
    transform: (cell) => cell.trim(),
  });
  const fields = meta.fields ?? [];
  const column = (kind: keyof typeof COLUMNS) => COLUMNS[kind].find((title) => fields.includes(title)) ?? '';
  const [id, name, first, last] = [column('id'), column('name'), column('first'), column('last')];
  if (name === '' && (first === '' || last === '')) {
    const columns = fields
      .filter((field) => field !== '')
      .join(', ')
      .slice(0, MAX_NAME);
    return refused('CLS-08', { columns });
  }
  const lineOf = (row: number) => before.split('\n').length + row + 1;
  const quotes = errors.find(({ type }) => type === 'Quotes');
  // The parser counts the header here.
  if (quotes) return refused('CLS-18', { line: lineOf((quotes.row ?? 0) - 1) });
  const known = new Set<string>();
  const roster: Student[] = [];
  for (const [index, row] of data.entries()) {
    const line = lineOf(index);
    const extra: unknown = row[EXTRA];
    if (Array.isArray(extra) && extra.some((cell) => cell !== '')) return refused('CLS-19', { line });
    if (fields.every((field) => !row[field])) continue;
    const written = name === '' ? `${row[first] ?? ''} ${row[last] ?? ''}` : (row[name] ?? '');
    const full = written.replaceAll(/\s+/g, ' ').trim();
    const own = id === '' ? full : (row[id] ?? '');
    if (full === '' || own === '' || full.length > MAX_NAME || own.length > MAX_NAME)
      return refused('CLS-09', { line, max: MAX_NAME });
    if (known.has(own)) return refused('CLS-10', { line, student: own });
    known.add(own);
    roster.push({ id: own, name: full });
  }
  if (roster.length === 0 || roster.length > MAX_STUDENTS)
    return refused('CLS-13', { count: roster.length, max: MAX_STUDENTS });
  return { roster };
}
