/** The YAML of Redisson. */
import { flatYaml } from './flat-yaml.ts';
import type { PieceReader } from './found.ts';

export const readRedisson: PieceReader = (text) => {
  if (
    !/^\s*(singleServerConfig|clusterServersConfig|masterSlaveServersConfig|sentinelServersConfig|replicatedServersConfig)\s*:/m.test(
      text,
    )
  )
    return undefined;
  const options = flatYaml(text);
  return options && { kind: 'redissonYaml', library: 'redisson', options };
};
