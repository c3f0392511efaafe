/**
 * Scenarios and settings of format version 1 in the names of version 2. Every reader of files, links and kept data calls this
 * module, so version 1 opens for ever. Only names and words changed; values and defaults are the same. Pure.
 */
import { isObject, type Json } from './patch.ts';

/** The format of scenarios that this build writes; the engine reads no other. */
export const SCENARIO_VERSION = 2;

/** Fields that version 1 called otherwise: their path there, and the last part of their path now. Version 2 uses no old path again. */
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

/** Choices that version 1 called otherwise: the words of then and of now, by their path of today. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'client.io.timeoutScheduler.kind': { wheel: 'timerWheel' },
  'client.crossSlot.collect.kind': { sleep: 'pollAndSleep', inTurn: 'timedGet', spin: 'busyPoll' },
  'client.topology.kind': { known: 'static' },
  'client.topology.refresher': { one: 'oneCaller', everyone: 'allCallers' },
};

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** A path in other names: for each part, what the table has for the given path up to there. */
function inNamesOf(table: Readonly<Record<string, string>>, path: string): string {
  let given = '';
  const names = path.split('.').map((name) => {
    given = join(given, name);
    return own(table, given) ?? name;
  });
  return names.join('.');
}

/** A path of version 1 as it is called now; any other path stays. */
export const migratePath = (path: string): string => inNamesOf(RENAMED, path);

/** The table the other way round: the path of today, and the last part of it in version 1. */
const FORMER: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(RENAMED).map((former) => [migratePath(former), former.slice(former.lastIndexOf('.') + 1)]),
);

/** The path that version 1 had for a path of today. */
export const formerPath = (path: string): string => inNamesOf(FORMER, path);

/** The objects of version 1 that hold something with another name now: only they are looked into. */
const HOLDERS: ReadonlySet<string> = new Set(
  [...Object.keys(RENAMED), ...Object.keys(WORDS).map(formerPath)].flatMap((path) => {
    const names = path.split('.');
    return names.map((_, length) => names.slice(0, length).join('.'));
  }),
);

/** One setting of version 1, by its path. */
export const migrateEdit = (path: string, value: Json): [path: string, value: Json] => [
  migratePath(path),
  migrateValue(path, value),
];

/** Settings of version 1 by their paths. */
export const migrateEdits = <T extends Json>(edits: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(edits).map(([path, value]) => [migratePath(path), migrateValue(path, value)]),
  );

/** The name of a cost of version 1, without its path. */
export const migrateCostName = (name: string): string => own(RENAMED, `costs.overrides.${name}`) ?? name;

/**
 * A whole or partial scenario of version 1 as one of version 2. Without a version it is taken for one of version 1: names of version
 * 2 stay. Anything else, a scenario of a later version among it, stays as it is.
 */
export function migrateScenario(scenario: Json): Json {
  if (!isObject(scenario) || (scenario.version ?? 1) !== 1) return scenario;
  const present = migrateValue('', scenario);
  return 'version' in present ? { ...present, version: SCENARIO_VERSION } : present;
}

/** The value at a path of version 1 in the words of today: the same object where nothing in it has another name. */
export function migrateValue<T extends Json>(path: string, value: T): T {
  return migrated(path, value) as T;
}

function migrated(path: string, value: Json): Json {
  if (typeof value === 'string') return presentChoice(migratePath(path), value) ?? value;
  if (!isObject(value) || !HOLDERS.has(path)) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, Json] => {
    const at = join(path, name);
    const present = own(RENAMED, at);
    // Where an object has both names the old one stays, and the engine names it.
    const isFree = present !== undefined && !Object.hasOwn(value, present);
    return [isFree ? present : name, migrated(at, inner)];
  });
  const isSame = entries.every(([name, inner]) => Object.hasOwn(value, name) && value[name] === inner);
  return isSame ? value : Object.fromEntries(entries);
}

/** What a field is called now that a problem names by its path of version 1: the last part of its path; undefined for others. */
export const presentField = (path: string): string | undefined => own(RENAMED, path);

/** What a choice at a path of today is called now that a problem names by its word of version 1; undefined for others. */
export const presentChoice = (path: string, word: string): string | undefined =>
  own(own(WORDS, path) ?? {}, word);
