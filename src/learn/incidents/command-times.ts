/** Identifies the commands of a scenario in a trace without names, by execution time and order. Pure. */
import type { Scenario } from '../../model/scenario/generated/scenario.ts';

/** Which command of the scenario's mix. */
export type CommandKind = 'command' | 'second' | 'third';

/** Execution of a command without its own work: PING and the greeting of a connection, ns. */
const plainNs = ({ costs }: Scenario): number => (costs.overrides.commandNs ?? 0) * costs.cpuFactor;

/** Shortest execution of a kind of command, ns. */
export function shortestNs(scenario: Scenario, kind: CommandKind): number {
  const { execUs } = scenario.workload[kind];
  const us = 'value' in execUs ? execUs.value : 'min' in execUs ? execUs.min : 0;
  return plainNs(scenario) + us * 1000;
}

/** Commands of a greeting, in order: the second round trip has the name and the version of the library. */
export const GREETING: readonly (readonly string[])[] = [['hello'], ['client|setinfo', 'client|setinfo']];
