/**
 * Migrates scenarios and settings of format version 1 to version 2. Every reader of files, links and stored
 * data uses this module, so version 1 stays readable. Only names changed; values and defaults are the same.
 * Pure functions.
 */
import { isObject, type Json } from './patch.ts';

/** The scenario version that this build writes; the engine reads no other. */
export const SCENARIO_VERSION = 2;

/** Renamed fields: path in version 1, last path segment in version 2. Version 2 never reuses an old path. */
const RENAMED: Readonly<Record<string, string>> = {
  'workload.second.waitMs': 'blockMs',
  'workload.third.waitMs': 'blockMs',
  'client.openingRoundTrips': 'handshakeRoundTrips',
  'client.runtime.processors': 'gomaxprocs',
  'client.io.commandTimeout': 'timeoutScheduler',
  'client.io.pingEveryMs': 'pingIntervalMs',
  'client.connections.evictEveryMs': 'timeBetweenEvictionRunsMs',
  'client.crossSlot.collect.everyMs': 'intervalMs',
  'client.crossSlot.collect.waitUs': 'timeoutUs',
  'client.retry.retries': 'maxRetries',
  'client.topology.minGapMs': 'minRefreshIntervalMs',
  'client.topology.node': 'queryNode',
  'client.topology.onMoved': 'refreshOnMoved',
  'server.ioThreads.eventsPerThread': 'eventsPerIoThread',
  'server.ioThreads.prefetchBatch': 'prefetchBatchMaxSize',
  'server.ioThreads.reads': 'doReads',
  'costs.overrides.coreAffinityNs': 'migrationCostNs',
  'costs.overrides.dealNs': 'assignClientNs',
  'costs.overrides.handOverNs': 'clientHandoffNs',
  'costs.overrides.hyperThreadPercent': 'hyperThreadSlowdownPercent',
  'costs.overrides.interruptNs': 'ipiNs',
  'costs.overrides.keyMemoryNs': 'keyCacheMissNs',
  'costs.overrides.lastLevelThreads': 'lastLevelCacheThreads',
  'costs.overrides.loadCallbackNs': 'loadGenCallbackNs',
  'costs.overrides.loadCommandNs': 'loadGenCommandNs',
  'costs.overrides.loadPerByteNs': 'loadGenPerByteNs',
  'costs.overrides.loadReplyNs': 'loadGenReplyNs',
  'costs.overrides.lookNs': 'spinNs',
  'costs.overrides.memoryRefillNs': 'coldSwitchMaxNs',
  'costs.overrides.memoryRefillPercent': 'coldSwitchPercent',
  'costs.overrides.memoryWakeNs': 'coldWakeNs',
  'costs.overrides.nodeBatchCommandNs': 'nodeJsPipelineCommandNs',
  'costs.overrides.nodeBatchNs': 'nodeJsPipelineNs',
  'costs.overrides.nodeCallbackNs': 'nodeJsCallbackNs',
  'costs.overrides.nodeCommandNs': 'nodeJsCommandNs',
  'costs.overrides.nodeDecodePerByteNs': 'nodeJsDecodePerByteNs',
  'costs.overrides.nodeLineNs': 'nodeEntryNs',
  'costs.overrides.nodePoolNs': 'nodeJsPoolNs',
  'costs.overrides.nodeReplyNs': 'nodeJsReplyNs',
  'costs.overrides.pollTickNs': 'goPollGranularityNs',
  'costs.overrides.queuedNs': 'multiQueueNs',
  'costs.overrides.slotLookNs': 'slotScanNs',
  'costs.overrides.warmSockets': 'l2CacheSockets',
  'costs.overrides.wheelOfferNs': 'timerWheelOfferNs',
};

/** Renamed choices: old and new value, by current path. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'client.io.timeoutScheduler.kind': { wheel: 'timerWheel' },
  'client.crossSlot.collect.kind': { sleep: 'pollAndSleep', inTurn: 'timedGet', spin: 'busyPoll' },
  'client.topology.kind': { known: 'static' },
  'client.topology.refresher': { one: 'oneCaller', everyone: 'allCallers' },
};

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
const lookUp = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Renames each segment of a path by the table entry for the path up to there. */
function inNamesOf(table: Readonly<Record<string, string>>, path: string): string {
  let oldPath = '';
  const names = path.split('.').map((name) => {
    oldPath = join(oldPath, name);
    return lookUp(table, oldPath) ?? name;
  });
  return names.join('.');
}

/** The current name of a version 1 path; other paths are unchanged. */
export const migratePath = (path: string): string => inNamesOf(RENAMED, path);

/** The inverse: current path, last segment in version 1. */
const FORMER: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(RENAMED).map((former) => [migratePath(former), former.slice(former.lastIndexOf('.') + 1)]),
);

/** The version 1 path of a current path. */
export const formerPath = (path: string): string => inNamesOf(FORMER, path);

/** Objects of version 1 with renamed fields; only these are searched. */
const HOLDERS: ReadonlySet<string> = new Set(
  [...Object.keys(RENAMED), ...Object.keys(WORDS).map(formerPath)].flatMap((path) => {
    const names = path.split('.');
    return names.map((_, length) => names.slice(0, length).join('.'));
  }),
);

/** Migrates one setting of version 1. */
export const migrateEdit = (path: string, value: Json): [path: string, value: Json] => [
  migratePath(path),
  migrateValue(path, value),
];

/** Migrates settings of version 1. */
export const migrateEdits = <T extends Json>(edits: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(edits).map(([path, value]) => [migratePath(path), migrateValue(path, value)]),
  );

/** The current name of a version 1 cost, without its path. */
export const migrateCostName = (name: string): string => lookUp(RENAMED, `costs.overrides.${name}`) ?? name;

/**
 * Migrates a full or partial scenario. Without a version it is treated as version 1; names of version 2 are
 * kept. Other values, and scenarios of later versions, are unchanged.
 */
export function migrateScenario(scenario: Json): Json {
  if (!isObject(scenario) || (scenario.version ?? 1) !== 1) return scenario;
  const present = migrateValue('', scenario);
  return 'version' in present ? { ...present, version: SCENARIO_VERSION } : present;
}

/** Migrates the value at a version 1 path; returns the same object if nothing changes. */
export function migrateValue<T extends Json>(path: string, value: T): T {
  return migrated(path, value) as T;
}

function migrated(path: string, value: Json): Json {
  if (typeof value === 'string') return presentChoice(migratePath(path), value) ?? value;
  if (!isObject(value) || !HOLDERS.has(path)) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, Json] => {
    const at = join(path, name);
    const present = lookUp(RENAMED, at);
    // If an object has both names, the old one stays, and the engine reports it.
    const isFree = present !== undefined && !Object.hasOwn(value, present);
    return [isFree ? present : name, migrated(at, inner)];
  });
  const isSame = entries.every(([name, inner]) => Object.hasOwn(value, name) && value[name] === inner);
  return isSame ? value : Object.fromEntries(entries);
}

/** The current last segment of a version 1 path in a problem; undefined for other paths. */
export const presentField = (path: string): string | undefined => lookUp(RENAMED, path);

/** The current name of a version 1 choice in a problem; undefined for others. */
export const presentChoice = (path: string, word: string): string | undefined =>
  lookUp(lookUp(WORDS, path) ?? {}, word);
