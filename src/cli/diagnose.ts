import { diagnose } from '../system/diagnosis/diagnose.ts';
import { diagnosisReport } from '../system/diagnosis/report.ts';
import { EXIT, print } from './input.ts';
import { showProgress } from './progress.ts';
import { sarifOf } from './sarif.ts';
import { systemTexts } from './system-texts.ts';
import { type SubjectRequest, withSubject } from './with-subject.ts';

export interface DiagnoseRequest extends SubjectRequest {
  readonly json: boolean;
  readonly sarif: boolean;
  readonly seeds: number;
}

/** Returns the exit code: 2 for bad input. `wasm` is the engine's file. */
export async function showDiagnosis(request: DiagnoseRequest, wasm: string): Promise<number> {
  const { files, json, sarif, seeds, lang } = request;
  return withSubject(request, wasm, async (subject, { engines, normalize }) => {
    const progress = showProgress();
    const diagnosis = await diagnose(subject, engines, normalize, {
      seeds,
      onChange: (now) => {
        const { done, total } = now();
        progress.show(`${done} of ${total} runs`);
      },
    });
    progress.end();
    const t = systemTexts(lang);
    const { reading } = subject;
    if (json) {
      const { findings, limit, metric } = diagnosis;
      print(JSON.stringify({ metric, limit, findings }));
    } else if (sarif)
      print(JSON.stringify(sarifOf(diagnosis.findings, reading, files[0] ?? '', lang, t), null, 2));
    else print(diagnosisReport(diagnosis, reading, lang, t).trimEnd());
    return EXIT.done;
  });
}
