/** Validates a run request: values outside the limits are rejected before anything happens. */
import type { Engine } from '../../model/engine/engine.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { RunRequest, Steadiness } from '../protocol.ts';
import { isLibrary, type LibraryName, releasesOf } from '../workload/library.ts';
import { LIMITS } from '../workload/limits.ts';
import { type Plan, planOf } from '../workload/plan.ts';
import { Refusal } from './failure.ts';
import { findBenchmark } from './machine.ts';
import { canHold } from './one-core.ts';
import type { RedisTarget } from './redis-target.ts';

const DEFAULT_KEYS = 100;
const MAX_DEFAULT_WARMUP = 2;

export interface ValidRunRequest {
  readonly plan: Plan;
  readonly warmupMs: number;
  readonly measuredMs: number;
  readonly resp: 2 | 3;
  readonly keys: number;
  readonly isHeld: boolean;
  /** When the warm-up goes on until the throughput is steady; null: never. */
  readonly steady: Steadiness | null;
}

/** A number within limits; otherwise rejected as malformed or too large. */
function numberIn(what: string, value: unknown, min: number, limit: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < min)
    throw new Refusal('BR-09', { what });
  if (value > limit) throw new Refusal('BR-11', { what, limit });
  return value;
}

export function validateRunRequest(
  request: Partial<RunRequest>,
  engine: Engine,
  target: RedisTarget,
  libraries: readonly LibraryName[],
): ValidRunRequest {
  const ownServer = target.address.kind === 'private';
  const seconds = numberIn('seconds', request.seconds, 0.1, LIMITS.seconds);
  const warmup = request.warmupSeconds ?? Math.min(MAX_DEFAULT_WARMUP, seconds / 5);
  const warmupSeconds = numberIn('warmupSeconds', warmup, 0, LIMITS.warmupSeconds);
  const keys = numberIn('keys', request.keys ?? DEFAULT_KEYS, 1, LIMITS.keysPerSession);
  if (!Number.isInteger(keys)) throw new Refusal('BR-09', { what: 'keys' });
  const { resp = 3, driver, version, virtualThreads = false, isHeld = false, steady = null } = request;
  // redis-benchmark would have to be pinned, too.
  const isPossible = !isHeld || (canHold(target) && driver !== 'redisBenchmark');
  if (typeof isHeld !== 'boolean' || !isPossible) throw new Refusal('BR-09', { what: 'isHeld' });
  if (resp !== 2 && resp !== 3) throw new Refusal('BR-09', { what: 'resp' });
  if (steady !== null && steady !== 'always' && steady !== 'once')
    throw new Refusal('BR-09', { what: 'steady' });
  if (driver !== undefined && driver !== 'redisBenchmark' && !isLibrary(driver))
    throw new Refusal('BR-09', { what: 'driver' });
  if (driver !== undefined && isLibrary(driver) && !libraries.includes(driver))
    throw new Refusal('BR-22', { driver });
  if (driver === 'redisBenchmark' && !findBenchmark()) throw new Refusal('BR-22', { driver });
  // It would need the password on its command line, readable by all users of the machine, and the certificate
  // as a file.
  const isClosed = target.password !== undefined || target.tcp?.tls === true;
  if (driver === 'redisBenchmark' && isClosed && !ownServer)
    throw new Refusal('BR-16', { path: 'driver', value: driver, driver: 'nodeRedis' });
  if (version !== undefined && typeof version !== 'string') throw new Refusal('BR-09', { what: 'version' });
  if (typeof virtualThreads !== 'boolean') throw new Refusal('BR-09', { what: 'virtualThreads' });
  const choice = { driver, version, virtualThreads, libraries, ownServer };
  const plan = ofRelease(planOf(completeScenario(request.scenario, engine), choice), version);
  if (plan.kind === 'possible') {
    const { command, second } = plan.workload;
    const dataBytes = keys * Math.max(command.valueBytes, second?.valueBytes ?? 0);
    if (dataBytes > LIMITS.dataBytes) throw new Refusal('BR-11', { what: 'keys', limit: LIMITS.dataBytes });
    // The nodes of a cluster are on any cores.
    if (isHeld && plan.workload.nodes) throw new Refusal('BR-09', { what: 'isHeld' });
  }
  return { plan, warmupMs: warmupSeconds * 1000, measuredMs: seconds * 1000, resp, keys, isHeld, steady };
}

/** A plan whose library has the requested release. */
function ofRelease(plan: Plan, version: string | undefined): Plan {
  if (version === undefined || plan.kind === 'impossible') return plan;
  const { library } = plan;
  if (!library || !releasesOf(library.name).some((release) => release.version === version))
    throw new Refusal('BR-09', { what: 'version' });
  return plan;
}

/** The model's engine validates the scenario. */
function completeScenario(scenario: unknown, engine: Engine): Scenario {
  if (typeof scenario !== 'object' || scenario === null) throw new Refusal('BR-09', { what: 'scenario' });
  // The engine and JSON.stringify recurse: nesting could overflow their stack.
  if (depthOf(scenario) > LIMITS.scenarioDepth) throw new Refusal('BR-31', { limit: LIMITS.scenarioDepth });
  const { scenario: complete, issues } = engine.normalize(JSON.stringify(scenario));
  if (complete) return complete;
  const [first] = issues;
  throw new Refusal('BR-09', { what: `scenario ${first?.code ?? ''} ${first?.path ?? ''}`.trim() });
}

/** Depth of a value, up to one above the limit. */
function depthOf(value: object): number {
  let level: object[] = [value];
  let depth = 0;
  while (level.length > 0 && depth <= LIMITS.scenarioDepth) {
    depth++;
    level = level
      .flatMap((inner) => Object.values(inner))
      .filter((inner): inner is object => typeof inner === 'object' && inner !== null);
  }
  return depth;
}
