/** Colours of the reader's own for states of threads. Few links ask for them, so this is loaded for those. */
import {
  type Fills,
  LOOKS,
  type Palette,
  palettes,
  showPalettes,
  VISIBLE_STATES,
  type VisibleState,
} from './palette.ts';

/** What a link says of a state's colour: `kernel:cc3311`. */
const OWN = /^(\w+):([0-9a-f]{6})$/i;

const isState = (name: string | undefined): name is VisibleState =>
  VISIBLE_STATES.some((state) => state === name);

/** The reader's own colours of some states, as a link lists them (`user:004488,kernel:cc3311`); undefined when that is no such list. */
export function readFills(text: string): Partial<Fills> | undefined {
  const fills: Partial<Record<VisibleState, string>> = {};
  for (const part of text.split(',')) {
    const [, name, hex] = OWN.exec(part) ?? [];
    if (!isState(name) || hex === undefined) return undefined;
    fills[name] = `#${hex.toLowerCase()}`;
  }
  return fills;
}

/**
 * From now on the states have these colours (see {@link readFills}), in the light and in the dark theme; undefined: ours again. Pattern,
 * height and letter stay, so that states can still be told apart. Forced colours are the reader's already.
 */
export function adoptFills(text: string | undefined): void {
  const own = text === undefined ? undefined : readFills(text);
  const coloured = (palette: Palette): Palette => {
    const states = LOOKS.map((look) => {
      const style = palette.states[look];
      return [look, { ...style, fill: own?.[look === 'spin' ? 'user' : look] ?? style.fill }];
    });
    return { ...palette, states: Object.fromEntries(states) as Palette['states'] };
  };
  showPalettes(own && { ...palettes, light: coloured(palettes.light), dark: coloured(palettes.dark) });
}
