/**
 * Messages between a host page and the embedded Lab by `postMessage`; README.md documents them for hosts.
 * Messages come from any origin, so a schema validates them before they are executed.
 */
import * as v from 'valibot';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import type { Problem, SideName } from '../../model/scenario/problem.ts';

/**
 * Every message of either direction carries it as `roundtrip`. A version may gain fields; none is changed or
 * removed.
 */
export const EMBED_VERSION = 1;

/** The page's own links have at most 2 kB. */
const LONGEST_LINK = 8 * 1024;
const LONGEST_FORMULA = 200;

const base = {
  roundtrip: v.literal(EMBED_VERSION),
  /** Returned with the answer. */
  id: v.optional(v.union([v.pipe(v.string(), v.maxLength(100)), v.pipe(v.number(), v.finite())])),
};

const command = <const Type extends string, Fields extends v.ObjectEntries>(type: Type, fields: Fields) =>
  v.strictObject({ ...base, type: v.literal(type), ...fields });

/** A formula over the runs `a` and `b` (`lessons/README.md`), or a number. */
const operand = v.union([
  v.pipe(v.number(), v.finite()),
  v.pipe(v.string(), v.nonEmpty(), v.maxLength(LONGEST_FORMULA)),
]);

/** A goal on the stage, as in lessons. */
const goal = v.strictObject({
  id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(60)),
  value: operand,
  /** Either end may be open. */
  between: v.pipe(
    v.tuple([v.nullable(operand), v.nullable(operand)]),
    v.check(([least, most]) => least !== null || most !== null),
  ),
  /** Least duration of the measured window, ms of model time. */
  forMs: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0))),
});

export type HostGoal = v.InferOutput<typeof goal>;

const commandSchema = v.variant('type', [
  command('load', { link: v.pipe(v.string(), v.maxLength(LONGEST_LINK)) }),
  command('set', {
    path: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
    value: v.union([
      v.pipe(v.string(), v.maxLength(200)),
      v.pipe(v.number(), v.finite()),
      v.boolean(),
      v.null(),
    ]),
    side: v.optional(v.picklist(['a', 'b'])),
  }),
  command('play', {}),
  command('pause', {}),
  command('seek', { timeNs: v.pipe(v.number(), v.finite(), v.minValue(0)) }),
  command('ask', {}),
  command('goal', { goal: v.nullable(goal) }),
]);

export type Command = v.InferOutput<typeof commandSchema>;
export type CommandId = NonNullable<Command['id']>;

/** The current state. */
export interface EmbedState {
  readonly status: 'loading' | 'opening' | 'ready' | 'failed';
  /** The query of its link, for `load` and for links to the full page. */
  readonly link: string;
  readonly timeNs: number;
  readonly endNs: number;
  readonly isPlaying: boolean;
  /** Model ns per second on screen. */
  readonly speed: number;
}

/** The progress of a goal. */
export interface GoalReport {
  /** Its id. */
  readonly goal: string;
  readonly isReached: boolean;
  /** From 0 to 1. */
  readonly progress: number;
  /** Absent while the run is simulated, or where it has no such value. */
  readonly value?: number;
  readonly min?: number;
  readonly max?: number;
  /** Length of the measured window, ms of model time. */
  readonly measuredMs?: number;
}

/** A problem: its code, and the sentence in the reader's language. */
export interface Refusal {
  readonly code: Problem['code'];
  readonly path: string;
  readonly text: string;
}

/** Messages of the Lab: events and answers. */
export type Report =
  | { readonly type: 'ready' }
  | ({ readonly type: 'state' } & EmbedState)
  | { readonly type: 'summary'; readonly side: SideName; readonly summary: Summary }
  | ({ readonly type: 'goal' } & GoalReport)
  | { readonly type: 'done'; readonly id?: CommandId }
  | { readonly type: 'refused'; readonly id?: CommandId; readonly problems: readonly Refusal[] };

export type ReadCommand =
  | { readonly command: Command }
  | { readonly problem: Problem; readonly id?: CommandId }
  /** Messages of other scripts. */
  | undefined;

const addressed = v.looseObject({ roundtrip: v.unknown() });
const numbered = v.looseObject({ id: v.exactOptional(base.id) });

/** Parses a message as a command, or returns why it is invalid. */
export function readCommand(data: unknown): ReadCommand {
  const letter = v.safeParse(addressed, data);
  if (!letter.success || !('roundtrip' in letter.output)) return undefined;
  const { roundtrip } = letter.output;
  if (roundtrip !== EMBED_VERSION)
    return { problem: { code: 'EMB-01', path: 'roundtrip', value: shortOf(roundtrip), max: EMBED_VERSION } };
  const parsed = v.safeParse(commandSchema, data, { abortEarly: true });
  if (parsed.success) return { command: parsed.output };
  const path = parsed.issues.map((issue) => v.getDotPath(issue)).find((name) => name !== null) ?? 'type';
  const id = v.safeParse(numbered, data);
  return {
    problem: { code: 'EMB-02', path: path.slice(0, 60) },
    ...(id.success && id.output.id !== undefined ? { id: id.output.id } : {}),
  };
}

const shortOf = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value).slice(0, 20) : typeof value;
