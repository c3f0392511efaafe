/** `sim record`: writes the results of all claims, measured rows and published tables into the repository for the page. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerOf, rounded, rowName } from '../evidence/answers/answers.ts';
import { filed } from '../evidence/check/topics.ts';
import { allRows, predict } from '../evidence/predict/predict.ts';
import { predictWith, type TableAnswer, tableAnswer } from '../evidence/published/predict.ts';
import { publishedTables } from '../evidence/published/published.ts';
import { Engine } from '../model/engine/engine.ts';
import { judgeAll } from './claims.ts';
import { EXIT, print } from './input.ts';

/** Returns the exit code. `wasm` is the engine's file, `root` the repository. */
export async function recordAnswers(wasm: string, root: string): Promise<number> {
  const engine = await Engine.load(await readFile(wasm));
  const judgements = await judgeAll(engine, filed);
  const published: [string, TableAnswer][] = [];
  for (const table of publishedTables)
    published.push([table.id, tableAnswer(await predictWith(engine, table))]);
  const files = {
    claims: judgements.map(({ claim, results }) => [claim.id, results]),
    rows: allRows().map((row) => [rowName(row), answerOf(predict(engine, row))]),
    published,
    // The version of the engine that ran them.
    engine: [['version', engine.summary().engineVersion]],
  };
  for (const [name, entries] of Object.entries(files)) {
    const file = join(root, 'src/evidence/answers/generated', `${name}.json`);
    await writeFile(file, lines(Object.fromEntries(entries)));
    print(`written: ${file}`);
  }
  return EXIT.done;
}

/** One line per result, so that a diff lists the changes. */
const lines = (answers: Readonly<Record<string, unknown>>): string =>
  `{\n${Object.entries(answers)
    .map(([name, answer]) => `  ${JSON.stringify(name)}: ${JSON.stringify(rounded(answer))}`)
    .join(',\n')}\n}\n`;
