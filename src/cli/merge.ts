/** `sim merge`: the parts of a sweep that several jobs have run, as one; the same bytes as from a single job. */
import { readFile } from 'node:fs/promises';
import { issueText } from '../i18n/issues.ts';
import type { Language } from '../lib/languages.ts';
import { toCsv } from '../sweep/csv.ts';
import { numbered } from '../sweep/plan.ts';
import { merge, resultsText, type SweepResults } from '../sweep/results.ts';
import { rowsOf, tableMetrics } from '../sweep/table.ts';
import { EXIT, say } from './output.ts';

export interface MergeRequest {
  readonly files: readonly string[];
  readonly json: boolean;
  readonly metrics: readonly string[];
  readonly lang: Language;
}

/** Answers the exit code. */
export async function mergeParts({ files, json, metrics, lang }: MergeRequest): Promise<number> {
  const parts: unknown[] = [];
  for (const file of files) {
    try {
      parts.push(JSON.parse(await readFile(file, 'utf8')));
    } catch {
      say(`FILE-01 ${file}: ${issueText({ code: 'FILE-01', path: file }, lang)}`);
      return EXIT.badInput;
    }
  }
  const whole = merge(parts);
  if ('fault' in whole) {
    const path = files[whole.part] ?? '';
    say(`${whole.fault} ${path}: ${issueText({ code: whole.fault, path }, lang)}`);
    return EXIT.badInput;
  }
  process.stdout.write(json ? resultsText(whole) : table(whole, metrics));
  return EXIT.done;
}

function table({ sweep, runs, gaps }: SweepResults, asked: readonly string[]): string {
  const metrics = asked.length > 0 ? asked : tableMetrics(sweep);
  return toCsv(sweep, rowsOf(numbered(sweep), runs, gaps, metrics), metrics);
}
