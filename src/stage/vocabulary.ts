/** The engine's words as numbers, and the style each thread state is drawn in. */

import type { Look, Palette, StateStyle, VisibleState } from '../lib/palette.ts';
import { activities, phases, threadStates } from '../model/engine/generated/abi.ts';

export type StateName = (typeof threadStates)[number];
export type PhaseName = (typeof phases)[number];
export type ActivityName = (typeof activities)[number];

function numbered<const Words extends readonly string[]>(words: Words): Record<Words[number], number> {
  return Object.fromEntries(words.map((word, number) => [word, number])) as Record<Words[number], number>;
}

/** Number of each thread state, request phase and activity, by name. */
export const STATE = numbered(threadStates);
export const PHASE = numbered(phases);
export const ACTIVITY = numbered(activities);

type ShownState = Exclude<StateName, 'carrying'>;

/** Every state that is told apart has a visible style of the same name: the compiler holds the palette to it. */
export const STATE_NAMES: readonly (ShownState & VisibleState)[] = threadStates.filter(
  (name): name is ShownState => name !== 'carrying',
);

/** Name of a thread state's number. A core that works for what its thread carries runs, seen from outside. */
export const stateName = (state: number): ShownState | undefined =>
  state === STATE.carrying ? 'user' : STATE_NAMES[state];

/** Name of a thread state's number in words: what a carrier does is told. */
export const stateWord = (state: number): StateName | undefined => threadStates[state];

/** What a thread looks like by the numbers of its state and its activity; nothing for a lane of which nothing is known. */
export const lookOf = (state: number, activity: number): Exclude<Look, 'wire'> | undefined =>
  state === STATE.user && activity === ACTIVITY.spin ? 'spin' : stateName(state);

/** The style of that look. */
export function styleOf(palette: Palette, state: number, activity: number): StateStyle | undefined {
  const look = lookOf(state, activity);
  return look === undefined ? undefined : palette.states[look];
}

/** Name of an activity's number. */
export const activityName = (activity: number): ActivityName => activities[activity] ?? 'none';

/** Name of a phase's number. */
export const phaseName = (phase: number): PhaseName => phases[phase] ?? 'waitCaller';
