/** An incident as data: a system that is drawn from a seed, the commands in it, what may be changed, and what is accepted. */
import * as v from 'valibot';

/** Possible causes; every incident offers all of them as answers. */
export const CAUSES = [
  'undersizedPool',
  'testOnBorrow',
  'slowCommand',
  'batchJob',
  'polling',
  'eventLoop',
  'retryStorm',
  'silentConnections',
] as const;
export type Cause = (typeof CAUSES)[number];

/** Possible observations; every incident offers all of them as evidence. `facts.ts` says when each is true. */
export const OBSERVATIONS = [
  'poolWait',
  'unfairWaits',
  'pingPerCommand',
  'slowThroughout',
  'slowInBursts',
  'idleAfterReplies',
  'oneThreadFull',
  'redisBusy',
  'manyRetries',
  'connectionsReopened',
  'repliesMissing',
] as const;
export type Observation = (typeof OBSERVATIONS)[number];

/** A literal, or a drawn value × `times` ÷ the drawn `per` + the drawn `plus`, to a whole number if `isWhole`. */
const value = v.union([
  v.number(),
  v.string(),
  v.boolean(),
  // No neighbours.
  v.tuple([]),
  v.strictObject({
    draw: v.string(),
    times: v.optional(v.number()),
    per: v.optional(v.string()),
    plus: v.optional(v.string()),
    isWhole: v.optional(v.boolean()),
  }),
]);
export type Value = v.InferOutput<typeof value>;

const edits = v.record(v.string(), value);

const draw = v.union([
  v.strictObject({ from: v.number(), to: v.number(), step: v.optional(v.number()) }),
  v.strictObject({ choice: v.array(v.union([v.string(), v.number()])) }),
]);
export type Draw = v.InferOutput<typeof draw>;

/** The command on the wire, with its arguments as in a slow log. Names may be drawn. */
const command = v.strictObject({ name: value, args: v.array(v.string()) });

const commands = v.strictObject({
  command,
  second: v.optional(command),
  third: v.optional(command),
});

const knob = v.strictObject({
  id: v.string(),
  options: v.array(v.strictObject({ id: v.string(), set: edits })),
});
export type Knob = v.InferOutput<typeof knob>;

export const incidentSchema = v.strictObject({
  /** Of the link; it says nothing about the cause. */
  id: v.string(),
  cause: v.picklist(CAUSES),
  minutes: v.number(),
  /** The service as CLIENT SETNAME and metrics have it. */
  service: v.string(),
  /** Library as CLIENT SETINFO has it; without for clients that send none. */
  library: v.strictObject({ name: v.string(), version: v.string(), metrics: v.picklist(['pool', 'shared']) }),
  draws: v.record(v.string(), draw),
  /** A partial scenario; `set` puts drawn values into it. */
  scenario: v.record(v.string(), v.unknown()),
  set: edits,
  commands,
  /** Another client of the same servers: the neighbour of the scenario, with one connection. */
  neighbour: v.optional(
    v.strictObject({
      service: value,
      library: v.strictObject({ name: v.string(), version: v.string() }),
      command,
    }),
  ),
  /** Goal of the remedy: 99% of the requests within this time, and this share answered. */
  goal: v.strictObject({ p99Ms: value, answered: v.number() }),
  knobs: v.array(knob),
  /** Changes that remove the cause: alternatives of knobs with their accepted options. */
  remedies: v.array(v.record(v.string(), v.array(v.string()))),
  /** Observations that prove the cause; at least two are asked for. */
  evidence: v.array(v.picklist(OBSERVATIONS)),
});
export type Incident = v.InferOutput<typeof incidentSchema>;

/** Option of each changed knob. */
export type Changes = Readonly<Record<string, string>>;
