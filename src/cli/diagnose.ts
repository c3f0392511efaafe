/** `sim diagnose`: findings of configuration, counters and model, in order of effect. */
import { issueText } from '../i18n/issues.ts';
import type { Language } from '../lib/languages.ts';
import { diagnose } from '../system/diagnosis/diagnose.ts';
import { diagnosisReport } from '../system/diagnosis/report.ts';
import type { Answers } from '../system/system.ts';
import { openEngines } from './engines.ts';
import { EXIT, print, printMessage } from './input.ts';
import { showProgress } from './progress.ts';
import { sarifOf } from './sarif.ts';
import { readSubject } from './subject.ts';
import { systemTexts } from './system-texts.ts';
import { RunFailed } from './threads.ts';

export interface DiagnoseRequest {
  readonly files: readonly string[];
  readonly answers: Answers;
  readonly json: boolean;
  readonly sarif: boolean;
  readonly seeds: number;
  readonly jobs: number | undefined;
  readonly lang: Language;
}

/** Returns the exit code: 2 for bad input. `wasm` is the engine's file. */
export async function showDiagnosis(request: DiagnoseRequest, wasm: string): Promise<number> {
  const { files, answers, json, sarif, seeds, jobs, lang } = request;
  const { engines, normalize, close } = await openEngines(wasm, jobs);
  try {
    const subject = await readSubject(files, normalize, answers);
    if (!('scenario' in subject)) {
      for (const { file, problem } of subject)
        printMessage(`${problem.code} ${problem.path || file}: ${issueText(problem, lang)}`);
      return EXIT.badInput;
    }
    const progress = showProgress();
    const diagnosis = await diagnose(subject, engines, normalize, {
      seeds,
      onChange: ({ done, total }) => progress.show(`${done} of ${total} runs`),
    });
    progress.end();
    const t = systemTexts(lang);
    const { reading } = subject;
    if (json) {
      const { findings, limit, metric } = diagnosis;
      print(JSON.stringify({ metric, limit, findings }));
    } else if (sarif) print(JSON.stringify(sarifOf(diagnosis.findings, reading, lang, t), null, 2));
    else print(diagnosisReport(diagnosis, reading, lang, t).trimEnd());
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    printMessage(`${error.problem.code}: ${issueText(error.problem, lang)}`);
    return EXIT.badInput;
  } finally {
    await close();
  }
}
