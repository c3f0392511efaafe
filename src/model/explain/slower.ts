/**
 * Why a system becomes slower without one of its costs: its bottleneck has a higher demand, mostly of one
 * kind of work. Only from measured values of both runs; nothing if they do not show it.
 */
import type { Resource } from '../scenario/generated/summary.ts';
import { use } from './finding.ts';
import { limitOf } from './limits.ts';
import { limiting } from './needs.ts';
import { serversOf } from './servers.ts';
import { isShared } from './shared-cores.ts';
import type { System } from './statement.ts';
import { demandParts, usOf, type WorkKind } from './work.ts';

/** Minimum share of the loss that the bottleneck explains, and minimum share of that for one kind of work. */
const MIN_SHARE = 0.5;

/** Demand per request, µs, before and after the change. */
interface Need {
  readonly fromUs: number;
  readonly toUs: number;
}

export interface Slower extends Need {
  /** The bottleneck after the change, and before. */
  readonly resource: Resource;
  /** Whether Redis runs on these cores as well. */
  readonly isShared: boolean;
  /** The kind of work that grew most. */
  readonly grown: Need & { readonly work: WorkKind };
}

/** The reason, from both summaries; undefined if not slower or not evident. */
export function slowerBecause(before: System, after: System): Slower | undefined {
  const lost = before.summary.throughput.perSec / after.summary.throughput.perSec - 1;
  if (!(lost > 0)) return undefined;
  const limits = {
    a: limitOf(before.scenario, before.summary),
    b: limitOf(after.scenario, after.summary),
  };
  const limited = limiting({ a: limits.b, b: limits.b });
  const resource = limiting({ a: limits.a, b: limits.a }).find((name) => limited.includes(name));
  if (!resource) return undefined;
  // A changed distribution over nodes or threads is no kind of work.
  const isUneven = [before, after].some(
    ({ scenario, summary }) => serversOf(scenario, summary, resource).sharing === 'uneven',
  );
  if (isUneven) return undefined;
  const [fromUs, toUs] = [before, after].map(({ summary }) => use(summary, resource)?.demandUs ?? 0);
  if (!fromUs || !toUs || toUs / fromUs - 1 < MIN_SHARE * lost) return undefined;
  const [was, is] = [before, after].map(({ summary }) => demandParts(summary, resource));
  const [grown] = (is ?? [])
    .map(({ kind, us }) => ({ work: kind, fromUs: usOf(was ?? [], kind), toUs: us }))
    .sort((a, b) => b.toUs - b.fromUs - (a.toUs - a.fromUs));
  if (!grown || grown.toUs - grown.fromUs < MIN_SHARE * (toUs - fromUs)) return undefined;
  return { resource, isShared: isShared(after.summary, resource), fromUs, toUs, grown };
}
