/** What is on screen and how it is looked at. */
import { createStore } from 'zustand/vanilla';
import { accessOf, type ControlRules, NO_RULES } from '../model/scenario/controls.ts';
import type { PanelName } from '../model/scenario/panels.ts';
import type { Json } from '../model/scenario/patch.ts';
import type { Problem, SideName } from '../model/scenario/problem.ts';
import type { StagePart } from '../model/scenario/stage-parts.ts';
import type { LinkView, SyncName, ZoomName } from '../model/scenario/url.ts';
import { settings } from './settings-state.ts';

/** Which dialog is open. `until` and `pace` belong to the transport. */
export type DialogName =
  | 'keys'
  | 'open'
  | 'qr'
  | 'share'
  | 'until'
  | 'pace'
  | 'presets'
  | 'palette'
  | 'terms';

/** The three parts of the Lab that share a narrow screen. */
export type LabTab = 'stage' | 'knobs' | 'results';

/** A value that a link most likely means. */
export interface Mend {
  readonly side: SideName;
  readonly path: string;
  readonly value: Json;
}

/** Something wrong with an opened link, the sides it was meant for, and what would mend it there. */
export interface LinkProblem {
  readonly problem: Problem;
  readonly sides: readonly SideName[];
  readonly mends: readonly Mend[];
}

export interface UiState {
  /** Large type and the stage alone, for a projector. */
  readonly isPresenting: boolean;
  /** The side that is shown by itself; undefined = both are compared. */
  readonly only: SideName | undefined;
  /** What the opened link asked for; the reader's own settings go before it. */
  readonly fromLink: Pick<LinkView, 'lang' | 'theme' | 'motion' | 'layout' | 'palette'>;
  /** Speed of the show chosen by the reader, model ns per second; undefined = the page chooses. */
  readonly speed: number | undefined;
  readonly dialog: DialogName | undefined;
  /** What was dropped on the page for the dialog that opens scenarios. A new object each time. */
  readonly offered?: { readonly text?: string; readonly problems: readonly Problem[] } | undefined;
  readonly tab: LabTab;
  /** What is open below the stage. */
  readonly panel: PanelName;
  readonly zoom: ZoomName;
  /** The response time that is aimed at, ns: a line on the charts of response times. */
  readonly sloNs: number | undefined;
  /** What the page was embedded with in another one: `1`, or the only origin that may give it orders; for the page's life. */
  readonly embed: string | undefined;
  /** What keeps the two sides together. */
  readonly sync: SyncName;
  /** Whether model time is stretched so that every phase of the followed request can be seen. */
  readonly isElastic: boolean;
  /** Controls that the link hides or locks. */
  readonly rules: ControlRules;
  /** Whatever is pressed on the stage is explained, and this part first; undefined = it is not. */
  readonly explaining: StagePart | undefined;
  /** Whether the show may not begin yet: a prediction comes first. */
  readonly isHeld: boolean;
  /** Whether the panel has the stage's room as well. */
  readonly isPanelLarge: boolean;
  /** Whether every setting is shown, or only the main knobs. */
  readonly showsAll: boolean;
  /** Knobs that are set for each side on its own, by path; others are set for both while they agree. */
  readonly split: readonly string[];
  /** What was wrong with the link that was opened. */
  readonly problems: readonly LinkProblem[];
  /** What the announcer says to screen readers. A new object each time, so that the same words can be said again. */
  readonly announcement: { readonly text: string };
  /** The command of the key that was pressed last. A new object each time. */
  readonly pressed?: { readonly id: string };
  /** What is also shown for a while, because somebody has just asked for it. */
  readonly notice: { readonly text: string };
  /** Whether the show can also be heard. */
  readonly hasSound: boolean;
  /** Whether the server has a newer page than this one. */
  readonly hasNewVersion: boolean;
}

export const ui = createStore<UiState>(() => ({
  isPresenting: false,
  only: undefined,
  fromLink: {},
  speed: undefined,
  dialog: undefined,
  tab: 'stage',
  panel: 'figures',
  zoom: settings.getState().zoom,
  sloNs: undefined,
  embed: undefined,
  sync: 'time',
  isElastic: false,
  rules: NO_RULES,
  explaining: undefined,
  isHeld: false,
  isPanelLarge: false,
  showsAll: false,
  split: [],
  problems: [],
  announcement: { text: '' },
  notice: { text: '' },
  hasSound: false,
  hasNewVersion: false,
}));

/** Whether the link leaves a control to the reader. */
export const isFree = (control: string): boolean => accessOf(ui.getState().rules, control) === 'free';

/** Says something to the reader: to screen readers politely, and on screen when it answers something that was just done. */

export function announce(text: string, { isVisible = false } = {}): void {
  ui.setState(isVisible ? { announcement: { text }, notice: { text } } : { announcement: { text } });
}
