/** Numbers of the engine's names, and the style of each thread state. */

import type { Appearance, Palette, StateStyle, VisibleState } from '../lib/palette.ts';
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

/** Every distinguishable state has a style of the same name; the compiler checks the palette. */
export const STATE_NAMES: readonly (ShownState & VisibleState)[] = threadStates.filter(
  (name): name is ShownState => name !== 'carrying',
);

/** Visible state of a thread state's number. A carrier thread that runs its load looks like running. */
export const stateName = (state: number): ShownState | undefined =>
  state === STATE.carrying ? 'user' : STATE_NAMES[state];

/** Name of a thread state's number in descriptions, where carriers are distinct. */
export const stateWord = (state: number): StateName | undefined => threadStates[state];

/** A thread's visible state from its state and activity numbers; undefined for an unknown lane. */
export const appearanceOf = (state: number, activity: number): Exclude<Appearance, 'wire'> | undefined =>
  state === STATE.user && activity === ACTIVITY.spin ? 'spin' : stateName(state);

/** The style of that visible state. */
export function styleOf(palette: Palette, state: number, activity: number): StateStyle | undefined {
  const appearance = appearanceOf(state, activity);
  return appearance === undefined ? undefined : palette.states[appearance];
}

/** Name of an activity's number. */
export const activityName = (activity: number): ActivityName => activities[activity] ?? 'none';

/** Name of a phase's number. */
export const phaseName = (phase: number): PhaseName => phases[phase] ?? 'waitCaller';
