/** `sim published`: published tables, and the model's agreement with their ratios and shapes. */
import { readFile } from 'node:fs/promises';
import { campaignTables } from '../evidence/published/campaigns.ts';
import { predictWith } from '../evidence/published/predict.ts';
import {
  type Agreement,
  agreementOf,
  publishedTables,
  RATIO_TARGET,
  type TableResult,
} from '../evidence/published/published.ts';
import { Engine } from '../model/engine/engine.ts';
import { EXIT, print, printMessage } from './input.ts';

/** `only`: substring of the tables' names. */
export interface PublishedRequest {
  only: string;
  json: boolean;
}

/** Returns the exit code: 1 if a shape is wrong without a stated reason. `wasm` is the engine's file. */
export async function predictPublished({ only, json }: PublishedRequest, wasm: string): Promise<number> {
  const tables = [...publishedTables, ...campaignTables];
  const wanted = tables.filter(({ id }) => id.includes(only));
  if (wanted.length === 0) {
    printMessage(
      `no published table contains "${only}" (there are: ${tables.map(({ id }) => id).join(', ')})`,
    );
    return EXIT.badInput;
  }
  const engine = await Engine.load(await readFile(wasm));
  const results: TableResult[] = [];
  for (const table of wanted) {
    const result = await predictWith(engine, table);
    results.push(result);
    if (!json) print(tableText(result));
  }
  const isCampaign = ({ table }: TableResult) => campaignTables.includes(table);
  // Campaigns are our own, and their machines are not calibrated: they do not count as published.
  const own = results.filter(isCampaign);
  const agreement = agreementOf(results.filter((result) => !isCampaign(result)));
  if (own.length > 0 && !json) print(campaignText(agreementOf(own)));
  if (own.length === results.length && !json) return EXIT.done;
  print(
    json
      ? JSON.stringify({ target: RATIO_TARGET, agreement, tables: results }, null, 2)
      : agreementText(agreement),
  );
  return agreement.wrongWithoutReason.length > 0 ? EXIT.failed : EXIT.done;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const signed = (share: number) => `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`;

/** Four significant digits. */
const short = (value: number) =>
  Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en') : value.toPrecision(4);

function tableText(result: TableResult): string {
  const { table, groups, shapes } = result;
  const { medianError, cells } = agreementOf([result]);
  const lines = [
    `${table.id}: ${table.title.en}`,
    `  source   ${table.source.name}, ${table.source.published} (${table.source.url})`,
    `  setup    ${table.setup}`,
    `  mapping  ${table.mapping}`,
    ...(table.fitted ? [`  fitted   ${table.fitted}`] : []),
    ...groups.flatMap(({ name, cells: own }) => [
      `  ${name.padEnd(40)} ${'published'.padStart(11)} ${'model'.padStart(11)}    ratio   model`,
      ...own.map(
        ({ name: cell, seen, predicted, seenRatio, predictedRatio, error }) =>
          `    ${cell.padEnd(38)} ${short(seen).padStart(11)} ${short(predicted).padStart(11)}` +
          `  ${seenRatio.toFixed(3).padStart(7)} ${predictedRatio.toFixed(3).padStart(7)} ` +
          `${error === undefined ? 'reference' : signed(error).padStart(9)}`,
      ),
    ]),
    ...shapes.flatMap(({ shape, result: { holds, values } }) => [
      `  ${holds ? 'right' : 'WRONG'}  ${shape.statement.en}: ${values.map(short).join(', ')}`,
      ...(shape.because ? [`         ${shape.because.en}`] : []),
    ]),
    ...(cells > 0 ? [`  median error of ${cells} ratios: ${percent(medianError)}`] : []),
    '',
  ];
  return lines.join('\n');
}

const campaignText = ({ cells, medianError }: Agreement): string =>
  `our campaigns: median error of ratios ${percent(medianError)} of ${cells}, with costs of another machine\n`;

function agreementText(agreement: Agreement): string {
  const { cells, medianError, shapes, wrong, wrongWithoutReason, mended } = agreement;
  return [
    `median error of ratios   ${percent(medianError)} of ${cells} (target ${percent(RATIO_TARGET)})`,
    `shapes                   ${shapes - wrong.length} of ${shapes} right, ${wrongWithoutReason.length} wrong without a named reason`,
    ...mended.map(({ statement }) => `right, but a reason says that it is wrong: ${statement.en}`),
  ].join('\n');
}
