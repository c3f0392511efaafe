/** The reader's preferences, stored in this browser. */
import { createStore } from 'zustand/vanilla';
import { isLanguage, type Language } from '../lib/languages.ts';
import { LAYOUTS, type LayoutName, ZOOMS, type ZoomName } from '../model/scenario/url.ts';
import { keep, readKept } from './local-storage.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';
export type MotionChoice = 'system' | 'reduce' | 'full';

export interface SettingsState {
  /** Undefined: the browser's language. */
  readonly language: Language | undefined;
  readonly theme: ThemeChoice;
  readonly motion: MotionChoice;
  /** The last zoom of the stage. */
  readonly zoom: ZoomName;
  /** Layout of the Lab; undefined: the link's, or the beginner's. */
  readonly layout: LayoutName | undefined;
  /** Whether single letters are keyboard shortcuts (WCAG 2.1.4 requires an off switch). */
  readonly hasLetterKeys: boolean;
}

export const defaultSettings: SettingsState = {
  language: undefined,
  theme: 'system',
  motion: 'system',
  zoom: 'parts',
  layout: undefined,
  hasLetterKeys: true,
};

const STORAGE_KEY = 'roundtrip.settings';
const isOneOf = <T extends string>(value: unknown, choices: readonly T[]): value is T =>
  choices.some((choice) => choice === value);

/** Reads saved settings; missing or invalid ones get their defaults. */
export function parseSettings(text: string | null): SettingsState {
  let saved: Partial<Record<keyof SettingsState, unknown>> = {};
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value === 'object' && value !== null) saved = value;
  } catch {
    // Not ours, or damaged: the defaults apply.
  }
  return {
    language: isLanguage(saved.language) ? saved.language : defaultSettings.language,
    theme: isOneOf(saved.theme, ['system', 'light', 'dark']) ? saved.theme : defaultSettings.theme,
    motion: isOneOf(saved.motion, ['system', 'reduce', 'full']) ? saved.motion : defaultSettings.motion,
    zoom: isOneOf(saved.zoom, ZOOMS) ? saved.zoom : defaultSettings.zoom,
    layout: isOneOf(saved.layout, LAYOUTS) ? saved.layout : defaultSettings.layout,
    hasLetterKeys:
      typeof saved.hasLetterKeys === 'boolean' ? saved.hasLetterKeys : defaultSettings.hasLetterKeys,
  };
}

export const settings = createStore<SettingsState>(() => parseSettings(readKept(STORAGE_KEY)));

settings.subscribe((state) => keep(STORAGE_KEY, JSON.stringify(state)));
