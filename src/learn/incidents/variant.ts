/** One student's variant of an incident: its numbers from the seed, and the scenarios before and after changes. */
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Edits, Json } from '../../model/scenario/patch.ts';
import type { CommandKind } from './command-times.ts';
import { fractionOf } from './draw.ts';
import type { Changes, Draw, Incident, Value } from './incident.ts';

export interface VariantCommand {
  /** In lower case, as in INFO. */
  readonly name: string;
  readonly args: readonly string[];
}

export interface Variant {
  readonly incident: Incident;
  readonly seed: number;
  readonly drawn: Readonly<Record<string, number | string>>;
  readonly commands: Readonly<Partial<Record<CommandKind, VariantCommand>>> & {
    readonly command: VariantCommand;
  };
  /** The other client of the same servers. */
  readonly neighbour?: {
    readonly service: string;
    readonly library: { readonly name: string; readonly version: string };
    readonly command: VariantCommand;
  };
  readonly goal: { readonly p99Ms: number; readonly answered: number };
}

/** Seeds of links: as short as a student may type them. */
export const MAX_SEED = 999_999;

function drawnValue(draw: Draw, fraction: number): number | string {
  if ('choice' in draw) return draw.choice[Math.floor(fraction * draw.choice.length)] ?? '';
  const { from, to, step = 1 } = draw;
  const steps = Math.floor((to - from) / step + 1e-9);
  return Number((from + step * Math.floor(fraction * (steps + 1))).toPrecision(9));
}

function resolved(value: Value, drawn: Variant['drawn']): Json {
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return [];
  const found = drawn[value.draw];
  if (found === undefined) throw new Error(`${value.draw} is not drawn`);
  if (typeof found === 'string') return found;
  const divisor = value.per === undefined ? 1 : Number(drawn[value.per]);
  const offset = value.plus === undefined ? 0 : Number(drawn[value.plus]);
  const result = (found * (value.times ?? 1)) / divisor + offset;
  // Nine digits: no ends like 0.30000000000000004 in what a student reads.
  return value.isWhole ? Math.round(result) : Number(result.toPrecision(9));
}

const editsOf = (set: Readonly<Record<string, Value>>, drawn: Variant['drawn']): Edits =>
  Object.fromEntries(Object.entries(set).map(([path, value]) => [path, resolved(value, drawn)]));

/** The variant of a seed. */
export function variantOf(incident: Incident, seed: number): Variant {
  const drawn = Object.fromEntries(
    Object.entries(incident.draws).map(([name, draw]) => [
      name,
      drawnValue(draw, fractionOf(seed, `${incident.id}.${name}`)),
    ]),
  );
  const commandOf = ({ name, args }: Incident['commands']['command']): VariantCommand => ({
    name: String(resolved(name, drawn)).toLowerCase(),
    args,
  });
  const { command, second, third } = incident.commands;
  const { neighbour } = incident;
  return {
    incident,
    seed,
    drawn,
    commands: {
      command: commandOf(command),
      ...(second && { second: commandOf(second) }),
      ...(third && { third: commandOf(third) }),
    },
    ...(neighbour && {
      neighbour: {
        service: String(resolved(neighbour.service, drawn)),
        library: neighbour.library,
        command: commandOf(neighbour.command),
      },
    }),
    goal: { p99Ms: Number(resolved(incident.goal.p99Ms, drawn)), answered: incident.goal.answered },
  };
}

/** Edits of the changed knobs. Knobs and options that the incident does not have are left out. */
function knobEdits({ incident, drawn }: Variant, changes: Changes): Edits {
  const sets = incident.knobs.flatMap(({ id, options }) => {
    const option = options.find((each) => each.id === changes[id]);
    return option ? [editsOf(option.set, drawn)] : [];
  });
  return Object.assign({}, ...sets) as Edits;
}

/** The partial scenario of a variant, with what the student changed. */
export function partialOf(variant: Variant, changes: Changes): Json {
  const { incident, drawn, seed } = variant;
  const base = applyEdits(applyEdits(incident.scenario, editsOf(incident.set, drawn)), { seed });
  return applyEdits(base, knobEdits(variant, changes));
}

/** A setting that a knob changes: its path, and its values before and after. */
export interface KnobStep {
  readonly path: string;
  readonly from: Json | undefined;
  readonly to: Json;
}

const valueAt = (scenario: unknown, path: string): Json | undefined =>
  path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], scenario) as
    | Json
    | undefined;

/** What an option of a knob changes in the complete scenario. */
export function stepsOf(variant: Variant, scenario: unknown, knob: string, option: string): KnobStep[] {
  return Object.entries(knobEdits(variant, { [knob]: option })).map(([path, to]) => ({
    path,
    from: valueAt(scenario, path),
    to: to as Json,
  }));
}
