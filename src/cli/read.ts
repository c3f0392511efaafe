/** `sim read`: what the pieces say, and the scenario that they give, as JSON. */
import { readFile } from 'node:fs/promises';
import { issueText } from '../i18n/issues.ts';
import type { Language } from '../lib/languages.ts';
import { Engine } from '../model/engine/engine.ts';
import type { Json } from '../model/scenario/patch.ts';
import type { Answers } from '../system/system.ts';
import { EXIT, print, printMessage } from './input.ts';
import { readSubject } from './subject.ts';

export interface ReadRequest {
  readonly files: readonly string[];
  readonly answers: Answers;
  readonly lang: Language;
}

/** Returns the exit code: 2 if a file cannot be read. `wasm` is the engine's file. */
export async function readFiles({ files, answers, lang }: ReadRequest, wasm: string): Promise<number> {
  const engine = await Engine.load(await readFile(wasm));
  const normalize = (value: Json) => engine.normalize(JSON.stringify(value));
  const subject = await readSubject(files, normalize, answers);
  if (!('scenario' in subject)) {
    for (const { file, problem } of subject)
      printMessage(`${problem.code} ${problem.path || file}: ${issueText(problem, lang)}`);
    return EXIT.badInput;
  }
  const { reading, scenario, settings } = subject;
  const pieces = reading.pieces.map(({ piece, kind, unread }) => ({ name: piece.name, kind, unread }));
  const { library, options, unused, missing, choices, problems, observed, masked } = reading;
  print(
    JSON.stringify(
      { pieces, library, options, settings, unused, missing, choices, problems, observed, masked, scenario },
      null,
      2,
    ),
  );
  return EXIT.done;
}
