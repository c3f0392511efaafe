/**
 * The scenario's JSON Schema as a flat list of fields: for forms, links and sweeps. Everything derives from
 * the schema; a field added in Rust appears by itself. Descriptions of the fields are translated texts
 * (`i18n/explanations.ts`).
 */
import schema from '../../../wasm/src/scenario/scenario.schema.json';
import { getAt, type Json } from './patch.ts';

/** A condition for the existence of a field: `client.connections.kind` is `pooled`. */
export interface Condition {
  readonly path: string;
  readonly is: string;
}

/**
 * Values of other fields that make a field effective: a path has one of these values; `null` means absent.
 */
export type Needs = Readonly<Record<string, readonly Json[]>>;

export interface Field {
  /** Dot-separated path in a scenario: `client.connections.maxTotal`. */
  readonly path: string;
  /** Path of its definition, the key of its texts: `Connections.pooled.maxTotal`. */
  readonly key: string;
  /** `choice` is an enumeration, or the `kind` of a tagged union. */
  readonly kind: 'number' | 'integer' | 'boolean' | 'string' | 'choice';
  /** Inclusive bounds of numbers. */
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
  readonly scale: 'linear' | 'log';
  /** Meaning of an absent value; absent if the value is required, or (for costs) comes from a profile. */
  readonly default?: Json;
  /** Whether absence is meaningful: the number then comes from the cost profile. */
  readonly optional: boolean;
  readonly choices: readonly string[];
  /** Name of the enumeration's type, the key of its texts; empty for other kinds. */
  readonly choiceKey: string;
  readonly when: readonly Condition[];
  /**
   * Conditions under which values other than the default are allowed; otherwise the engine rejects them
   * (SCN-32).
   */
  readonly needs: Needs;
  /** `default`: clients on a real server have it with its default only. */
  readonly real?: 'default';
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
  readonly 'x-real'?: 'default';
}

const root = schema as unknown as Node & { readonly $defs: Readonly<Record<string, Node>> };

/** Position in the schema traversal. */
interface Place {
  readonly path: string;
  readonly key: string;
  /** Default from an enclosing object, if any. */
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
    // Neighbours have the same fields again, each in a scenario in which it is the only client. Events have fields of their own.
    if (child.type === 'array') continue;
    yield* walk(child, {
      path: at.path === '' ? property : `${at.path}.${property}`,
      key: `${name}.${property}`,
      inherited: inner(at.inherited, property) ?? child.default,
      when: at.when,
      needs: { ...at.needs, ...child['x-needs'] },
    });
  }
}

/** The fields of each kind of a tagged union that stands in a list; their paths begin in an item. */
export function variantsOf(name: string): ReadonlyMap<string, readonly Field[]> {
  const fields = (variant: Node): readonly Field[] => [
    ...properties(variant, `${name}.${kindOf(variant)}`, {
      path: '',
      key: '',
      inherited: undefined,
      when: [],
      needs: {},
    }),
  ];
  return new Map((root.$defs[name]?.oneOf ?? []).map((variant) => [kindOf(variant), fields(variant)]));
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

function scalar(node: Node): Pick<Field, 'kind' | 'scale' | 'optional' | 'min' | 'max' | 'unit' | 'real'> {
  const types = typeof node.type === 'string' ? [node.type] : (node.type ?? []);
  const kind = (['integer', 'number', 'boolean'] as const).find((candidate) => types.includes(candidate));
  return {
    kind: kind ?? 'string',
    scale: node['x-scale'] === 'log' ? 'log' : 'linear',
    optional: types.includes('null'),
    ...(node.minimum === undefined ? {} : { min: node.minimum }),
    ...(node.maximum === undefined ? {} : { max: node.maximum }),
    ...(node['x-unit'] === undefined ? {} : { unit: node['x-unit'] }),
    ...(node['x-real'] === undefined ? {} : { real: node['x-real'] }),
  };
}

/** All fields of a scenario in schema order. Fields of different union variants may share a path. */
export const fields: readonly Field[] = [
  ...properties(root, 'Scenario', { path: '', key: '', inherited: undefined, when: [], needs: {} }),
];

/** Whether the field exists in this scenario and is effective, or has been set. */
export const isActive = (field: Field, scenario: unknown): boolean =>
  field.when.every(({ path, is }) => getAt(scenario, path) === is) &&
  (Object.entries(field.needs).every(([path, values]) => values.includes(valueAt(scenario, path))) ||
    ![field.default, undefined].includes(getAt(scenario, field.path) as Json | undefined));

const valueAt = (scenario: unknown, path: string): Json =>
  (getAt(scenario, path) as Json | undefined) ?? null;

/** The field of a path in this scenario; among fields that share a path, that of the selected variant. */
export const fieldAt = (scenario: unknown, path: string): Field | undefined =>
  fields.find((field) => field.path === path && isActive(field, scenario));

/** Any field with this path, of whichever variant: enough for its name. */
export const fieldNamed = (path: string): Field | undefined =>
  fields.find((field) => field.path === path) ?? fields.find((field) => field.path === `${path}.kind`);
