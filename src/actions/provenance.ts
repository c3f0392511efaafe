import type { Provenance } from '../charts/export.ts';
import type { SideName } from '../scenario/problem.ts';
import { experiment } from '../stores/experiment.ts';
import { run } from '../stores/run.ts';
import { presentAddress } from './link.ts';

/** Where the numbers of the present figures come from. @param sides those that are shown */
export async function presentProvenance(
  title: string,
  caption: string,
  sides: readonly SideName[],
): Promise<Provenance> {
  const shown = sides.flatMap((id) => {
    const side = experiment.getState()[id];
    const { summary, isStale } = run.getState()[id];
    return side ? [{ id, scenario: side.scenario, summary: isStale ? undefined : summary }] : [];
  });
  return {
    title,
    caption,
    engineVersion: shown.find(({ summary }) => summary)?.summary?.engineVersion,
    link: await presentAddress(),
    sides: shown.map(({ id, scenario, summary }) => ({ id, scenario, fingerprint: summary?.fingerprint })),
  };
}
