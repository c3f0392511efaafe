/** Conditions of runnable scenarios. */
import type { Dist, Scenario } from '../../model/scenario/generated/scenario.ts';
import { getAt, type Json } from '../../model/scenario/patch.ts';
import type { LibraryName } from './library.ts';
import type { BridgeCode } from './remark.ts';
import type { Driver } from './workload.ts';

/** Options outside the scenario. */
export interface Choice {
  /** A driver other than the one that the scenario selects. */
  readonly driver?: Driver | undefined;
  /** Release of the library; absent: the one that the scenario needs, else the newest. */
  readonly version?: string | undefined;
  /** Whether the callers of a Java client are virtual threads. */
  readonly virtualThreads?: boolean;
  /** Libraries that can run here. Without the one that a scenario selects, Node's clients run. */
  readonly libraries: readonly LibraryName[];
  /** Whether Redis is the bridge's own and ends with it: then keys without expiry are harmless. */
  readonly ownServer: boolean;
}

/**
 * A condition of a runnable scenario. `nearest` returns the change that fulfils it, or undefined if it holds.
 */
export interface Rule {
  readonly path: string;
  readonly nearest: (scenario: Scenario, choice: Choice) => Json | undefined;
  /** Why it is refused, where that no real client can run it (BR-16) would say too little. */
  readonly code?: BridgeCode;
}

export const mean = (dist: Dist): number => {
  if (dist.kind === 'constant') return dist.value;
  return dist.kind === 'uniform' ? (dist.min + dist.max) / 2 : dist.mean;
};

export const atMost = (path: string, limit: number): Rule => ({
  path,
  nearest: (scenario) => (Number(getAt(scenario, path) ?? 0) > limit ? limit : undefined),
});
export const only = (path: string, value: Json): Rule => ({
  path,
  nearest: (scenario) => {
    const given = getAt(scenario, path);
    return given === undefined || given === value ? undefined : value;
  },
});
/** A change that is needed while a condition holds. */
export const unless = (path: string, needed: (scenario: Scenario, choice: Choice) => Json | false): Rule => ({
  path,
  nearest: (scenario, choice) => {
    const value = needed(scenario, choice);
    return value === false ? undefined : value;
  },
});

/** For clients that are run with one server only. */
export const oneServer: Rule = only('server.nodes', 1);

export const isPooled = ({ client }: Scenario) => client.connections.kind === 'pooled';
export const flushOf = ({ client }: Scenario) =>
  client.io.kind === 'eventLoops' ? client.io.flush.kind : undefined;
