/** The state of the view: what is on screen, and how it is shown. */
import { createStore } from 'zustand/vanilla';
import { accessOf, type ControlRules, NO_RULES } from '../model/scenario/controls.ts';
import type { PanelName } from '../model/scenario/panels.ts';
import type { Json } from '../model/scenario/patch.ts';
import type { Problem, SideName } from '../model/scenario/problem.ts';
import type { StagePart } from '../model/scenario/stage-parts.ts';
import type { LinkView, SyncName, ZoomName } from '../model/scenario/url.ts';
import { settings } from './settings-state.ts';

/** The open dialog. `until` and `pace` belong to the transport. */
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

/** The most likely meaning of a wrong value in a link. */
export interface LinkFix {
  readonly side: SideName;
  readonly path: string;
  readonly value: Json;
}

/** A problem of an opened link, its sides, and the fix there. */
export interface LinkProblem {
  readonly problem: Problem;
  readonly sides: readonly SideName[];
  readonly fixes: readonly LinkFix[];
}

export interface UiState {
  /** Presenter view: large type and the stage alone, for a projector. */
  readonly isPresenting: boolean;
  /** The single visible side; undefined = both. */
  readonly only: SideName | undefined;
  /** Appearance from the opened link; the reader's own settings take precedence. */
  readonly fromLink: Pick<LinkView, 'lang' | 'theme' | 'motion' | 'layout' | 'palette'>;
  /** Playback speed chosen by the reader, model ns per second; undefined = the page chooses. */
  readonly speed: number | undefined;
  readonly dialog: DialogName | undefined;
  /** A dropped file for the dialog that opens scenarios. A new object each time. */
  readonly offered?: { readonly text?: string; readonly problems: readonly Problem[] } | undefined;
  readonly tab: LabTab;
  /** The panel below the stage. */
  readonly panel: PanelName;
  /** Whether the reader or the link has opened a panel; the beginner's layout starts without one. */
  readonly isPanelOpen: boolean;
  readonly zoom: ZoomName;
  /** The response-time target, ns: a line on the charts of response times. */
  readonly sloNs: number | undefined;
  /** Embedding mode: `1`, or the only origin that may send commands; constant for the page's life. */
  readonly embed: string | undefined;
  /** The alignment of the two sides. */
  readonly sync: SyncName;
  /** Elastic time: whether model time is stretched so that every phase of the followed request is visible. */
  readonly isElastic: boolean;
  /** Controls that the link hides or locks. */
  readonly rules: ControlRules;
  /** The explained part of the stage, while a press explains; undefined = explanations are off. */
  readonly explaining: StagePart | undefined;
  /** Whether playback waits for a prediction. */
  readonly isHeld: boolean;
  /** Whether the panel covers the stage too. */
  readonly isPanelLarge: boolean;
  /** Whether every setting is shown, or only the main ones. */
  readonly showsAll: boolean;
  /** Settings that are set for each side, by path; others are set for both while they agree. */
  readonly split: readonly string[];
  /** The problems of the opened link. */
  readonly problems: readonly LinkProblem[];
  /** The announcement to screen readers. A new object each time, so that the same text can be repeated. */
  readonly announcement: { readonly text: string };
  /** The command of the last key. A new object each time. */
  readonly pressed?: { readonly id: string };
  /** A visible notice in response to an action. */
  readonly notice: { readonly text: string };
  /** Whether sound is on. */
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
  isPanelOpen: false,
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

/** Whether the link leaves a control editable. */
export const isFree = (control: string): boolean => accessOf(ui.getState().rules, control) === 'free';

/** Announces a text: to screen readers politely, and on screen when it responds to an action. */

export function announce(text: string, { isVisible = false } = {}): void {
  ui.setState(isVisible ? { announcement: { text }, notice: { text } } : { announcement: { text } });
}
