/** `sim run`: one scenario in, one summary out. */
import { readFile } from 'node:fs/promises';
import { issueText } from '../i18n/issues.ts';
import type { Language } from '../lib/languages.ts';
import { Engine, TimeStandsStill } from '../model/engine/engine.ts';
import { PERCENTILES, percentileOf } from '../model/explain/pending-percentile.ts';
import type { Scenario } from '../model/scenario/generated/scenario.ts';
import type { Summary } from '../model/scenario/generated/summary.ts';
import type { Problem } from '../model/scenario/problem.ts';
import { EXIT, print, printMessage, readInput } from './input.ts';

/** Events between two checks of the clock: about 0.1 s of work. */
const EVENTS_PER_STEP = 1_000_000;
const PROGRESS_MS = 500;

interface RunRequest {
  file: string;
  pretty: boolean;
  lang: Language;
}

/** Returns the exit code. `wasm` is the engine's file. */
export async function run({ file, pretty, lang }: RunRequest, wasm: string): Promise<number> {
  const complain = (problem: Problem) =>
    printMessage(`${problem.code} ${problem.path || file}: ${issueText(problem, lang)}`);
  const json = await readInput(file);
  if (typeof json !== 'string') {
    complain(json);
    return EXIT.badInput;
  }
  try {
    const engine = await Engine.load(await readFile(wasm));
    const { scenario, issues } = engine.normalize(json);
    for (const issue of issues) complain(issue);
    if (!scenario) return EXIT.badInput;
    const summary = simulate(engine, scenario);
    print(JSON.stringify(summary, null, pretty ? 2 : undefined));
    sayWaiting(summary);
    return EXIT.done;
  } catch (error) {
    if (error instanceof TimeStandsStill) {
      complain({ code: 'ENG-04', path: '' });
      return EXIT.badInput;
    }
    complain({ code: 'ENG-01', path: '' });
    printMessage(error instanceof Error ? error.message : String(error));
    return EXIT.failed;
  }
}

function simulate(engine: Engine, scenario: Scenario): Summary {
  engine.open(scenario, false);
  // Progress is for terminals only.
  const watched = process.stderr.isTTY;
  let shown = Date.now();
  for (let steps = 1; engine.advance(Number.MAX_SAFE_INTEGER, EVENTS_PER_STEP) !== 'done'; steps++) {
    if (!watched || Date.now() - shown < PROGRESS_MS) continue;
    shown = Date.now();
    process.stderr.write(`\r${steps} M events`);
  }
  if (watched) process.stderr.write('\r\x1b[K');
  return engine.summary();
}

/**
 * Warns about percentiles that `sim sweep` reports higher, because it includes requests still waiting at the
 * end.
 */
function sayWaiting(summary: Summary): void {
  for (const name of PERCENTILES) {
    const estimate = percentileOf(summary, name);
    if (estimate?.isRaised)
      printMessage(
        `responseTime.${name} is ${summary.responseTime[name]} of completed requests; with the requests still waiting, as in sim sweep, it is ${estimate.isAtLeast ? 'at least ' : ''}${estimate.us}`,
      );
  }
}
