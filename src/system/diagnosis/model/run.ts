/** Diagnoses failures, overload and starvation in a run of the scenario. */
import { remarksOn } from '../../../model/explain/remarks.ts';
import type { Summary } from '../../../model/scenario/generated/summary.ts';
import type { Finding, Severity, Subject } from '../finding.ts';
import { edit, FOUND } from '../subject.ts';

/** Remarks that are findings, with their severity. */
const SHOWN = {
  failed: 'error',
  overload: 'error',
  starving: 'warning',
} as const satisfies Partial<Record<ReturnType<typeof remarksOn>[number]['id'], Severity>>;

export type RunFindingId = keyof typeof SHOWN;

const isShown = (id: string): id is RunFindingId => id in SHOWN;

/** Findings of one run. */
export const findingsOfRun = ({ scenario }: Subject, summary: Summary): Finding[] =>
  remarksOn(scenario, summary).flatMap(({ id, facts }): Finding[] => {
    if (!isShown(id)) return [];
    const { connections } = scenario.client;
    const isBarging = connections.kind === 'pooled' && connections.handoff === 'barging';
    return [
      {
        ...FOUND,
        ...{ id, facts, source: 'model', severity: SHOWN[id], origins: [] },
        change: id === 'starving' && isBarging ? edit({ 'client.connections.handoff': 'fifo' }) : null,
      },
    ];
  });
