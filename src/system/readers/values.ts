/** YAML that has Spring's keys below others, or as variables: the values of a Helm chart, the data of a ConfigMap. */
import { yamlDocuments } from './flat-yaml.ts';
import type { Context, FoundOption, FoundProblem, PieceReader } from './reader-result.ts';
import { springClients } from './spring.ts';
import { coreSetting, variablesIn } from './workload.ts';

/** Spring's keys below any others. */
const BELOW = /^(?:.*\.)?(spring\.(?:data\.)?redis\..*)$/;

export const readValues: PieceReader = (text, context) => {
  if (!/^[ \t]*["']?(?:replicaCount|spring|SPRING_\w+|- name)\b/m.test(text) && !/=|SPRING_/.test(text))
    return undefined;
  const documents = yamlDocuments(text);
  if (!documents || 'error' in documents) return undefined;
  const options = documents.flatMap((document) => document.options);
  const nested = options.flatMap((option): FoundOption[] => {
    const key = BELOW.exec(option.key)?.[1];
    return key === undefined ? [] : [{ ...option, key }];
  });
  const replicas = options.find(({ key }) => /^(?:.*\.)?replicaCount$/.test(key));
  const spring = springClients([...nested, ...variablesIn(options)], context);
  // A chart of something else has replicas too.
  if (!spring && !options.some(({ key }) => key === 'replicaCount')) return undefined;
  const problems: FoundProblem[] = documents.flatMap(({ duplicates }) => duplicates);
  const cpu = options.find(({ key }) => /^(?:.*\.)?resources\.limits\.cpu$/.test(key));
  return {
    kind: 'values',
    ...spring,
    settings: cpu ? coreSetting(cpu, problems) : [],
    instances: instancesOf(options, replicas, context),
    problems,
    lines: [
      ...documents.flatMap(({ lines }) => lines),
      ...options.flatMap(({ key, line }) =>
        /(?:^|\.)(?:replicaCount|minReplicas|maxReplicas|kind|apiVersion)$|^metadata\.|^autoscaling\.enabled$/.test(
          key,
        ) || /\.name$/.test(key)
          ? [line]
          : [],
      ),
    ],
  };
};

/** Replicas; an autoscaler that is on has bounds, of which the upper one is proposed. */
function instancesOf(
  options: readonly FoundOption[],
  replicas: FoundOption | undefined,
  { ask }: Context,
): number | undefined {
  const at = (name: string) => options.find(({ key }) => key === `autoscaling.${name}`);
  const most = at('maxReplicas');
  if (at('enabled')?.raw !== true || !most)
    return Number(replicas?.raw) > 0 ? Number(replicas?.raw) : undefined;
  const values = [...new Set([String(at('minReplicas')?.raw ?? 1), String(most.raw)])];
  const answer = ask({
    ...{ id: 'replicas', kind: 'replicas', values },
    ...{ proposal: String(most.raw), line: most.line },
  });
  return Number(answer) > 0 ? Number(answer) : undefined;
}
