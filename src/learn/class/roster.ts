/** A class list from a CSV file of any school: comma, semicolon or tab; the columns by their usual names. Pure. */
import Papa from 'papaparse';
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

const refused = (code: Problem['code'], facts: Record<string, string | number>): { problem: Problem } => ({
  problem: { code, path: '', facts },
});

/** The list, or why the file is none. */
export function readRoster(
  csv: string,
): { readonly roster: readonly Student[] } | { readonly problem: Problem } {
  const { data, meta } = Papa.parse<Record<string, string>>(csv.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: 'greedy',
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
  const known = new Set<string>();
  const roster: Student[] = [];
  for (const [index, row] of data.entries()) {
    const full = row[name] ?? `${row[first] ?? ''} ${row[last] ?? ''}`.trim();
    const own = row[id] ?? full;
    // The header is line 1.
    const line = index + 2;
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
