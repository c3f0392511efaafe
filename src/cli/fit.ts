/**
 * `sim fit PROFILE`: fits the free costs of a profile; writes them and their residuals into the repository.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { evaluateFit, type FitResult, fitProfile, type Residual } from '../evidence/fit/fit.ts';
import { fitInputs } from '../evidence/fit/input.ts';
import { withFittedCosts } from '../evidence/fit/profile-text.ts';
import { median } from '../evidence/predict/statistics.ts';
import { Engine } from '../model/engine/engine.ts';
import { EXIT, print, printMessage } from './input.ts';

interface FitRequest {
  profile: string;
  /** Only re-evaluate the stored costs, after a model change with small effects on the residuals. */
  residuals: boolean;
}

/** Returns the exit code. `wasm` is the engine's file, `root` the repository. */
export async function fitCosts(
  { profile, residuals }: FitRequest,
  wasm: string,
  root: string,
): Promise<number> {
  const input = fitInputs.get(profile);
  if (!input) {
    printMessage(`no fit is described for ${profile}; there are: ${[...fitInputs.keys()].join(', ')}`);
    return EXIT.badInput;
  }
  const engine = await Engine.load(await readFile(wasm));
  const resultFile = join(root, 'src/evidence/fit/results', `${profile}.json`);
  const result: FitResult = residuals
    ? { ...(JSON.parse(await readFile(resultFile, 'utf8')) as FitResult), ...evaluateFit(engine, input) }
    : fitProfile(engine, input, printMessage);
  const profileFile = join(root, 'wasm/src/scenario/profiles', `${profile}.json`);
  await writeFile(profileFile, withFittedCosts(await readFile(profileFile, 'utf8'), result));
  await writeFile(resultFile, `${JSON.stringify(result, null, 2)}\n`);
  for (const { cost, value, uncertainty } of result.costs)
    print(
      `${cost.padEnd(24)} ${String(value).padStart(8)} ± ${uncertainty === null ? '?' : percent(uncertainty)}`,
    );
  show('fitted', result.fit);
  show('kept aside', result.judge);
  print(`written: ${profileFile}, ${resultFile}\nnow run: npm run schema && npm run golden:update`);
  return EXIT.done;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function show(title: string, residuals: readonly Residual[]): void {
  print(`\n${title}: median error ${percent(median(residuals.map(({ error }) => Math.abs(error))))}`);
  for (const { row, quantity, seen, predicted, error } of residuals)
    print(
      `  ${row.padEnd(48)} ${quantity.padEnd(15)} ${seen.toPrecision(4).padStart(9)} ${predicted.toPrecision(4).padStart(9)} ${percent(error).padStart(9)}`,
    );
}
