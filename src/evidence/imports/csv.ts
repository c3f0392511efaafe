/**
 * Any other table with a header: columns are interpreted by their titles, and the reader can change that. No
 * unit is guessed.
 */
import { commandIn } from './command-line.ts';
import { type Csv, csvRows, delimiterOf } from './csv-rows.ts';
import { headingOf } from './heading.ts';
import { CALLERS, fieldMeant } from './known-fields.ts';
import { cellNumber, isNone, type NumberStyle, numberStyle } from './number-style.ts';
import type {
  ImportNote,
  OverlayPoint,
  PercentilePoint,
  ReadOverlay,
  TimesIn,
  UnitBasis,
} from './overlay.ts';
import { consistent, numbered, settings, sorted } from './points.ts';
import { UnitNeeded, unitQuestion } from './question.ts';
import { badLine, missing, Refusal } from './refusal.ts';
import { inUs, type TimeUnit } from './units.ts';

export const CSV = 'CSV';

/** Roles of a column besides a field of the scenario (`at`). */
export const ROLES = ['name', 'at', 'perSec', 'mean', 'percentile', 'min', 'max', 'nothing'] as const;
export type Role = (typeof ROLES)[number];

/** Roles whose values are times, so that they need a unit. */
const TIMES: readonly Role[] = ['mean', 'percentile', 'min', 'max'];
export const isTime = (role: Role): boolean => TIMES.includes(role);

/** One column and its role. */
export interface Column {
  readonly title: string;
  readonly role: Role;
  /** Path of the field that is varied (`at`). */
  readonly path?: string;
  /** 0 … 1 (`percentile`). */
  readonly share?: number;
  /** Unit of a time; undefined when the file does not state it. */
  readonly unit?: TimeUnit;
  /** How the unit is known. */
  readonly basis?: UnitBasis;
  /** Factor of a rate: 1000 for kops/s. */
  readonly scale?: number;
  /** Whether the title is ambiguous: "throughput" of what, "latency" of which kind. */
  readonly isLoose?: boolean;
}

export interface CsvTable {
  readonly columns: readonly Column[];
  /** The first rows as a sample. */
  readonly sample: readonly (readonly string[])[];
}

const SAMPLE = 3;
/**
 * Rows that decide whether a column holds numbers. All of them are read later, and a non-number is refused.
 */
const LOOKED_AT = 1000;

/** A table, without the lines above its header: a pasted command, an empty line. */
function rowsOf(text: string): Csv & { readonly style: NumberStyle; readonly above: readonly string[] } {
  const lines = text.split('\n', 50);
  let from = 0;
  while (from < lines.length && (lines[from]?.trim() === '' || commandIn(lines[from] ?? '') !== undefined))
    from++;
  const csv = csvRows(text, CSV, from);
  // Without a header the meaning of the numbers is unknown. "99%" is a title.
  const bad = () => missing(CSV, 'qps, mean_us, p99_us');
  if (csv.header.some((title) => !title.endsWith('%') && cellNumber(title, { decimal: '.' }, bad)))
    throw bad();
  return { ...csv, style: numberStyle(CSV, csv.rows), above: lines.slice(0, from) };
}

/**
 * The columns with their presumed roles.
 * @throws Refusal when it is no table
 */
export function csvTable(text: string): CsvTable {
  const { header, rows, style } = rowsOf(text);
  const first = rows.slice(0, LOOKED_AT);
  return {
    columns: header.map((title, index) =>
      columnOf(
        title,
        first.map(({ cells }) => cells[index] ?? ''),
        style,
      ),
    ),
    sample: rows.slice(0, SAMPLE).map(({ cells }) => cells),
  };
}

/** Text columns name rows; number columns follow the title, with the unit of the title or of every cell. */
function columnOf(title: string, cells: readonly string[], style: NumberStyle): Column {
  const huge = () => new Refusal('IMP-10', CSV, { value: title });
  const given = cells.filter((cell) => !isNone(cell));
  const numbers = given.map((cell) => {
    try {
      return cellNumber(cell, style, huge);
    } catch {
      // It is a number; if it is out of range, reading the rows reports its line.
      return { value: 0 };
    }
  });
  const heading = headingOf(title);
  const isMeant =
    heading !== undefined && heading.kind !== 'other' && !('isSure' in heading && !heading.isSure);
  const isNumber = given.length > 0 && numbers.every((number) => number !== undefined);
  // An unreadable time or rate is refused with its line; it does not become a name.
  const isBroken = isMeant && given.length > 0 && given.every((cell) => /\d/.test(cell));
  if (!isNumber && !isBroken) return { title, role: 'name' };
  const plain = title
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '_')
    .replace(/^_|_$/g, '');
  if (heading === undefined || heading.kind === 'other') {
    if (heading === undefined && numbers.every((number) => number?.isRate)) return { title, role: 'perSec' };
    const path = fieldMeant(title) ?? fieldMeant(plain);
    return path === undefined ? { title, role: 'nothing' } : { title, role: 'at', path };
  }
  if (heading.kind === 'rate')
    return {
      title,
      role: 'perSec',
      ...(heading.scale === 1 ? {} : { scale: heading.scale }),
      ...(heading.isSure ? {} : { isLoose: true }),
    };
  const [first] = numbers;
  const inCells =
    first?.unit !== undefined && numbers.every((number) => number?.unit !== undefined)
      ? first.unit
      : undefined;
  const unit = heading.unit ?? inCells;
  return {
    title,
    role: heading.kind,
    ...(heading.kind === 'percentile' ? { share: heading.share } : {}),
    ...(unit === undefined ? {} : { unit, basis: 'file' as const }),
    ...(heading.kind === 'mean' && !heading.isSure ? { isLoose: true } : {}),
  };
}

/** The columns with a unit for every time without one. */
export const withUnit = (columns: readonly Column[], unit: TimeUnit | undefined): Column[] =>
  columns.map((column) =>
    unit !== undefined && isTime(column.role) && column.unit === undefined
      ? { ...column, unit, basis: 'answer' as const }
      : column,
  );

/**
 * The rows as points, with the chosen columns.
 * @throws Refusal naming the line that does not fit
 * @throws UnitNeeded when a column of times has no unit
 */
export function readCsv(text: string, source: string, columns: readonly Column[]): ReadOverlay {
  const { rows, style, above, delimiter } = rowsOf(text);
  if (!columns.some(({ role }) => role === 'perSec' || isTime(role)))
    throw missing(CSV, 'qps, mean_us, p99_us');
  const open = columns.filter(({ role, unit }) => isTime(role) && unit === undefined);
  const command = above.map((line) => commandIn(line)).find((found) => found !== undefined);
  const header = columns.map(({ title }) => title).join(delimiter);
  const points = numbered(
    rows.map(({ line, cells }): OverlayPoint => {
      const refuse = () => badLine(CSV, line, cells.join(delimiter), header);
      return pointOf(line, cells, columns, style, refuse, command);
    }),
  );
  if (open.length > 0)
    throw new UnitNeeded(
      CSV,
      unitQuestion(
        open.map(({ title }) => title).join(', '),
        rows
          .slice(0, SAMPLE)
          .map(
            ({ cells }) => cells[columns.indexOf(open[0] ?? columns[0] ?? { title: '', role: 'name' })] ?? '',
          ),
        points,
      ),
    );
  return {
    title: source,
    format: CSV,
    source,
    times: columns.flatMap(({ title, role, unit, basis }): TimesIn[] =>
      isTime(role) && unit !== undefined ? [{ of: title, unit, basis: basis ?? 'answer' }] : [],
    ),
    notes: columns.flatMap(({ title, role, isLoose }): ImportNote[] =>
      isLoose !== true
        ? []
        : role === 'perSec'
          ? [{ code: 'rateWithoutUnit', facts: { title } }]
          : role === 'mean'
            ? [{ code: 'latencyIsMean', facts: { title } }]
            : [],
    ),
    points: points.map((point) => consistent(CSV, point, resolutionOf(columns))),
  };
}

/** Rounding step of a table: a hundredth of its largest unit. */
const resolutionOf = (columns: readonly Column[]): number =>
  Math.max(1, ...columns.flatMap(({ unit }) => (unit === undefined ? [] : [inUs(0.01, unit)])));

function pointOf(
  line: number,
  cells: readonly string[],
  columns: readonly Column[],
  style: NumberStyle,
  refuse: () => Refusal,
  command: ReturnType<typeof commandIn>,
): OverlayPoint {
  const given = columns
    .map((column, index) => ({ column, text: cells[index] ?? '' }))
    .filter(({ text: cell, column }) => cell !== '' && !(isMeasured(column.role) && isNone(cell)));
  const of = (role: Role) => given.filter(({ column }) => column.role === role);
  const numberOf = ({ text: cell, column }: (typeof given)[number]): number => {
    const number = cellNumber(cell, style, refuse);
    if (number === undefined || number.value < 0) throw refuse();
    if (isTime(column.role)) return inUs(number.value, number.unit ?? column.unit ?? 'us');
    return number.value * (column.scale ?? 1);
  };
  const firstOf = (role: Role): number | undefined => {
    const [cell] = of(role);
    return cell && numberOf(cell);
  };
  const [rate, mean, min, max] = [firstOf('perSec'), firstOf('mean'), firstOf('min'), firstOf('max')];
  const percentiles = of('percentile').map(
    (cell): PercentilePoint => ({ share: cell.column.share ?? 0.5, us: numberOf(cell) }),
  );
  const at = Object.fromEntries(
    of('at').flatMap(({ column: { path }, text: cell }) =>
      path === undefined ? [] : [[path, cellNumber(cell, style, refuse)?.value ?? cell] as const],
    ),
  );
  const name = [...of('name'), ...of('at')].map(({ text: cell }) => cell).join(' ');
  const ofCommand = command ? settings(command) : { at: {} };
  const callers = at[CALLERS];
  return {
    name: name === '' ? `${line}` : name,
    ...ofCommand,
    at: { ...ofCommand.at, ...at },
    ...(typeof callers === 'number' && ofCommand.connections !== undefined ? { connections: callers } : {}),
    ...(rate === undefined ? {} : { perSec: { value: rate / (ofCommand.pipeline ?? 1) } }),
    ...(mean === undefined ? {} : { meanUs: { value: mean } }),
    ...(min === undefined ? {} : { minUs: min }),
    ...(max === undefined ? {} : { maxUs: max }),
    percentiles: sorted(percentiles),
  };
}

const isMeasured = (role: Role): boolean => role === 'perSec' || isTime(role);

/** Whether a text begins like a table: a header of several words, separated. */
export function looksLikeTable(text: string): boolean {
  const header =
    text
      .split('\n', 200)
      .find((line) => line.trim() !== '' && !line.startsWith('#') && commandIn(line) === undefined) ?? '';
  return (
    header.length < 20_000 &&
    header.split(delimiterOf(header)).length > 1 &&
    /^[^{}[\]<>]*[,;\t|][^{}<>]*$/.test(header) &&
    /[a-z]/i.test(header)
  );
}
