/**
 * The scenario's JSON Schema as a flat list of fields: what the form shows, what links may name, what a sweep can vary.
 * Nothing here repeats the schema; a field that is added in Rust appears in the list by itself. What fields mean is prose and
 * stands with the languages (`i18n/explanations.ts`).
 */
import { getAt, type Json } from './patch.ts';
import { schema } from './schema.ts';

/** A field exists only while every one of its conditions holds: `client.connections.kind` is `pooled`. */
export interface Condition {
  readonly path: string;
  readonly is: string;
}

/** What a field needs so that anything looks at it: a place has one of these values, `null` being none. */
export type Needs = Readonly<Record<string, readonly Json[]>>;

export interface Field {
  /** Dot-separated place in a scenario: `client.connections.maxTotal`. */
  readonly path: string;
  /** Place of its definition, under which the catalogues name it: `Connections.pooled.maxTotal`. */
  readonly key: string;
  /** `choice` is a list of names, also the `kind` of a tagged union. */
  readonly kind: 'number' | 'integer' | 'boolean' | 'string' | 'choice';
  /** Bounds, both allowed; only of numbers. */
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
  readonly scale: 'linear' | 'log';
  /** What an absent value means; absent where the value must be given, or (costs) comes from a profile. */
  readonly default?: Json;
  /** Absent values are meaningful: the number then comes from the cost profile. */
  readonly optional: boolean;
  readonly choices: readonly string[];
  /** Name of the choice's type, under which the catalogues name its values; empty for other kinds. */
  readonly choiceKey: string;
  readonly when: readonly Condition[];
  /** All of these hold where a value other than the default means something; elsewhere the engine refuses it (SCN-32). */
  readonly needs: Needs;
}

interface Node {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly default?: Json;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly oneOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly 'x-unit'?: string;
  readonly 'x-scale'?: string;
  readonly 'x-needs'?: Needs;
}

const root = schema as unknown as Node & { readonly $defs: Readonly<Record<string, Node>> };

/** Where the walk through the schema stands. */
interface Place {
  readonly path: string;
  readonly key: string;
  /** Default given by an enclosing object, if any. */
  readonly inherited: Json | undefined;
  readonly when: readonly Condition[];
  readonly needs: Needs;
}

const resolve = (node: Node): { node: Node; name: string } => {
  if (node.$ref === undefined) return { node, name: '' };
  const name = node.$ref.slice(node.$ref.lastIndexOf('/') + 1);
  return { node: root.$defs[name] ?? {}, name };
};

const kindOf = (variant: Node): string => variant.properties?.kind?.const ?? '';

const inner = (object: Json | undefined, name: string): Json | undefined =>
  object === undefined ? undefined : (getAt(object, name) as Json | undefined);

function* properties(node: Node, name: string, at: Place): Generator<Field> {
  for (const [property, child] of Object.entries(node.properties ?? {})) {
    if (property === 'kind' && child.const !== undefined) continue;
    yield* walk(child, {
      path: at.path === '' ? property : `${at.path}.${property}`,
      key: `${name}.${property}`,
      inherited: inner(at.inherited, property) ?? child.default,
      when: at.when,
      needs: { ...at.needs, ...child['x-needs'] },
    });
  }
}

function* walk(reference: Node, at: Place): Generator<Field> {
  const { node, name } = resolve(reference);
  const base = {
    path: at.path,
    key: at.key,
    scale: 'linear',
    optional: false,
    when: at.when,
    needs: at.needs,
  } as const;
  const initial = at.inherited === undefined ? {} : { default: at.inherited };
  const variants = node.oneOf ?? [];
  const names = variants.length > 0 ? variants.flatMap(constants) : constants(node);

  if (names.length > 0) {
    yield { ...base, ...initial, kind: 'choice', choices: names, choiceKey: name };
  } else if (variants.length > 0) {
    const path = `${at.path}.kind`;
    const kind = inner(at.inherited, 'kind');
    yield {
      ...base,
      ...(kind === undefined ? {} : { default: kind }),
      path,
      kind: 'choice',
      choices: variants.map(kindOf),
      choiceKey: name,
    };
    for (const variant of variants) {
      const is = kindOf(variant);
      const inherited = kind === is ? at.inherited : undefined;
      yield* properties(variant, `${name}.${is}`, { ...at, inherited, when: [...at.when, { path, is }] });
    }
  } else if (node.properties !== undefined) {
    yield* properties(node, name, at);
  } else {
    yield { ...base, ...initial, ...scalar(node), choices: [], choiceKey: '' };
  }
}

const constants = (node: Node): readonly string[] =>
  node.const === undefined ? (node.enum ?? []) : [node.const];

function scalar(node: Node): Pick<Field, 'kind' | 'scale' | 'optional' | 'min' | 'max' | 'unit'> {
  const types = typeof node.type === 'string' ? [node.type] : (node.type ?? []);
  const kind = (['integer', 'number', 'boolean'] as const).find((candidate) => types.includes(candidate));
  return {
    kind: kind ?? 'string',
    scale: node['x-scale'] === 'log' ? 'log' : 'linear',
    optional: types.includes('null'),
    ...(node.minimum === undefined ? {} : { min: node.minimum }),
    ...(node.maximum === undefined ? {} : { max: node.maximum }),
    ...(node['x-unit'] === undefined ? {} : { unit: node['x-unit'] }),
  };
}

/** Every field of a scenario, in the order of the schema. Fields of different union variants may share a path. */
export const fields: readonly Field[] = [
  ...properties(root, 'Scenario', { path: '', key: '', inherited: undefined, when: [], needs: {} }),
];

/** Whether the field exists in this scenario, and something looks at it or it has been set. */
export const isActive = (field: Field, scenario: unknown): boolean =>
  field.when.every(({ path, is }) => getAt(scenario, path) === is) &&
  (Object.entries(field.needs).every(([path, values]) => values.includes(valueAt(scenario, path))) ||
    ![field.default, undefined].includes(getAt(scenario, field.path) as Json | undefined));

const valueAt = (scenario: unknown, path: string): Json =>
  (getAt(scenario, path) as Json | undefined) ?? null;

/** The field a path means in this scenario; of fields that share a path the one whose variant is chosen. */
export const fieldAt = (scenario: unknown, path: string): Field | undefined =>
  fields.find((field) => field.path === path && isActive(field, scenario));

/** Any field with this path, whichever variant it belongs to: enough for its name. */
export const fieldNamed = (path: string): Field | undefined =>
  fields.find((field) => field.path === path) ?? fields.find((field) => field.path === `${path}.kind`);
