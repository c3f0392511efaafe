/**
 * `sim merge`: joins the parts of a sweep that several jobs ran. The output is byte-identical to that of a
 * single job.
 */
import { issueText } from '../i18n/issues.ts';
import type { Language } from '../lib/languages.ts';
import { toCsv } from '../model/sweep/csv.ts';
import { numbered } from '../model/sweep/plan.ts';
import { merge, resultsText, type SweepResults } from '../model/sweep/results.ts';
import { rowsOf, tableMetrics } from '../model/sweep/table.ts';
import { EXIT, printMessage, readInput } from './input.ts';

export interface MergeRequest {
  readonly files: readonly string[];
  readonly json: boolean;
  readonly metrics: readonly string[];
  readonly lang: Language;
}

/** Maximum size of a part: a sweep of 100 000 runs has about 100 MB. */
const MAX_PART_BYTES = 256 * 1024 * 1024;

/** Returns the exit code. */
export async function mergeParts({ files, json, metrics, lang }: MergeRequest): Promise<number> {
  const parts: unknown[] = [];
  for (const file of files) {
    const input = await readInput(file, MAX_PART_BYTES);
    if (typeof input !== 'string') {
      printMessage(`${input.code} ${file}: ${issueText(input, lang)}`);
      return EXIT.badInput;
    }
    try {
      parts.push(JSON.parse(input));
    } catch {
      printMessage(`FILE-01 ${file}: ${issueText({ code: 'FILE-01', path: file }, lang)}`);
      return EXIT.badInput;
    }
  }
  const merged = merge(parts);
  if ('fault' in merged) {
    const path = files[merged.part] ?? '';
    printMessage(`${merged.fault} ${path}: ${issueText({ code: merged.fault, path }, lang)}`);
    return EXIT.badInput;
  }
  process.stdout.write(json ? resultsText(merged) : table(merged, metrics));
  return EXIT.done;
}

function table({ sweep, runs, gaps }: SweepResults, asked: readonly string[]): string {
  const metrics = asked.length > 0 ? asked : tableMetrics(sweep);
  return toCsv(sweep, rowsOf(numbered(sweep), runs, gaps, metrics), metrics);
}
