/** Runs of presets as they are shipped, and the figures that texts about them claim. */
import { applyEdits } from '../../../src/model/scenario/apply-edits.ts';
import type { Phase, Resource, Summary } from '../../../src/model/scenario/generated/summary.ts';
import { presetById } from '../../../src/model/scenario/library.ts';
import type { Edits } from '../../../src/model/scenario/patch.ts';
import { complete, loadEngine } from '../../engine/runs.ts';
import { summaryOf as finished } from '../../engine/summaries.ts';

const engine = await loadEngine();

export const simulate = async (id: string, edits: Edits = {}): Promise<Summary> =>
  finished(complete(engine, applyEdits(presetById(id)?.scenario ?? {}, edits) as object));

export const summaryOf = (id: string): Promise<Summary> => simulate(id);

export const qps = ({ throughput }: Summary) => throughput.perSec;
export const meanUs = ({ responseTime }: Summary) => responseTime.meanUs ?? Number.NaN;
export const p99Us = ({ responseTime }: Summary) => responseTime.p99Us ?? Number.NaN;
export const meanIn = (wanted: Phase, { phases }: Summary) =>
  phases.find(({ phase }) => phase === wanted)?.time.meanUs ?? 0;
export const meanWait = (summary: Summary) => meanIn('waitConnection', summary);
export const perRead = ({ batching }: Summary) => batching.commandsPerServerRead ?? Number.NaN;
export const perWrite = ({ batching }: Summary) => batching.commandsPerClientWrite ?? Number.NaN;
/** Cores of Redis' machine that are at work, on average. */
export const busyCores = ({ hosts }: Summary) =>
  hosts.filter(({ host }) => host === 'server').reduce((sum, { cores, idle }) => sum + cores * (1 - idle), 0);

export const use = (wanted: Resource, { resources }: Summary) =>
  resources.find(({ resource }) => resource === wanted)?.utilisation ?? 0;
/** Share of the busy time of the client's machine that the kernel takes. */
export const kernelShare = ({ hosts: [client] }: Summary) =>
  client ? (client.kernel + client.switch) / (1 - client.idle) : Number.NaN;
export const switches = ({ hosts: [client] }: Summary) => client?.switchesPerRequest ?? Number.NaN;

/** Completed requests per second between two moments of the run. */
export function rateBetween({ series }: Summary, fromMs: number, toMs: number): number {
  const at = (ms: number) => Math.round((1000 * ms) / series.intervalUs);
  const counts = series.completions.slice(at(fromMs), at(toMs));
  return counts.reduce((sum, count) => sum + count, 0) / ((toMs - fromMs) / 1000);
}
export const failed = ({ requests }: Summary) => requests.failures.reduce((sum, { count }) => sum + count, 0);
