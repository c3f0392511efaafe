/** Custom colours of thread states, taken from a link. Few links use them, so this module loads on demand. */
import {
  APPEARANCES,
  type Fills,
  type Palette,
  palettes,
  setPalettes,
  VISIBLE_STATES,
  type VisibleState,
} from './palette.ts';

/** One colour in a link: `kernel:cc3311`. */
const ENTRY = /^(\w+):([0-9a-f]{6})$/i;

const isState = (name: string | undefined): name is VisibleState =>
  VISIBLE_STATES.some((state) => state === name);

/**
 * Parses the custom colours of a link (`user:004488,kernel:cc3311`). Returns undefined for malformed text.
 */
export function readFills(text: string): Partial<Fills> | undefined {
  const fills: Partial<Record<VisibleState, string>> = {};
  for (const part of text.split(',')) {
    const [, name, hex] = ENTRY.exec(part) ?? [];
    if (!isState(name) || hex === undefined) return undefined;
    fills[name] = `#${hex.toLowerCase()}`;
  }
  return fills;
}

/**
 * Applies custom state colours (see {@link readFills}) to the light and the dark theme; undefined restores
 * the default palette. Pattern, height and letter still distinguish the states. Forced colours stay
 * unchanged.
 */
export function applyCustomPalette(text: string | undefined): void {
  const custom = text === undefined ? undefined : readFills(text);
  const coloured = (palette: Palette): Palette => {
    const states = APPEARANCES.map((appearance) => {
      const style = palette.states[appearance];
      return [
        appearance,
        { ...style, fill: custom?.[appearance === 'spin' ? 'user' : appearance] ?? style.fill },
      ];
    });
    return { ...palette, states: Object.fromEntries(states) as Palette['states'] };
  };
  setPalettes(custom && { ...palettes, light: coloured(palettes.light), dark: coloured(palettes.dark) });
}
