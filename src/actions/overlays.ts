/** Measurements to lay over the model: files are read here and go nowhere; the model is asked for the same points. */
import { measuredOverlays } from '../evidence/measured/overlays.ts';
import { allRows, askedOf } from '../evidence/predict/predict.ts';
import type { Column } from '../imports/csv.ts';
import { CALLERS } from '../imports/importer.ts';
import type { Overlay, OverlayPoint } from '../imports/overlay.ts';
import { MAX_BYTES, type Reading, readTable, readText } from '../imports/read.ts';
import { applyEdits } from '../scenario/apply-edits.ts';
import type { Summary } from '../scenario/generated/summary.ts';
import { loadPreset } from '../scenario/load-preset.ts';
import type { Json } from '../scenario/patch.ts';
import type { Problem, SideName } from '../scenario/problem.ts';
import { evidence } from '../stores/evidence.ts';
import { experiment } from '../stores/experiment.ts';
import { type OverlayPrediction, overlays, type PredictedPoint } from '../stores/overlays.ts';
import { closeEngine, engine, engineProblem } from './engines.ts';
import { wholeRun } from './whole-run.ts';

const ROLE = 'evidence';

/** Numbers imported overlays. */
let count = 0;
/** The prediction under way; another object means another one. */
let present: object | undefined;

/** Our own measurements, with the predictions that are recorded for them. Does nothing the second time. */
export function showMeasured(): void {
  if (overlays.getState().overlays.length > 0) return;
  const own = measuredOverlays(allRows());
  const answers = new Map(
    evidence.getState().rows.map(({ row, comparisons }) => [`${row.table} ${row.id}`, comparisons]),
  );
  const predictions = own.map(({ id, title, points }): [string, OverlayPrediction] => [
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
  overlays.setState({ overlays: own, predictions: Object.fromEntries(predictions) });
}

/** Reads files; what cannot be read is named, the others are there. @returns ids of the new overlays */
export async function addFiles(files: readonly File[]): Promise<string[]> {
  overlays.setState({ refused: [] });
  const added: string[] = [];
  for (const file of files) {
    const id = await addFile(file);
    if (id !== undefined) added.push(id);
  }
  return added;
}

async function addFile(file: File): Promise<string | undefined> {
  const source = file.name;
  const refuse = (problem: Problem) =>
    overlays.setState(({ refused }) => ({ refused: [...refused, { source, problem }] }));
  if (file.size > MAX_BYTES) {
    refuse({ code: 'IMP-04', path: '', value: String(file.size), max: MAX_BYTES });
    return undefined;
  }
  const text = await file.text().catch(() => undefined);
  if (text === undefined) {
    refuse({ code: 'FILE-01', path: '' });
    return undefined;
  }
  let reading = readText(text, source);
  if ('table' in reading) {
    const { table } = reading;
    reading = readTable(text, source, table);
    const id = `imported ${++count}`;
    put(id, source, reading);
    overlays.setState(({ tables }) => ({
      tables: { ...tables, [id]: { text, table, ...problemOf(reading) } },
    }));
    return id;
  }
  if ('problem' in reading) {
    refuse(reading.problem);
    return undefined;
  }
  const id = `imported ${++count}`;
  put(id, source, reading);
  return id;
}

const problemOf = (reading: Reading) => ('problem' in reading ? { problem: reading.problem } : {});

/** The overlay that was read, in the place of the one before; without points when it could not be read. */
function put(id: string, source: string, reading: Reading): void {
  const read = 'overlay' in reading ? reading.overlay : undefined;
  const overlay: Overlay = { title: source, format: 'CSV', source, points: [], ...read, id };
  overlays.setState(({ overlays: old, predictions: { [id]: _, ...predictions } }) => ({
    overlays: old.some((one) => one.id === id)
      ? old.map((one) => (one.id === id ? overlay : one))
      : [...old, overlay],
    predictions,
  }));
}

/** Reads a table again, with other columns. */
export function chooseColumns(id: string, columns: readonly Column[]): void {
  const { tables, overlays: all } = overlays.getState();
  const [mapped, overlay] = [tables[id], all.find((one) => one.id === id)];
  if (!mapped || !overlay) return;
  const table = { ...mapped.table, columns };
  const reading = readTable(mapped.text, overlay.source, table);
  put(id, overlay.source, reading);
  overlays.setState({ tables: { ...tables, [id]: { text: mapped.text, table, ...problemOf(reading) } } });
}

/** Takes an imported overlay away. */
export function removeOverlay(id: string): void {
  overlays.setState(
    ({ overlays: old, predictions: { [id]: _, ...predictions }, tables: { [id]: __, ...tables } }) => ({
      overlays: old.filter((one) => one.id !== id),
      predictions,
      tables,
    }),
  );
}

/** Which system the points are changes of: one of the Lab's, a preset, or redis-benchmark as this project has measured it. */
export type BaseSystem = { readonly side: SideName } | { readonly preset: string } | 'benchmark';

/** The row whose scenario is redis-benchmark. */
const BENCHMARK = 'get 3B P1 c50';
const CONNECTIONS = 'client.connections.maxTotal';

/** Asks the model for every point of an overlay: the system with the point's values in it. */
export async function predictOverlay(id: string, base: BaseSystem): Promise<void> {
  const overlay = overlays.getState().overlays.find((one) => one.id === id);
  if (!overlay) return;
  stopPrediction();
  const mine = {};
  present = mine;
  const isWanted = () => present === mine;
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
      // Every client of redis-benchmark has a connection of its own.
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

/** Stops the prediction under way; what it has found stays. */
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
  if ('preset' in base) return (await loadPreset(base.preset)) ?? {};
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

/** Only what is known. */
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
