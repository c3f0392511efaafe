/** A Deployment of Kubernetes: replicas and the CPU limit. */
import { flatYaml } from './flat-yaml.ts';
import type { PieceReader } from './found.ts';

const coresOf = (value: unknown): number | undefined => {
  const match = /^([\d.]+)(m?)$/.exec(String(value).trim());
  const cores = match ? Number(match[1]) / (match[2] === 'm' ? 1000 : 1) : Number.NaN;
  return cores > 0 ? cores : undefined;
};

export const readKubernetes: PieceReader = (text) => {
  if (!/^kind:\s*(Deployment|StatefulSet|Rollout)/m.test(text)) return undefined;
  const found = flatYaml(text);
  const replicas = Number(found?.find(({ key }) => key === 'spec.replicas')?.raw);
  const limit = found?.find(({ key }) => /resources\.limits\.cpu$/.test(key));
  const cores = limit && coresOf(limit.raw);
  return {
    kind: 'kubernetes',
    instances: replicas > 0 ? replicas : undefined,
    settings:
      cores && limit
        ? [{ path: 'client.cores', value: Math.max(1, Math.ceil(cores)), line: limit.line, key: 'cpu' }]
        : [],
  };
};
