/** `sim predict`: measured rows, the model's predictions and their agreement. */
import { readFile } from 'node:fs/promises';
import {
  type Accuracy,
  accuracyOf,
  errorByRule,
  isInRangeOfRuns,
  TARGETS,
} from '../evidence/predict/accuracy.ts';
import { allRows, type Prediction, predict } from '../evidence/predict/predict.ts';
import evidence from '../i18n/en/evidence.json';
import { Engine } from '../model/engine/engine.ts';
import { EXIT, print, printMessage } from './input.ts';

/** `only`: substring of the rows' names (`table configuration`). */
export interface PredictRequest {
  only: string;
  json: boolean;
}

/** Returns the exit code. `wasm` is the engine's file. */
export async function predictMeasured({ only, json }: PredictRequest, wasm: string): Promise<number> {
  const rows = allRows().filter((row) => `${row.table} ${row.id}`.includes(only));
  if (rows.length === 0) {
    printMessage(`no measured row contains "${only}"`);
    return EXIT.badInput;
  }
  const engine = await Engine.load(await readFile(wasm));
  const predictions: Prediction[] = [];
  for (const row of rows) {
    const prediction = predict(engine, row);
    predictions.push(prediction);
    if (!json) show(prediction);
  }
  const judgement = accuracyOf(predictions);
  if (json) print(JSON.stringify({ targets: TARGETS, judgement, predictions }));
  else showJudgement(judgement, predictions);
  return EXIT.done;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const signed = (share: number) => `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`;

/** Four significant digits. */
function short(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : value.toPrecision(4);
}

function show({ row, comparisons, refused }: Prediction): void {
  print(`${row.table} · ${row.id}${row.aside ? `   (aside: ${evidence.measured.asides[row.aside]})` : ''}`);
  if (refused) {
    const issues = refused.map(({ code, path }) => `${code} ${path}`).join(', ');
    print(`  not in the engine yet: ${issues}`);
  }
  for (const comparison of comparisons) {
    const { quantity, seen, low, high, predicted, error } = comparison;
    const met = quantity === 'perSec' && errorByRule(row, comparison) === 0 ? '  in range' : '';
    const repeated = row.again?.[quantity];
    const runs = repeated
      ? `  ${isInRangeOfRuns(row, comparison) ? 'inside' : 'outside'} what runs made again have shown: ${short(repeated.low)} to ${short(repeated.high)}`
      : '';
    print(
      `  ${quantity.padEnd(16)} ${short(seen).padStart(10)} ${`(${short(low)} to ${short(high)})`.padEnd(24)}` +
        ` ${short(predicted).padStart(10)} ${signed(error).padStart(9)}${met}${runs}`,
    );
  }
}

function showJudgement(judgement: Accuracy, predictions: readonly Prediction[]): void {
  const { rows, medianError, worstError, worstRow, met, others } = judgement;
  const aside = predictions.filter(({ row }) => row.aside).length;
  const refused = predictions.filter((prediction) => prediction.refused && !prediction.row.aside).length;
  print(`
rows with throughput        ${rows} judged, ${aside} rows set aside, ${refused} not in the engine yet
median error of throughput  ${percent(medianError)} (target ${percent(TARGETS.medianError)})
worst error                 ${percent(worstError)} (target ${percent(TARGETS.worstError)}): ${worstRow}
contended Java pools met anywhere inside the range of both campaigns:
  median ${percent(judgement.medianErrorRange)}, worst ${percent(judgement.worstErrorRange)}: ${judgement.worstRowRange}
  within ${percent(TARGETS.medianError)} or in range: ${met} of ${rows}
rank correlation            ${judgement.spearman.toFixed(3)} (target ${TARGETS.spearman})`);
  for (const [quantity, { within, of }] of Object.entries(others))
    print(`${quantity.padEnd(27)} ${within} of ${of} within ${percent(TARGETS.other)}`);
  const { inRangeOfRuns } = judgement;
  print(
    `beside that: waits of Go in the range of runs made again (go_switches.csv): ${inRangeOfRuns.within} of ${inRangeOfRuns.of}`,
  );
}
