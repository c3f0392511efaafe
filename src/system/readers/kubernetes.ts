/** Workloads of Kubernetes: replicas, autoscaling, the container of the client with its CPU limit and variables. */
import { yamlDocuments } from './flat-yaml.ts';
import type { Context, Found, FoundOption, FoundProblem, PieceReader } from './reader-result.ts';
import { springClients } from './spring.ts';
import { coreSetting, SERVER, SIDECAR, variablesIn } from './workload.ts';

const WORKLOADS = /^(?:Deployment|StatefulSet|Rollout|ReplicaSet|DaemonSet|Job|CronJob|Pod)$/;
const KIND =
  /^kind:\s*["']?(Deployment|StatefulSet|Rollout|ReplicaSet|DaemonSet|Job|CronJob|Pod|HorizontalPodAutoscaler)\b/m;

interface Container {
  /** Prefix of its keys. */
  readonly prefix: string;
  readonly name: string;
  readonly image: string;
  readonly line: number;
}

export const readKubernetes: PieceReader = (text, context) => {
  if (!KIND.test(text)) return undefined;
  const documents = yamlDocuments(text);
  if (!documents) return undefined;
  if ('error' in documents) return { kind: 'kubernetes', problems: [documents.error] };
  const objects = documents.map(({ options }) => ({ options, kind: textAt(options, 'kind') }));
  const containers = objects
    .filter(({ kind }) => WORKLOADS.test(kind))
    .flatMap(({ options }) => containersIn(options));
  const clients = containers.filter(({ image }) => !SERVER.test(image));
  const chosen = choose(clients, context);
  const all = objects.flatMap(({ options }) => options);
  const own = chosen
    ? objects.find(({ options }) => containersIn(options).some(isSame(chosen)))?.options
    : undefined;
  const problems: FoundProblem[] = documents.flatMap(({ duplicates }) => duplicates);
  for (const { name, image, line } of containers)
    if (SERVER.test(image) && !chosen) problems.push({ code: 'SYS-18', line, key: name, value: image });
  const cpu = own && chosen ? cpuOf(own, chosen, problems) : [];
  const spring = own && chosen ? springClients(variablesOf(own, chosen), context) : undefined;
  return {
    kind: 'kubernetes',
    instances: own ? instancesOf(own, all, objects, context) : scaledWithout(objects, context),
    settings: cpu,
    ...spring,
    problems,
    lines: understood(
      documents.flatMap(({ options, lines }) => [...lines.map((line) => ({ key: '', line })), ...options]),
    ),
  };
};

/** Lines that describe the object and change nothing here. */
const understood = (all: readonly { readonly key: string; readonly line: number }[]): number[] =>
  all
    .filter(
      ({ key }) =>
        key === '' ||
        /^(?:kind|apiVersion|spec\.replicas|spec\.(?:jobTemplate\.spec\.)?parallelism|metadata\.)|\.(?:name|image|value)$|scaleTargetRef|(?:min|max)Replicas/.test(
          key,
        ),
    )
    .map(({ line }) => line);

const textAt = (options: readonly FoundOption[], key: string): string =>
  String(options.find((option) => option.key === key)?.raw ?? '');

const isSame =
  ({ prefix, name }: Container) =>
  (other: Container): boolean =>
    other.prefix === prefix && other.name === name;

function containersIn(options: readonly FoundOption[]): Container[] {
  const prefixes = new Set(
    options.flatMap(
      ({ key }) =>
        /^((?:spec\.(?:jobTemplate\.spec\.)?(?:template\.spec\.)?)containers\[\d+\])\./.exec(key)?.[1] ?? [],
    ),
  );
  return [...prefixes].map((prefix) => {
    const name = options.find(({ key }) => key === `${prefix}.name`);
    const first = options.find(({ key }) => key.startsWith(`${prefix}.`));
    return {
      ...{ prefix, name: name ? String(name.raw) : prefix, image: textAt(options, `${prefix}.image`) },
      line: name?.line ?? first?.line ?? 1,
    };
  });
}

/** The container of the client: the only one, or the one that is chosen among several. */
function choose(containers: readonly Container[], { ask }: Context): Container | undefined {
  const usual =
    containers.find(({ name, image }) => !SIDECAR.test(name) && !SIDECAR.test(image)) ?? containers[0];
  if (containers.length < 2 || !usual) return usual;
  const values = containers.map(({ name }) => name);
  const name = ask({
    ...{ id: 'container', kind: 'container', values },
    proposal: usual.name,
    line: usual.line,
  });
  return containers.find((each) => each.name === name) ?? usual;
}

/** The limit of the container, or what it requests. */
function cpuOf(
  options: readonly FoundOption[],
  { prefix }: Container,
  problems: FoundProblem[],
): NonNullable<Found['settings']> {
  const limit = ['limits', 'requests']
    .map((kind) => options.find(({ key }) => key === `${prefix}.resources.${kind}.cpu`))
    .find((each) => each !== undefined);
  return limit ? coreSetting(limit, problems) : [];
}

/** Variables of the container that Spring Boot binds. */
const variablesOf = (options: readonly FoundOption[], { prefix }: Container): FoundOption[] =>
  variablesIn(options.filter(({ key }) => key.startsWith(`${prefix}.env[`)));

/** Processes: replicas or parallel pods; an autoscaler has bounds, of which the upper one is proposed. */
function instancesOf(
  own: readonly FoundOption[],
  all: readonly FoundOption[],
  objects: readonly { readonly kind: string; readonly options: readonly FoundOption[] }[],
  context: Context,
): number | undefined {
  const written = ['spec.replicas', 'spec.parallelism', 'spec.jobTemplate.spec.parallelism']
    .map((key) => own.find((option) => option.key === key))
    .find((each) => each !== undefined);
  const target = textAt(own, 'metadata.name');
  const scaler = objects.find(
    ({ kind, options }) =>
      kind === 'HorizontalPodAutoscaler' &&
      [target, ''].includes(textAt(options, 'spec.scaleTargetRef.name')),
  );
  if (scaler) return scaled(scaler.options, context);
  const replicas = Number(written?.raw);
  if (replicas > 0) return replicas;
  const kind = textAt(own, 'kind');
  // Kubernetes starts one pod where nothing is written; one a node for a DaemonSet.
  return kind === 'DaemonSet' || all.length === 0 || written ? undefined : 1;
}

const scaledWithout = (
  objects: readonly { readonly kind: string; readonly options: readonly FoundOption[] }[],
  context: Context,
): number | undefined => {
  const scaler = objects.find(({ kind }) => kind === 'HorizontalPodAutoscaler');
  return scaler && scaled(scaler.options, context);
};

function scaled(options: readonly FoundOption[], { ask }: Context): number | undefined {
  const [least, most] = ['spec.minReplicas', 'spec.maxReplicas'].map((key) =>
    options.find((option) => option.key === key),
  );
  if (!most) return undefined;
  const values = [...new Set([String(least?.raw ?? 1), String(most.raw)])];
  const chosen = ask({
    id: 'replicas',
    kind: 'replicas',
    values,
    proposal: String(most.raw),
    line: most.line,
  });
  return Number(chosen) > 0 ? Number(chosen) : undefined;
}
