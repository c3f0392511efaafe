/**
 * redis-benchmark's and valkey-benchmark's `--csv`: a line per test; versions before 6.2 write no header and
 * only the rate. The tool does not escape quotes in a test's name, so the name is all text before the
 * numbers. Warnings and pasted commands may be among the lines.
 */
import { type Command, commandIn } from './command-line.ts';
import type { Importer } from './importer.ts';
import type { OverlayPoint } from './overlay.ts';
import { consistent, numbered, perBatch, settings, sorted } from './points.ts';
import { allIn } from './question.ts';
import { badLine, missing, noRows, numberIn } from './refusal.ts';
import { inUs } from './units.ts';

const FORMAT = 'redis-benchmark --csv';
const EXAMPLE = '"SET","96153.85",…';
const HEADER = /^\s*"?test"?,"?rps"?(?:,|\s*$)/;
/** Messages of the tool on standard error. */
const NOTICE = /^(?:warning|error|could not|note)\b/i;
const OLD = /^\s*"[^\n]+","[\d.]+"\s*$/;

export const redisBenchmarkCsv: Importer = {
  format: FORMAT,
  recognises: (text) => {
    const lines = text.split('\n');
    const [first = ''] = lines.filter((line) => line.trim() !== '' && !commandIn(line));
    return OLD.test(first) || lines.some((line) => HEADER.test(line));
  },
  read: (text, source) => {
    const points: OverlayPoint[] = [];
    let header: readonly string[] | undefined;
    let command: Command | undefined;
    for (const [index, raw] of text.split('\n').entries()) {
      const line = raw.trim();
      const pasted = commandIn(line);
      if (pasted) command = pasted;
      else if (HEADER.test(line)) header = line.split(',').map((cell) => unquoted(cell));
      else if (line === '' || line.startsWith('#') || NOTICE.test(line)) continue;
      else if (header || OLD.test(line))
        points.push(pointOf(header ?? ['test', 'rps'], line, index + 1, command));
      else if (/^"/.test(line)) throw badLine(FORMAT, index + 1, line, EXAMPLE);
    }
    if (points.length === 0) throw header ? noRows(FORMAT) : missing(FORMAT, EXAMPLE);
    return { title: source, format: FORMAT, source, ...allIn('ms', 'file'), points: numbered(points) };
  },
};

const unquoted = (cell: string): string => cell.trim().replace(/^"(.*)"$/, '$1');

/** A line: the last cells are numbers, the text before them is the name. */
function pointOf(
  header: readonly string[],
  line: string,
  number: number,
  command: Command | undefined,
): OverlayPoint {
  const bad = () => badLine(FORMAT, number, line, EXAMPLE);
  const parts = line.split(',');
  const columns = header.slice(1);
  if (parts.length <= columns.length) throw bad();
  const numbers = parts.slice(parts.length - columns.length).map(unquoted);
  const name = unquoted(parts.slice(0, parts.length - columns.length).join(','));
  // With a number too few, the name would end in one.
  if (name === '' || /","[\d.]+$/.test(name) || (/^"/.test(line) && !/^"[^\n]*",/.test(line))) throw bad();
  const value = (column: string): number | undefined => {
    const index = columns.indexOf(column);
    return index < 0 ? undefined : numberIn(numbers[index], bad);
  };
  const us = (column: string): number | undefined => {
    const ms = value(`${column}_latency_ms`);
    return ms === undefined ? undefined : inUs(ms, 'ms');
  };
  const rate = value('rps');
  if (rate === undefined) throw bad();
  const [mean, min, max] = [us('avg'), us('min'), us('max')];
  const percentiles = columns.flatMap((column) => {
    const [, percent] = /^p(\d+(?:\.\d+)?)_latency_ms$/.exec(column) ?? [];
    const at = us(`p${percent}`);
    return percent === undefined || at === undefined ? [] : [{ share: Number(percent) / 100, us: at }];
  });
  return consistent(FORMAT, {
    name,
    ...settings(command ?? {}),
    ...(command?.payloadBytes === undefined ? {} : { payloadBytes: command.payloadBytes }),
    perSec: perBatch({ value: rate }, command?.pipeline),
    ...(mean === undefined ? {} : { meanUs: { value: mean } }),
    ...(min === undefined ? {} : { minUs: min }),
    ...(max === undefined ? {} : { maxUs: max }),
    percentiles: sorted(percentiles),
  });
}
