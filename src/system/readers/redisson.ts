/** The YAML of Redisson. */
import { yamlDocuments } from './flat-yaml.ts';
import { resolvePlaceholders } from './placeholders.ts';
import type { PieceReader } from './reader-result.ts';

const GROUP =
  /^\s*["']?(singleServerConfig|clusterServersConfig|masterSlaveServersConfig|sentinelServersConfig|replicatedServersConfig)["']?\s*:/m;

/** The group's keys, and those beside it; Spring's keys in the same file are not Redisson's. */
const FOREIGN = /^(?:spring|server|logging|management)\./;

export const readRedisson: PieceReader = (text, context) => {
  if (!GROUP.test(text)) return undefined;
  const documents = yamlDocuments(text);
  if (!documents) return undefined;
  if ('error' in documents) return { kind: 'redissonYaml', problems: [documents.error] };
  const own = documents.flatMap(({ options }) => options.filter(({ key }) => !FOREIGN.test(key)));
  const { options, missing } = resolvePlaceholders(own, context);
  return {
    kind: 'redissonYaml',
    clients: [{ library: 'redisson', options: withoutIndex(options) }],
    missing,
    lines: documents.flatMap(({ lines }) => lines),
    problems: documents.flatMap(({ duplicates }) => duplicates),
  };
};

/** Items of lists belong to the list's key. */
const withoutIndex = <T extends { readonly key: string }>(options: readonly T[]): T[] =>
  options.map((option) => ({ ...option, key: option.key.replace(/\[\d+\]$/, '') }));
