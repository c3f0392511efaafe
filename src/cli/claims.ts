/** `sim claims`: checks claims of articles, benchmarks and queueing laws against the engine. */
import { readFile } from 'node:fs/promises';
import { createTranslator } from 'use-intl/core';
import recordedMutations from '../evidence/answers/generated/mutations.json';
import type { Check, Operand } from '../evidence/check/claim.ts';
import type { CheckResult, Judgement, Verdict } from '../evidence/check/judge.ts';
import { mutationText, type RecordedMutations } from '../evidence/check/mutation.ts';
import { type Filed, type NeededRun, planFor } from '../evidence/check/plan.ts';
import { type Spread, spreadsOf } from '../evidence/check/spread.ts';
import { filed } from '../evidence/check/topics.ts';
import { byLanguage } from '../i18n/by-language.ts';
import type english from '../i18n/en/cli.json';
import { formatNumber } from '../lib/format.ts';
import { inLanguage, type Language } from '../lib/languages.ts';
import { Engine, ScenarioRefused } from '../model/engine/engine.ts';
import type { Summary } from '../model/scenario/generated/summary.ts';
import type { Json } from '../model/scenario/patch.ts';
import { showEffects } from './effects.ts';
import { EXIT, print, printMessage } from './input.ts';
import { searchMutations } from './mutate.ts';

const mutations: RecordedMutations = recordedMutations;

const texts = byLanguage(
  import.meta.glob<typeof english>('../i18n/*/cli.json', { eager: true, import: 'default' }),
);

/** Looks up and formats a message under `claims` in `cli.json`. */
const claimTexts = (language: Language) =>
  createTranslator({ locale: language, messages: texts[language], namespace: 'claims' });

interface ClaimsRequest {
  /** Ids of the claims to check; empty = all. */
  only: readonly string[];
  json: boolean;
  /** Number of seeds per run: 1, 2 … */
  seeds: number;
  /** Whether to search for cost changes that make the claims fail. */
  mutate: boolean;
  /** Mechanisms whose effect on the claims is printed instead of the claims. */
  without: readonly string[];
  lang: Language;
}

/**
 * Returns the exit code: 1 if a claim that is declared to pass fails. `wasm` is the engine's file, `root` the
 * repository.
 */
export async function showClaims(request: ClaimsRequest, wasm: string, root: string): Promise<number> {
  const { only, json, seeds, lang } = request;
  const unknown = only.filter((id) => !filed.some(({ claim }) => claim.id === id));
  if (unknown.length > 0) {
    printMessage(`no claim is named ${unknown.join(', ')}; list them with: sim claims`);
    return EXIT.badInput;
  }
  if (request.mutate) return searchMutations(only, wasm, root);
  const wanted = filed.filter(({ claim }) => only.length === 0 || only.includes(claim.id));
  if (request.without.length > 0) return showEffects(request.without, wanted, wasm);
  const engine = await Engine.load(await readFile(wasm));
  if (seeds > 1) return showSpreads(await judgeWithSeeds(engine, wanted, seeds), request);
  const judgements = await judgeAll(engine, wanted);
  if (json) print(JSON.stringify(judgements.map(asData), null, 2));
  else print(table(judgements, lang));
  return judgements.some(({ verdict }) => verdict === 'broken') ? EXIT.failed : EXIT.done;
}

/** Runs the experiments of the claims with this seed and judges the claims. */
export async function judgeAll(engine: Engine, wanted: readonly Filed[], seed = 1): Promise<Judgement[]> {
  const complete = (partial: Json) => {
    const { scenario, issues } = engine.normalize(JSON.stringify(partial));
    if (!scenario) throw new ScenarioRefused(issues);
    return scenario;
  };
  const plan = await planFor(wanted, complete);
  const summaries = simulateAll(engine, plan.runs, seed);
  return plan.judge((run) => summaries.get(run.id) as Summary);
}

async function judgeWithSeeds(engine: Engine, wanted: readonly Filed[], seeds: number): Promise<Spread[]> {
  const bySeed: Judgement[][] = [];
  for (let seed = 1; seed <= seeds; seed++) bySeed.push(await judgeAll(engine, wanted, seed));
  return spreadsOf(bySeed);
}

function simulateAll(engine: Engine, runs: readonly NeededRun[], seed: number): Map<string, Summary> {
  const summaries = new Map<string, Summary>();
  const start = Date.now();
  for (const [index, { id, name, scenario }] of runs.entries()) {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${index + 1}/${runs.length} ${name}`);
    engine.open({ ...scenario, seed }, false);
    engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    summaries.set(id, engine.summary());
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  printMessage(`${runs.length} runs in ${((Date.now() - start) / 1000).toFixed(1)} s`);
  return summaries;
}

/**
 * Prints the results per seed. The exit code is 1 if a claim that is declared to pass depends on its seed.
 */
function showSpreads(spreads: readonly Spread[], { json, lang }: ClaimsRequest): number {
  if (json) {
    print(JSON.stringify(spreads.map(spreadAsData), null, 2));
  } else {
    const drawn = spreads.filter(({ isDrawn }) => isDrawn);
    print(
      [...drawn.flatMap((spread) => spreadLines(spread, lang)), '', spreadCounts(spreads, lang)].join('\n'),
    );
  }
  return spreads.some(({ verdict }) => verdict === 'broken') ? EXIT.failed : EXIT.done;
}

const spreadAsData = ({ judgements, ...spread }: Spread) => ({
  id: spread.claim.id,
  status: spread.claim.status,
  verdict: spread.verdict,
  holds: spread.holds,
  seeds: judgements.map(asData),
});

/** The share of seeds with which a claim holds, and the values per seed. */
function spreadLines({ claim, verdict, holds, judgements }: Spread, lang: Language): string[] {
  const t = claimTexts(lang);
  const count = `${holds}/${judgements.length}`;
  const notes = (claim.checks ?? []).map((check, index) =>
    describe(
      check,
      judgements.map(({ results }) => results[index] as CheckResult),
      lang,
    ),
  );
  return [
    `${claim.id.padEnd(6)} ${claim.kind} ${count} ${t(`verdicts.${verdict}`).padEnd(12)} ${inLanguage(claim.statement, lang)}`,
    ...notes.map((note) => `         ${note}`),
  ];
}

function spreadCounts(spreads: readonly Spread[], lang: Language): string {
  const drawn = spreads.filter(({ isDrawn }) => isDrawn);
  const unsure = drawn.filter(({ holds, judgements }) => holds > 0 && holds < judgements.length);
  return claimTexts(lang)('seeds', { all: spreads.length, drawn: drawn.length, unsure: unsure.length });
}

/** The JSON output: the claim with the result of each check. */
const asData = ({ claim, verdict, results }: Judgement) => ({
  ...claim,
  verdict,
  ...(mutations[claim.id] ? { breaks: mutations[claim.id] } : {}),
  ...(claim.checks ? { checks: claim.checks.map((check, index) => ({ ...check, ...results[index] })) } : {}),
});

/** One line per claim; below it the failed checks, or the reason why none ran. */
function table(judgements: readonly Judgement[], lang: Language): string {
  const t = claimTexts(lang);
  const lines = judgements.flatMap(({ claim, verdict, results }) => {
    const head = `${claim.id.padEnd(6)} ${claim.kind} ${t(`verdicts.${verdict}`).padEnd(12)} ${inLanguage(claim.statement, lang)}`;
    const breaks = mutations[claim.id];
    const notes = [
      ...(claim.because ? [inLanguage(claim.because, lang)] : []),
      ...(breaks ? [`${t('breaks')} ${mutationText(breaks)}`] : []),
      ...(claim.checks ?? []).flatMap((check) =>
        check.byConstruction
          ? [
              `${t('verdicts.byConstruction')}: ${describeWhat(check)} ${t(`construction.${check.byConstruction}`)}`,
            ]
          : [],
      ),
      ...(claim.heldBy ?? []).map((test) => `${t('heldBy')} ${test}`),
      ...results.flatMap((result, index) =>
        result.holds ? [] : [describe((claim.checks ?? [])[index] as Check, [result], lang)],
      ),
      ...(claim.notCompared ? [`${t('notCompared')} ${inLanguage(claim.notCompared, lang)}`] : []),
      ...(claim.fitted ? [`${t('fitted')} ${inLanguage(claim.fitted, lang)}`] : []),
    ];
    return [head, ...notes.map((note) => `         ${note}`)];
  });
  return [...lines, '', counts(judgements, lang)].join('\n');
}

function counts(judgements: readonly Judgement[], lang: Language): string {
  const t = claimTexts(lang);
  const count = (...verdicts: Verdict[]) =>
    `${judgements.filter(({ verdict }) => verdicts.includes(verdict)).length} ${t(`verdicts.${verdicts[0] as Verdict}`)}`;
  const fitted = judgements.filter(({ verdict, claim }) => verdict === 'passes' && claim.fitted).length;
  return [
    count('passes') + (fitted > 0 ? t('ofThemFitted', { count: fitted }) : ''),
    count('byConstruction'),
    count('failsAsKnown'),
    count('notModelled'),
    count('broken'),
    count('mended'),
  ].join(', ');
}

/** The metric that a check compares. */
function describeWhat(check: Check): string {
  if ('value' in check) return String(check.value);
  return 'rising' in check ? check.rising.join(' < ') : check.identical.join(' ≡ ');
}

/** `qps(j50) = 391,000, not 90,000 ± 15 % (+334 %)`; for several results, all values without a deviation. */
function describe(check: Check, results: readonly CheckResult[], lang: Language): string {
  const off = results.length === 1 ? (results[0]?.off ?? null) : null;
  const not = results.every(({ holds }) => holds) ? '' : ' not';
  const number = (value: number) => formatNumber(value, lang);
  const text = (operand: Operand) => (typeof operand === 'number' ? number(operand) : operand);
  const found = results.map(({ values }) => values.map(number).join(' ')).join(' | ');
  const percent = (share: number) => `${share > 0 ? '+' : ''}${number(100 * share)} %`;
  const size = off === null ? '' : ` (${percent(off)})`;
  if ('identical' in check) return `${check.identical.join(' ≡ ')}: ${found}`;
  if ('rising' in check) return `${check.rising.map(text).join(' < ')}: ${found}${size}`;
  if ('between' in check) {
    const [low, high] = check.between.map((bound) => (bound === null ? '…' : text(bound)));
    return `${check.value} = ${found},${not} ${low} … ${high}${size}`;
  }
  const tolerance = check.withinShare
    ? ` ± ${number(100 * check.withinShare)} %`
    : check.within
      ? ` ± ${check.within}`
      : '';
  return `${check.value} = ${found},${not} ${[check.equals].flat().map(text).join(' ')}${tolerance}${size}`;
}
