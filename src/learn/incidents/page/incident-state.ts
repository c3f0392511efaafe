/** The open incident, its recorded runs and the student's diagnosis. Memory only; the progress store keeps results. */
import { createStore } from 'zustand/vanilla';
import type { Problem } from '../../../model/scenario/problem.ts';
import type { Exhibits } from '../exhibits/exhibits.ts';
import type { ZipkinSpan } from '../exhibits/trace.ts';
import type { Facts } from '../facts.ts';
import type { Grade } from '../grade.ts';
import type { Cause, Changes, Observation } from '../incident.ts';
import type { Outcome } from '../measures.ts';
import type { Variant } from '../variant.ts';

/** A recorded run as the page shows it. */
export interface ShownRun {
  readonly changes: Changes;
  readonly exhibits: Exhibits;
  readonly traces: readonly (readonly ZipkinSpan[])[];
  readonly outcome: Outcome & { readonly meetsGoal: boolean };
  /** The complete scenario, for the values of settings. */
  readonly scenario: unknown;
  readonly binNs: number;
  readonly endNs: number;
}

export interface IncidentState {
  readonly variant: Variant | undefined;
  /** The run as it was found, and what can be observed in it. */
  readonly found: ShownRun | undefined;
  readonly facts: Facts | undefined;
  /** The last run with the student's changes. */
  readonly tried: ShownRun | undefined;
  readonly isRunning: boolean;
  readonly failure: Problem | undefined;
  /** Settings of the knobs: they are tried, and they are the remedy. */
  readonly changes: Changes;
  readonly cause: Cause | undefined;
  readonly evidence: readonly Observation[];
  /** The last grade, with the score that it came to. */
  readonly graded: { readonly grade: Grade; readonly score: number; readonly cause: Cause } | undefined;
}

export const NO_INCIDENT: IncidentState = {
  variant: undefined,
  found: undefined,
  facts: undefined,
  tried: undefined,
  isRunning: false,
  failure: undefined,
  changes: {},
  cause: undefined,
  evidence: [],
  graded: undefined,
};

export const incidentState = createStore<IncidentState>(() => NO_INCIDENT);
