/**
 * Colours by meaning. Any two colours of states and sides differ by at least 20 (CIE76), for normal sight and
 * for full protanopia, deuteranopia and tritanopia (Machado 2009). tests/unit/lib/palette.test.ts repeats the
 * calculation. Colour is never the only cue: states also differ in pattern, height and letter.
 */

export type ThemeName = 'light' | 'dark' | 'forced';

/** States of a thread, and of a request on the wire. */
export const VISIBLE_STATES = [
  'user',
  'kernel',
  'switch',
  'runnable',
  'waitConnection',
  'waitReply',
  'idle',
  'wire',
] as const;

export type VisibleState = (typeof VISIBLE_STATES)[number];

/** Appearance of a thread: its state, or busy waiting, which has the colour of running. */
export type Appearance = VisibleState | 'spin';

/** All appearances in legend order. */
export const APPEARANCES: readonly Appearance[] = ['user', 'spin', ...VISIBLE_STATES.slice(1)];

/** Fill pattern of a state. */
export type Pattern =
  | 'solid'
  | 'vertical'
  | 'horizontal'
  | 'diagonal'
  | 'cross'
  | 'hollow'
  | 'dots'
  | 'chequers';

export interface StateStyle {
  readonly fill: string;
  readonly pattern: Pattern;
  /** Height of the bar, as a share of the full height. */
  readonly height: number;
  /** One letter, the same in all languages. */
  readonly letter: string;
}

/**
 * Colours of the stage and the charts. `ink` and `inkSoft` on `paper` and `panel` have a contrast of at least
 * 4.5 : 1.
 */
export interface Palette {
  readonly ink: string;
  readonly inkSoft: string;
  readonly paper: string;
  readonly panel: string;
  readonly line: string;
  /** Outline that keeps pale fills at 3 : 1 against the paper. */
  readonly outline: string;
  readonly focus: string;
  /** Colours of the two sides of a comparison; never used for a state. */
  readonly accent: { readonly a: string; readonly b: string };
  /** Between accent and paper: outlines that separate overlapping dots. */
  readonly rim: { readonly a: string; readonly b: string };
  /** Pale accents for the areas of waiting requests. */
  readonly wash: { readonly a: string; readonly b: string };
  readonly states: Readonly<Record<Appearance, StateStyle>>;
}

/** Colours of the states. */
export type Fills = Readonly<Record<VisibleState, string>>;

const styles = (fills: Fills): Record<Appearance, StateStyle> => ({
  user: { fill: fills.user, pattern: 'solid', height: 1, letter: 'R' },
  spin: { fill: fills.user, pattern: 'chequers', height: 1, letter: 'L' },
  kernel: { fill: fills.kernel, pattern: 'vertical', height: 1, letter: 'K' },
  switch: { fill: fills.switch, pattern: 'horizontal', height: 1, letter: 'S' },
  runnable: { fill: fills.runnable, pattern: 'diagonal', height: 0.75, letter: 'Q' },
  waitConnection: { fill: fills.waitConnection, pattern: 'cross', height: 0.5, letter: 'B' },
  waitReply: { fill: fills.waitReply, pattern: 'hollow', height: 0.25, letter: 'P' },
  idle: { fill: fills.idle, pattern: 'solid', height: 0.125, letter: 'I' },
  wire: { fill: fills.wire, pattern: 'dots', height: 0.5, letter: 'N' },
});

/** The default palettes. */
export const palettes: Readonly<Record<ThemeName, Palette>> = {
  light: {
    ink: '#1b2430',
    inkSoft: '#566272',
    paper: '#ffffff',
    panel: '#f6f7f9',
    line: '#d5dae1',
    outline: '#374151',
    focus: '#1d4ed8',
    accent: { a: '#176f68', b: '#8a2be2' },
    rim: { a: '#97bebb', b: '#caa0f2' },
    wash: { a: '#e3f1ef', b: '#f1e6fc' },
    states: styles({
      user: '#003979',
      kernel: '#cc3311',
      switch: '#96684c',
      runnable: '#e69f00',
      waitConnection: '#6d0032',
      waitReply: '#c9d1da',
      idle: '#7a92a8',
      wire: '#56b4e9',
    }),
  },
  dark: {
    ink: '#e8edf4',
    inkSoft: '#a3afc0',
    paper: '#111827',
    panel: '#182235',
    line: '#334155',
    outline: '#94a3b8',
    focus: '#93c5fd',
    accent: { a: '#96f897', b: '#d1abff' },
    rim: { a: '#4d7d59', b: '#675a88' },
    wash: { a: '#16302c', b: '#272546' },
    states: styles({
      user: '#3b82f6',
      kernel: '#ff6f3c',
      switch: '#a06440',
      runnable: '#f0e442',
      waitConnection: '#af73bb',
      waitReply: '#6b7280',
      idle: '#e5ecf4',
      wire: '#44bb99',
    }),
  },
  // With forced colours, only pattern, height and letter distinguish the states.
  forced: {
    ink: 'CanvasText',
    inkSoft: 'CanvasText',
    paper: 'Canvas',
    panel: 'Canvas',
    line: 'GrayText',
    outline: 'CanvasText',
    focus: 'Highlight',
    accent: { a: 'LinkText', b: 'VisitedText' },
    rim: { a: 'GrayText', b: 'GrayText' },
    wash: { a: 'Canvas', b: 'Canvas' },
    states: styles({
      user: 'CanvasText',
      kernel: 'CanvasText',
      switch: 'CanvasText',
      runnable: 'CanvasText',
      waitConnection: 'CanvasText',
      waitReply: 'GrayText',
      idle: 'CanvasText',
      wire: 'Highlight',
    }),
  },
};

/** The palette of a theme. The object is stable until the palettes change, so it can be a cache key. */
export function paletteOf(theme: ThemeName): Palette {
  return shown[theme];
}

let shown = palettes;

/** Replaces the palettes in use (`custom-palette.ts`); without an argument restores the defaults. */
export function setPalettes(custom = palettes): void {
  shown = custom;
}
