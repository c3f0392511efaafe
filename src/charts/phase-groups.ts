/** Kinds of phases of a request, and how each is drawn. */

import type { Palette, VisibleState } from '../lib/palette.ts';
import { phases as PHASES } from '../model/engine/generated/abi.ts';
import { type PatternName, statePattern } from './pattern.ts';
import type { SvgNode } from './svg.ts';

export type PhaseName = (typeof PHASES)[number];
/** Kinds of phases, in the order of the key. */
export const GROUPS = [
  'waitCaller',
  'waitConnection',
  'user',
  'runnable',
  'wire',
  'switch',
  'fanOut',
  'waitReply',
  'kernel',
] as const;
export type GroupName = (typeof GROUPS)[number];

/** Which are not named after the thread state whose colour they have: they have a pattern of their own, so that none is taken for another. */
const OWN_LOOKS = {
  waitCaller: { colour: 'idle', pattern: 'falling' },
  fanOut: { colour: 'switch', pattern: 'chequers' },
} as const satisfies Partial<Record<GroupName, { colour: VisibleState; pattern: PatternName }>>;

/** The colour and the pattern of a kind of phases. */
export function lookOf(
  group: GroupName,
  palette: Palette,
): { readonly colour: VisibleState; readonly pattern: PatternName } {
  if (isOwn(group)) return OWN_LOOKS[group];
  return { colour: group, pattern: palette.states[group].pattern };
}

const isOwn = (group: GroupName): group is keyof typeof OWN_LOOKS => group in OWN_LOOKS;

/**
 * The kind of each phase. One that has no line yet is shown as the phase before it; a test asks for the line. Those that are whole
 * round trips (`switch`) are neither on the wire nor with Redis alone: when many connections are opened at once, Redis has them for
 * longer than the wire.
 */
export const PHASE_GROUPS: Readonly<Partial<Record<PhaseName, GroupName>>> = {
  waitCaller: 'waitCaller',
  backoff: 'waitCaller',
  topology: 'switch',
  fanOut: 'fanOut',
  waitConnection: 'waitConnection',
  connect: 'switch',
  testOnBorrow: 'switch',
  prepare: 'user',
  taskQueue: 'runnable',
  clientWrite: 'user',
  flushWait: 'runnable',
  wireOut: 'wire',
  serverQueue: 'waitReply',
  serverRead: 'kernel',
  serverBatch: 'waitReply',
  execute: 'kernel',
  blocked: 'waitReply',
  replyQueue: 'waitReply',
  serverWrite: 'kernel',
  wireBack: 'wire',
  clientRead: 'runnable',
  decode: 'user',
  wakeUp: 'runnable',
  testOnReturn: 'switch',
  giveBack: 'user',
};

/** The kind of a phase. */
export function groupOf(phase: PhaseName): GroupName {
  const known = PHASES.slice(0, PHASES.indexOf(phase) + 1).findLast((before) => PHASE_GROUPS[before]);
  return (known && PHASE_GROUPS[known]) ?? 'user';
}

/** The thread state as which a phase is drawn among the lanes of threads. */
export function stateOf(phase: PhaseName): VisibleState {
  const group = groupOf(phase);
  return isOwn(group) ? IN_LANES[group] : group;
}

const IN_LANES: Readonly<Record<keyof typeof OWN_LOOKS, VisibleState>> = {
  waitCaller: 'waitConnection',
  fanOut: 'switch',
};

/** The fill of a kind, to be put into `defs`. */
export function groupPattern(group: GroupName, palette: Palette): SvgNode {
  const { colour, pattern } = lookOf(group, palette);
  return statePattern(`group-${group}`, colour, palette, pattern);
}
