/**
 * The diagnosis: findings of the configuration and of the server's counters at once; those of the model, and the effect of
 * every change, as runs end.
 */

import type { Finding as Explained } from '../../model/explain/finding.ts';
import { type LimitId, limitOf } from '../../model/explain/limits.ts';
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import { certaintyOf, effectOf, type Quantity } from '../../model/sweep/effects.ts';
import { type Engines, PairedRuns } from '../../model/sweep/paired-runs.ts';
import type { Normalize } from '../../model/sweep/plan.ts';
import { commonLength } from '../../model/sweep/run-length.ts';
import { CONFIGURATION_RULES } from './configuration/rules.ts';
import type { Effect, Finding, Subject } from './finding.ts';
import { changesOf } from './model/changes.ts';
import { findingsOfRun } from './model/run.ts';
import { withOptions } from './options.ts';
import { gainOfFinding, inOrder } from './order.ts';
import { SERVER_RULES } from './server/rules.ts';

/** Replications of every system. */
const SEEDS = 5;
/** Gain from which a what-if of the model is worth showing. */
const WORTH = 1.02;

export interface Diagnosis {
  /** In order of effect. */
  readonly findings: readonly Finding[];
  /** The metric of the effects. */
  readonly metric: Quantity;
  /** The bottleneck of the scenario, and the run behind it; null before the first run. */
  readonly limit: Explained<LimitId> | null;
  readonly summary: Summary | null;
  /** Runs done, and in all; 0 in all before it is known. */
  readonly done: number;
  readonly total: number;
}

/** A closed workload shows gains in throughput, an open one in p99. */
export const metricOf = ({ workload }: Scenario): Quantity =>
  workload.arrivals.kind === 'closed' ? 'throughput' : 'p99';

/** What needs no run. */
export const findingsAtOnce = (subject: Subject): Finding[] =>
  inOrder(
    [...(subject.isServerOnly ? [] : CONFIGURATION_RULES), ...SERVER_RULES].flatMap((rule) => {
      const finding = rule(subject);
      return finding ? [withOptions(subject, finding)] : [];
    }),
  );

export interface DiagnosisOptions {
  readonly metric?: Quantity;
  readonly seeds?: number;
  /** The length of every run; undefined: one that suits all systems. */
  readonly run?: Scenario['run'];
  /** Told that there is more: first without runs, then after every run. Its argument computes the diagnosis so far. */
  readonly onChange?: (now: () => Diagnosis) => void;
  /** Ends the diagnosis with what is known. */
  readonly signal?: AbortSignal;
}

/** A finding with the system that its change leads to. */
interface Trial {
  readonly finding: Finding;
  /** What the change is compared with. */
  readonly before: Scenario;
  readonly changed: Scenario | undefined;
}

/**
 * Diagnoses a subject.
 * @param normalize the engine's validation
 */
export async function diagnose(
  subject: Subject,
  engines: Engines,
  normalize: Normalize,
  { metric = metricOf(subject.scenario), seeds = SEEDS, run: given, onChange, signal }: DiagnosisOptions = {},
): Promise<Diagnosis> {
  const atOnce = findingsAtOnce(subject);
  const early: Diagnosis = {
    ...{ findings: atOnce, metric, limit: null, summary: null, done: 0, total: 0 },
  };
  onChange?.(() => early);
  if (subject.isServerOnly) return early;
  const changes = changesOf(subject, atOnce).map((finding) => withOptions(subject, finding));
  const trials = await trialsOf(subject.scenario, [...atOnce, ...changes], normalize);
  const systems = [
    subject.scenario,
    ...trials.flatMap(({ before, changed }) => (changed ? [before, changed] : [])),
  ];
  const run = given ?? (await commonLength(systems, engines));
  const atLength = (scenario: Scenario): Scenario => ({ ...scenario, run });
  const runs = new PairedRuns(engines);
  const stop = () => runs.stop();
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  const base = atLength(subject.scenario);
  let done = 0;
  const total = runs.missing(systems.map(atLength), seeds);
  const now = (): Diagnosis => {
    const summary = runs.summaryOf(base) ?? null;
    const found = trials.map(({ finding, before, changed }): Finding => {
      const effect = changed && effectIn(runs, atLength(before), atLength(changed), metric);
      return effect ? { ...finding, effect } : finding;
    });
    const ofRun = summary ? findingsOfRun({ ...subject, scenario: base }, summary) : [];
    return {
      ...{ metric, done, total, summary },
      limit: summary && limitOf(base, summary),
      findings: inOrder([...found, ...ofRun].filter(isShown)),
    };
  };
  await runs.run(systems.map(atLength), seeds, () => {
    done++;
    onChange?.(now);
  });
  signal?.removeEventListener('abort', stop);
  if (runs.failureOf(base) !== undefined) throw runs.failureOf(base);
  return now();
}

/** A what-if without a known gain is no finding. */
const isShown = (finding: Finding): boolean =>
  finding.source !== 'model' || finding.severity !== 'note' || gainOfFinding(finding) >= WORTH;

/** The systems of the changes. A change to the same system as an earlier one is left out. */
async function trialsOf(
  scenario: Scenario,
  findings: readonly Finding[],
  normalize: Normalize,
): Promise<Trial[]> {
  const trials: Trial[] = [];
  const known = new Set<string>();
  for (const finding of findings) {
    const { change } = finding;
    const edits = change && !change.isProtection ? change.edits : {};
    const at = async (changes: Edits | undefined) =>
      changes && Object.keys(changes).length > 0
        ? ((await normalize(applyEdits(scenario, changes))).scenario ?? undefined)
        : undefined;
    const present = await at(change?.present);
    const changed = (await at(edits)) ?? (present && scenario);
    const before = present ?? scenario;
    const [old, key] = [JSON.stringify(before), JSON.stringify([before, changed])];
    const isNew = changed !== undefined && JSON.stringify(changed) !== old && !known.has(key);
    if (isNew) known.add(key);
    if (isNew || finding.source !== 'model')
      trials.push({ finding, before, changed: isNew ? changed : undefined });
  }
  return trials;
}

function effectIn(runs: PairedRuns, base: Scenario, changed: Scenario, metric: Quantity): Effect | undefined {
  const [before, after] = [runs.figuresOf(base), runs.figuresOf(changed)];
  const effect = effectOf(before, after, metric);
  if (!effect) return undefined;
  const difference = effect.to - effect.from;
  const certainty = certaintyOf(before, after, metric);
  const half = certainty === 'exact' ? effect.half : undefined;
  return {
    ...{ metric, before: effect.from, after: effect.to, seeds: effect.count },
    low: half === undefined ? null : difference - half,
    high: half === undefined ? null : difference + half,
    isAtLeast: certainty === 'atLeast',
  };
}
