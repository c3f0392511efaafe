/** Groups of request phases, and their styles. */

import type { Palette, VisibleState } from '../lib/palette.ts';
import { phases as PHASES } from '../model/engine/generated/abi.ts';
import { type PatternName, statePattern } from './pattern.ts';
import type { SvgNode } from './svg.ts';

export type PhaseName = (typeof PHASES)[number];
/** Groups in legend order. */
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

/** Groups that are not named after a thread state share its colour, but have their own pattern. */
const GROUP_STYLES = {
  waitCaller: { colour: 'idle', pattern: 'falling' },
  fanOut: { colour: 'switch', pattern: 'chequers' },
} as const satisfies Partial<Record<GroupName, { colour: VisibleState; pattern: PatternName }>>;

/** Colour and pattern of a group. */
export function groupStyle(
  group: GroupName,
  palette: Palette,
): { readonly colour: VisibleState; readonly pattern: PatternName } {
  if (isOwn(group)) return GROUP_STYLES[group];
  return { colour: group, pattern: palette.states[group].pattern };
}

const isOwn = (group: GroupName): group is keyof typeof GROUP_STYLES => group in GROUP_STYLES;

/**
 * The group of each phase. A phase without an entry takes that of the phase before it; a test requires an
 * entry. Full round trips (`switch`) count as connection setup, neither wire nor Redis.
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
  process: 'user',
  proxyQueue: 'runnable',
  proxyWork: 'kernel',
};

/** The group of a phase. */
export function groupOf(phase: PhaseName): GroupName {
  const known = PHASES.slice(0, PHASES.indexOf(phase) + 1).findLast((before) => PHASE_GROUPS[before]);
  return (known && PHASE_GROUPS[known]) ?? 'user';
}

/** The thread state that a phase is drawn as among thread lanes. */
export function stateOf(phase: PhaseName): VisibleState {
  const group = groupOf(phase);
  return isOwn(group) ? IN_LANES[group] : group;
}

const IN_LANES: Readonly<Record<keyof typeof GROUP_STYLES, VisibleState>> = {
  waitCaller: 'waitConnection',
  fanOut: 'switch',
};

/** The fill of a group, for `defs`. */
export function groupPattern(group: GroupName, palette: Palette): SvgNode {
  const { colour, pattern } = groupStyle(group, palette);
  return statePattern(`group-${group}`, colour, palette, pattern);
}
