/** `sim import`: reads result files of other tools and prints JSON, one line per file. */
import { basename } from 'node:path';
import { MAX_BYTES, readBytes } from '../evidence/imports/read.ts';
import { questionProblem, reportOf } from '../evidence/imports/report.ts';
import type { TimeUnit } from '../evidence/imports/units.ts';
import { issueText } from '../i18n/issues.ts';
import type { Language } from '../lib/languages.ts';
import type { Problem } from '../model/scenario/problem.ts';
import { EXIT, print, printMessage, readBytesOf } from './input.ts';

export interface ImportRequest {
  readonly files: readonly string[];
  /** Time unit of files that do not state one. */
  readonly unit: TimeUnit | undefined;
  readonly pretty: boolean;
  readonly lang: Language;
}

/** Returns the exit code: 2 if a file was rejected. The other files are still printed. */
export async function importFiles({ files, unit, pretty, lang }: ImportRequest): Promise<number> {
  let code: number = EXIT.done;
  for (const file of files) {
    const complain = (problem: Problem) => {
      printMessage(`${problem.code} ${file}: ${issueText(problem, lang)}`);
      code = EXIT.badInput;
    };
    const bytes = await readBytesOf(file, MAX_BYTES);
    if ('code' in bytes) {
      complain(bytes.code === 'FILE-02' ? { ...bytes, code: 'IMP-04' } : bytes);
      continue;
    }
    const reading = readBytes(bytes, file === '-' ? '-' : basename(file), { unit });
    if ('overlay' in reading && reading.overlay) {
      const { overlay } = reading;
      if (unit !== undefined && !overlay.times?.some(({ basis }) => basis === 'answer'))
        printMessage(`${file}: --unit ${unit} was not needed: the unit is known`);
      print(JSON.stringify(reportOf(overlay), null, pretty ? 2 : undefined));
    } else if ('question' in reading && reading.question)
      complain(questionProblem(reading.question, 'format' in reading ? reading.format : 'CSV'));
    else if ('problem' in reading && reading.problem) complain(reading.problem);
  }
  return code;
}
