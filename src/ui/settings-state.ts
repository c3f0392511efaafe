/** What the reader prefers; kept in this browser. */
import { createStore } from 'zustand/vanilla';
import { isLanguage, type Language } from '../lib/languages.ts';
import { LAYOUTS, type LayoutName, ZOOMS, type ZoomName } from '../model/scenario/url.ts';
import { keep, readKept } from './local-storage.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';
export type MotionChoice = 'system' | 'reduce' | 'full';

export interface SettingsState {
  /** Undefined: as the browser asks. */
  readonly language: Language | undefined;
  readonly theme: ThemeChoice;
  readonly motion: MotionChoice;
  /** How closely the stage was looked at last. */
  readonly zoom: ZoomName;
  /** How much of the Lab is shown; undefined: as the link says, or all. */
  readonly layout: LayoutName | undefined;
  /** Whether single letters are keyboard shortcuts (WCAG 2.1.4 wants an off switch). */
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

/** Reads saved settings; whatever is missing or makes no sense has its default. */
export function parseSettings(text: string | null): SettingsState {
  let saved: Partial<Record<keyof SettingsState, unknown>> = {};
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value === 'object' && value !== null) saved = value;
  } catch {
    // Not ours, or damaged: the defaults are fine.
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
