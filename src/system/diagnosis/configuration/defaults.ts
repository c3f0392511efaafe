/** Defaults of a library's version that surprise: they apply because the option was not written. */
import { compareVersions } from '../../../model/libraries/library.ts';
import type { Finding, FindingRule, Severity } from '../finding.ts';
import { FOUND, optionNamed, text } from '../subject.ts';

interface Surprise {
  readonly id: Finding['id'];
  readonly library: string;
  /** First version with this default, and the first without it. */
  readonly since?: string;
  readonly before?: string;
  /** The option that replaces the default, by its names. */
  readonly names: readonly string[];
  readonly severity: Severity;
}

const SURPRISES: readonly Surprise[] = [
  {
    ...{ id: 'defaultPoolLimitRedisPy', library: 'redisPy', since: '8.0', severity: 'warning' },
    names: ['max_connections'],
  },
  {
    ...{ id: 'defaultRetryPauseRedisPy', library: 'redisPy', since: '6.0', before: '8.0' },
    ...{ severity: 'note', names: ['retry'] },
  },
  {
    ...{ id: 'defaultTimeoutGlide', library: 'valkeyGlide', severity: 'warning' },
    names: ['requestTimeout', 'request_timeout'],
  },
  {
    ...{ id: 'defaultTimeoutsLettuce', library: 'lettuce', before: '6.5', severity: 'note' },
    names: ['timeoutOptions'],
  },
  {
    ...{ id: 'defaultKeepAliveLettuce', library: 'lettuce', before: '7.5', severity: 'note' },
    names: ['keepAlive', 'tcpUserTimeout'],
  },
  {
    ...{ id: 'defaultIdleRedisson', library: 'redisson', severity: 'note' },
    names: ['connectionMinimumIdleSize', 'masterConnectionMinimumIdleSize'],
  },
  {
    ...{ id: 'defaultTimeoutIoredis', library: 'ioredis', severity: 'note' },
    names: ['commandTimeout'],
  },
  {
    ...{ id: 'defaultReadTimeoutGoRedis', library: 'goRedis', since: '9.22', severity: 'note' },
    names: ['ReadTimeout'],
  },
  {
    ...{ id: 'defaultTimeoutNodeRedis', library: 'nodeRedis', since: '6.0', severity: 'note' },
    names: ['timeout', 'commandOptions.timeout'],
  },
];

const ruleOf =
  ({ id, library, since, before, names, severity }: Surprise): FindingRule =>
  (subject) => {
    const used = subject.reading.library;
    if (used?.id !== library) return undefined;
    // Without a version nothing is known of its defaults, unless all versions have this one.
    const { version } = used;
    if ((since !== undefined || before !== undefined) && version === null) return undefined;
    if (since !== undefined && compareVersions(version ?? '', since) < 0) return undefined;
    if (before !== undefined && compareVersions(version ?? '', before) >= 0) return undefined;
    const option = optionNamed(subject, ...names);
    if (option && option.origin.from !== 'default') return undefined;
    return {
      ...FOUND,
      id,
      source: 'configuration',
      severity,
      origins: [option?.origin ?? used.origin],
      facts: { option: text(names[0] ?? ''), version: text(version ?? '') },
    };
  };

/** A cluster client of go-redis has another size of its pools than a client of one node. */
export const defaultClusterPoolGoRedis: FindingRule = (subject) => {
  const used = subject.reading.library;
  const { connections, runtime } = subject.scenario.client;
  const isWritten = optionNamed(subject, 'PoolSize', 'pool_size')?.origin.from === 'line';
  if (used?.id !== 'goRedis' || isWritten || subject.scenario.server.nodes < 2) return undefined;
  if (connections.kind !== 'pooled' || runtime.kind !== 'goroutines') return undefined;
  if (used.version === null || compareVersions(used.version, '9.22') < 0) return undefined;
  return {
    ...FOUND,
    id: 'defaultClusterPoolGoRedis',
    source: 'configuration',
    severity: 'note',
    origins: [used.origin],
    facts: { version: text(used.version) },
  };
};

export const DEFAULT_RULES: readonly FindingRule[] = [...SURPRISES.map(ruleOf), defaultClusterPoolGoRedis];
