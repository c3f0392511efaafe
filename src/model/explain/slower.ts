/**
 * Why a system without one of its costs is slower: what limits it needs more for a request, and one kind of work most of that. Only
 * what the figures of both runs show; nothing where they do not.
 */
import type { Resource } from '../scenario/generated/summary.ts';
import { use } from './finding.ts';
import { limitOf } from './limits.ts';
import { limiting } from './needs.ts';
import { serversOf } from './servers.ts';
import { isShared } from './shared-cores.ts';
import type { System } from './statement.ts';
import { demandParts, usOf, type WorkKind } from './work.ts';

/** How much of what is lost the limiting resource must account for, and how much of that one kind of work. */
const MOST_OF_IT = 0.5;

/** What a request needs, µs, as the system is and with the change. */
interface Need {
  readonly fromUs: number;
  readonly toUs: number;
}

export interface Slower extends Need {
  /** What limits the system with the change, and did before. */
  readonly resource: Resource;
  /** Whether these are cores on which Redis runs as well. */
  readonly isShared: boolean;
  /** Which kind of work grew most. */
  readonly grown: Need & { readonly work: WorkKind };
}

/** The reason, from the summaries of both; undefined where it is not slower, or where they do not tell. */
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
  // How unevenly its nodes or threads share the work may have changed, and no kind of work.
  const isUneven = [before, after].some(
    ({ scenario, summary }) => serversOf(scenario, summary, resource).sharing === 'uneven',
  );
  if (isUneven) return undefined;
  const [fromUs, toUs] = [before, after].map(({ summary }) => use(summary, resource)?.demandUs ?? 0);
  if (!fromUs || !toUs || toUs / fromUs - 1 < MOST_OF_IT * lost) return undefined;
  const [was, is] = [before, after].map(({ summary }) => demandParts(summary, resource));
  const [grown] = (is ?? [])
    .map(({ kind, us }) => ({ work: kind, fromUs: usOf(was ?? [], kind), toUs: us }))
    .sort((one, other) => other.toUs - other.fromUs - (one.toUs - one.fromUs));
  if (!grown || grown.toUs - grown.fromUs < MOST_OF_IT * (toUs - fromUs)) return undefined;
  return { resource, isShared: isShared(after.summary, resource), fromUs, toUs, grown };
}
