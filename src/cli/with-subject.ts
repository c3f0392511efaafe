/** Shared parts of `diagnose`, `solve` and `check`: engines, the subject of their files, and exit codes for what goes wrong. */
import { issueText } from '../i18n/issues.ts';
import type { Language } from '../lib/languages.ts';
import type { Subject } from '../system/diagnosis/finding.ts';
import type { Answers } from '../system/system.ts';
import { type OpenEngines, openEngines } from './engines.ts';
import { EXIT, printMessage } from './input.ts';
import { openPoints, readSubject } from './subject.ts';
import { RunFailed } from './threads.ts';

export interface SubjectRequest {
  readonly files: readonly string[];
  readonly answers: Answers;
  /** Runs at a time; undefined: one a core. */
  readonly jobs: number | undefined;
  readonly lang: Language;
}

/**
 * Reads the files, calls `use` and closes the engines. `wasm` is the engine's file.
 * @returns the exit code of `use`; 2 for files that cannot be read and for runs that fail
 */
export async function withSubject(
  { files, answers, jobs, lang }: SubjectRequest,
  wasm: string,
  use: (subject: Subject, engines: OpenEngines) => Promise<number>,
): Promise<number> {
  const opened = await openEngines(wasm, jobs);
  try {
    const subject = await readSubject(files, opened.normalize, answers);
    if ('scenario' in subject) {
      for (const problem of openPoints(subject.reading))
        printMessage(`${problem.code}: ${issueText(problem, lang)}`);
      return await use(subject, opened);
    }
    for (const { file, problem } of subject)
      printMessage(`${problem.code} ${problem.path || file}: ${issueText(problem, lang)}`);
    return EXIT.badInput;
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    printMessage(`${error.problem.code}: ${issueText(error.problem, lang)}`);
    return EXIT.badInput;
  } finally {
    await opened.close();
  }
}
