/** Any other table with a header: what its columns mean is guessed from their names, and the reader says otherwise. */
import { csvRows } from './csv-rows.ts';
import { fieldMeant } from './known-fields.ts';
import type { Overlay, OverlayPoint } from './overlay.ts';
import { numbered } from './redis-benchmark.ts';
import { badLine, missing, numberIn } from './refusal.ts';

export const CSV = 'CSV';

/** What a column can be besides a field of the scenario (`at`). Rates are per second; the ending of a time's name is its unit. */
export const ROLES = [
  'name',
  'at',
  'perSec',
  'meanUs',
  'meanMs',
  'percentileUs',
  'percentileMs',
  'nothing',
] as const;
export type Role = (typeof ROLES)[number];

/** One column and what it means. */
export interface Column {
  readonly title: string;
  readonly role: Role;
  /** Path of the field that is varied (`at`). */
  readonly path?: string;
  /** 0 … 1 (`percentile…`). */
  readonly share?: number;
}

export interface CsvTable {
  readonly columns: readonly Column[];
  /** The first rows, to look at. */
  readonly sample: readonly (readonly string[])[];
}

const SAMPLE = 3;
const US = { Us: 1, Ms: 1000 } as const;

/** The columns with what they seem to mean. @throws Refusal when it is no table */
export function csvTable(text: string): CsvTable {
  const { header, rows } = csvRows(text, CSV);
  return {
    columns: header.map((title, index) =>
      guess(
        title,
        rows.map(({ cells }) => cells[index] ?? ''),
      ),
    ),
    sample: rows.slice(0, SAMPLE).map(({ cells }) => cells),
  };
}

/** Of words, those that name rows; of numbers, what the title says, also with a unit behind: `p99_us`, `mean (ms)`. */
function guess(title: string, cells: readonly string[]): Column {
  const isNumber =
    cells.some((cell) => cell !== '') && cells.every((cell) => cell === '' || Number.isFinite(Number(cell)));
  if (!isNumber) return { title, role: 'name' };
  const plain = title
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '_')
    .replace(/^_|_$/g, '');
  const unit = /(^|_)(ms|msec|milliseconds)$/.test(plain) ? 'Ms' : 'Us';
  const [, nines] = /^p(\d{2,}(?:\.\d+)?)(?:_|$)/.exec(plain) ?? [];
  if (nines !== undefined) return { title, role: `percentile${unit}`, share: shareOf(nines) };
  if (/^(qps|rps|ops|tps|throughput(\.persec)?|requests_per_second|req_s|ops_s|perse?c?)(_|$)/.test(plain)) {
    return { title, role: /_(min|max)$/.test(plain) ? 'nothing' : 'perSec' };
  }
  if (/^(mean|avg|average|latency)(_|$)/.test(plain)) return { title, role: `mean${unit}` };
  const path = fieldMeant(title) ?? fieldMeant(plain);
  return path === undefined ? { title, role: 'nothing' } : { title, role: 'at', path };
}

/** `99` and `99.9`, and as usual without a point: `999`. */
const shareOf = (nines: string): number =>
  nines.includes('.') || nines.length <= 2 ? Number(nines) / 100 : Number(nines) / 10 ** nines.length;

/** The rows as points, with the columns as the reader has chosen. @throws Refusal naming the line that does not fit */
export function readCsv(text: string, source: string, columns: readonly Column[]): Omit<Overlay, 'id'> {
  const { rows } = csvRows(text, CSV);
  if (!columns.some(({ role }) => role !== 'name' && role !== 'at' && role !== 'nothing'))
    throw missing(CSV, 'qps, mean_us, p99_us');
  const points = rows.map(({ line, cells }): OverlayPoint => {
    const refuse = () => badLine(CSV, line, cells.join(','), columns.map(({ title }) => title).join(','));
    const given = columns
      .map((column, index) => ({ ...column, text: cells[index] ?? '' }))
      .filter(({ text: cell }) => cell !== '');
    const of = (role: Role) => given.filter((cell) => cell.role === role);
    const [rate] = of('perSec').map((cell) => numberIn(cell.text, refuse));
    const means = (['Us', 'Ms'] as const).flatMap((unit) =>
      of(`mean${unit}`).map((cell) => numberIn(cell.text, refuse) * US[unit]),
    );
    const percentiles = (['Us', 'Ms'] as const).flatMap((unit) =>
      of(`percentile${unit}`).map((cell) => ({
        share: cell.share ?? 0.5,
        us: numberIn(cell.text, refuse) * US[unit],
      })),
    );
    const at = of('at').flatMap(({ path, text: cell }) =>
      path === undefined ? [] : [[path, cellValue(cell)] as const],
    );
    const name = [...of('name'), ...of('at')].map(({ text: cell }) => cell).join(' ');
    return {
      name: name === '' ? `${line}` : name,
      at: Object.fromEntries(at),
      ...(rate === undefined ? {} : { perSec: { value: rate } }),
      ...(means[0] === undefined ? {} : { meanUs: { value: means[0] } }),
      percentiles: percentiles.sort((one, other) => one.share - other.share),
    };
  });
  return { title: source, format: CSV, source, points: numbered(points) };
}

const cellValue = (cell: string): number | string => (Number.isFinite(Number(cell)) ? Number(cell) : cell);
