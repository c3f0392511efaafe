/** Measurements drawn over the model: files are read locally; the model predicts the same points. */

import { closeEngine, engine, engineProblem } from '../../lab/run/engines.ts';
import { wholeRun } from '../../lab/run/whole-run.ts';
import { experiment } from '../../lab/settings/experiment-state.ts';
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import { presetById } from '../../model/scenario/library.ts';
import type { Json } from '../../model/scenario/patch.ts';
import type { Problem, SideName } from '../../model/scenario/problem.ts';
import { measuredOverlays } from '../measured/overlays.ts';
import { allRows, askedOf } from '../predict/predict.ts';
import { evidence } from '../reproductions/evidence-state.ts';
import { type ReaderClient, spawnReader } from './client.ts';
import { type Column, withUnit } from './csv.ts';
import { CALLERS } from './known-fields.ts';
import type { Overlay, OverlayPoint, ReadOverlay } from './overlay.ts';
import { type OverlayPrediction, overlays, type PredictedPoint } from './overlays-state.ts';
import type { Answers } from './question.ts';
import { MAX_BYTES, type Reading } from './read.ts';
import type { TimeUnit } from './units.ts';

const ROLE = 'evidence';

/** Numbers imported overlays. */
let count = 0;
/** The running prediction; another object means another one. */
let present: object | undefined;

/** Shows this project's measurements with their recorded predictions, which must be loaded. Idempotent. */
export function showMeasured(): void {
  if (overlays.getState().overlays.length > 0) return;
  const projectOverlays = measuredOverlays(allRows());
  const answers = new Map(
    evidence.getState().rows.map(({ row, comparisons }) => [`${row.table} ${row.id}`, comparisons]),
  );
  const predictions = projectOverlays.map(({ id, title, points }): [string, OverlayPrediction] => [
    id,
    {
      status: 'done',
      points: points.map(({ name }) => {
        const of = Object.fromEntries(
          (answers.get(`${title} ${name}`) ?? []).map(({ quantity, predicted }) => [quantity, predicted]),
        );
        const { perSec, meanUs, p99Us } = of;
        return predicted(perSec, meanUs, { 0.99: p99Us });
      }),
    },
  ]);
  overlays.setState({ overlays: projectOverlays, predictions: Object.fromEntries(predictions) });
}

/** The reading worker; it ends with the last file. */
let reading: { readonly reader: ReaderClient; users: number } | undefined;

async function withReader<T>(work: (reader: ReaderClient) => Promise<T>): Promise<T> {
  reading ??= { reader: spawnReader(), users: 0 };
  const mine = reading;
  mine.users++;
  try {
    return await work(mine.reader);
  } finally {
    mine.users--;
    if (mine.users === 0) {
      mine.reader.close();
      if (reading === mine) reading = undefined;
    }
  }
}

/**
 * Reads files; unreadable ones are reported, the others are shown.
 * @returns ids of the new overlays
 */
export async function addFiles(files: readonly File[]): Promise<string[]> {
  overlays.setState({ refused: [], reading: files.map(({ name }) => name) });
  const added: string[] = [];
  try {
    for (const file of files) {
      const id = await addFile(file);
      if (id !== undefined) added.push(id);
    }
  } finally {
    overlays.setState({ reading: [] });
  }
  return added;
}

const refuse = (source: string, problem: Problem) =>
  overlays.setState(({ refused }) => ({ refused: [...refused, { source, problem }] }));

async function addFile(file: File): Promise<string | undefined> {
  const source = file.name;
  if (file.size > MAX_BYTES) {
    refuse(source, { code: 'IMP-04', path: '', value: String(file.size), max: MAX_BYTES });
    return undefined;
  }
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  );
  if (bytes === undefined) {
    refuse(source, { code: 'FILE-01', path: '' });
    return undefined;
  }
  return take(`imported ${++count}`, source, bytes, {});
}

/**
 * Reads a file and shows the result.
 * @returns the id when there is an overlay, or a table to be mapped
 */
async function take(
  id: string,
  source: string,
  bytes: Uint8Array,
  answers: Answers,
): Promise<string | undefined> {
  const read = await withReader((reader) => reader.readFile(bytes, source, answers)).catch(
    (error): Reading => ({ problem: engineProblem(error) }),
  );
  if ('table' in read) {
    putTable(id, source, bytes, read);
    return id;
  }
  if ('question' in read) {
    const { question, format } = read;
    overlays.setState(({ open }) => ({ open: [...open, { id, source, format, bytes, question }] }));
    return undefined;
  }
  if ('problem' in read) {
    refuse(source, read.problem);
    return undefined;
  }
  put(id, source, read.overlay);
  return id;
}

/**
 * Reads a file again with the unit of time from the reader.
 * @returns its id when it could be read
 */
export async function answerUnit(id: string, unit: TimeUnit): Promise<string | undefined> {
  const { open, tables, overlays: all } = overlays.getState();
  const table = tables[id];
  if (table) {
    await chooseColumns(id, withUnit(table.table.columns, unit));
    return all.some((entry) => entry.id === id) ? id : undefined;
  }
  const file = open.find((entry) => entry.id === id);
  if (!file) return undefined;
  dropQuestion(id);
  return take(id, file.source, file.bytes, { unit });
}

/** Closes a file without a known unit. */
export const dropQuestion = (id: string): void =>
  overlays.setState(({ open }) => ({ open: open.filter((entry) => entry.id !== id) }));

type TableReading = Extract<Reading, { readonly table: unknown }>;

function putTable(
  id: string,
  source: string,
  bytes: Uint8Array,
  { table, overlay, question, problem }: TableReading,
): void {
  put(id, source, overlay);
  overlays.setState(({ tables }) => ({
    tables: {
      ...tables,
      [id]: {
        bytes,
        table,
        ...(question === undefined ? {} : { question }),
        ...(problem === undefined ? {} : { problem }),
      },
    },
  }));
}

/** Stores an overlay in place of the one before; without points when it could not be read. */
function put(id: string, source: string, read: ReadOverlay | undefined): void {
  const overlay: Overlay = { title: source, format: 'CSV', source, points: [], ...read, id };
  overlays.setState(({ overlays: old, predictions: { [id]: _, ...predictions } }) => ({
    overlays: old.some((entry) => entry.id === id)
      ? old.map((entry) => (entry.id === id ? overlay : entry))
      : [...old, overlay],
    predictions,
  }));
}

/** Reads a table again, with other columns. */
export async function chooseColumns(id: string, columns: readonly Column[]): Promise<void> {
  const { tables, overlays: all } = overlays.getState();
  const [mapped, overlay] = [tables[id], all.find((entry) => entry.id === id)];
  if (!mapped || !overlay) return;
  // The choice is shown at once; its result after reading.
  const table = { ...mapped.table, columns };
  overlays.setState({ tables: { ...tables, [id]: { ...mapped, table } } });
  const read = await withReader((reader) => reader.readColumns(mapped.bytes, overlay.source, columns)).catch(
    (error): Reading => ({ problem: engineProblem(error) }),
  );
  // The choice has changed in the meantime.
  if (overlays.getState().tables[id]?.table !== table) return;
  putTable(
    id,
    overlay.source,
    mapped.bytes,
    'table' in read ? read : { table, ...('problem' in read ? { problem: read.problem } : {}) },
  );
}

/** Shows or hides the parts of a total as separate points. */
export function showParts(id: string, isShown: boolean): void {
  overlays.setState(({ overlays: all, predictions: { [id]: _, ...predictions } }) => ({
    overlays: all.map((entry) => {
      const { parts } = entry;
      if (entry.id !== id || !parts) return entry;
      const points = entry.points.filter((point) => !parts.includes(point));
      return { ...entry, points: isShown ? [...points, ...parts] : points };
    }),
    predictions,
  }));
}

/** Accepts the numbers of callers from names. */
export function acceptCallers(id: string): void {
  overlays.setState(({ overlays: all, predictions: { [id]: _, ...predictions } }) => ({
    overlays: all.map((entry) =>
      entry.id === id
        ? {
            ...entry,
            points: entry.points.map(({ proposedCallers, ...point }) =>
              proposedCallers ? { ...point, at: { ...point.at, [CALLERS]: proposedCallers.value } } : point,
            ),
          }
        : entry,
    ),
    predictions,
  }));
}

/** Removes an imported overlay. */
export function removeOverlay(id: string): void {
  overlays.setState(
    ({ overlays: old, predictions: { [id]: _, ...predictions }, tables: { [id]: __, ...tables } }) => ({
      overlays: old.filter((entry) => entry.id !== id),
      predictions,
      tables,
    }),
  );
}

/**
 * The system that the points edit: one of the Lab's, a preset, or redis-benchmark as measured by this
 * project.
 */
export type BaseSystem = { readonly side: SideName } | { readonly preset: string } | 'benchmark';

/** The row whose scenario is redis-benchmark. */
const BENCHMARK = 'get 3B P1 c50';
const CONNECTIONS = 'client.connections.maxTotal';

/** Predicts every point of an overlay: the system with the point's values. */
export async function predictOverlay(id: string, base: BaseSystem): Promise<void> {
  const overlay = overlays.getState().overlays.find((entry) => entry.id === id);
  if (!overlay) return;
  stopPrediction();
  const token = {};
  present = token;
  const isWanted = () => present === token;
  const update = (part: Partial<OverlayPrediction>) =>
    overlays.setState(({ predictions }) => {
      const old = predictions[id] ?? { status: 'running', points: [] };
      return { predictions: { ...predictions, [id]: { ...old, ...part } } };
    });
  update({ status: 'running', points: [] });
  try {
    const system = await systemOf(base);
    const points: PredictedPoint[] = [];
    for (const point of overlay.points) {
      // Every client of redis-benchmark has its own connection.
      const callers = base === 'benchmark' ? point.at[CALLERS] : undefined;
      const at = callers === undefined ? point.at : { ...point.at, [CONNECTIONS]: callers };
      const answer = await answerFor(system, at, isWanted);
      if (!isWanted()) return update({ status: 'stopped' });
      points.push(answer);
      update({ points: [...points] });
    }
    update({ status: 'done' });
  } catch (error) {
    update(isWanted() ? { status: 'failed', problem: engineProblem(error) } : { status: 'stopped' });
  } finally {
    if (isWanted()) end();
  }
}

/** Stops the running prediction; its results stay. */
export function stopPrediction(): void {
  if (present) end();
}

function end(): void {
  present = undefined;
  closeEngine(ROLE);
}

async function systemOf(base: BaseSystem): Promise<Json> {
  if (base === 'benchmark') {
    const row = allRows().find(({ table, id }) => table === 'redis_benchmark' && id === BENCHMARK);
    return row ? askedOf(row) : {};
  }
  if ('preset' in base) return presetById(base.preset)?.scenario ?? {};
  return (experiment.getState()[base.side]?.scenario ?? {}) as unknown as Json;
}

async function answerFor(
  system: Json,
  at: OverlayPoint['at'],
  isWanted: () => boolean,
): Promise<PredictedPoint> {
  const { scenario, issues } = await engine(ROLE).normalize(JSON.stringify(applyEdits(system, at)));
  if (!scenario) return issues[0] ? { problem: issues[0] } : {};
  const summary = await wholeRun(ROLE, scenario, isWanted);
  return summary ? answerOf(summary) : {};
}

const answerOf = ({ throughput, responseTime }: Summary): PredictedPoint =>
  predicted(throughput.perSec, responseTime.meanUs, {
    0.5: responseTime.p50Us,
    0.9: responseTime.p90Us,
    0.99: responseTime.p99Us,
    0.999: responseTime.p999Us,
  });

/** The known values only. */
function predicted(
  perSec: number | null | undefined,
  meanUs: number | null | undefined,
  percentiles: Readonly<Record<string, number | null | undefined>>,
): PredictedPoint {
  const known = Object.entries(percentiles).filter(([, us]) => typeof us === 'number');
  return {
    ...(typeof perSec === 'number' ? { perSec } : {}),
    ...(typeof meanUs === 'number' ? { meanUs } : {}),
    percentilesUs: Object.fromEntries(known) as Readonly<Record<string, number>>,
  };
}
