/** Theme, motion and language of the page: settings first, then the link, then the system. */
import { type Language, pickLanguage } from '../../lib/languages.ts';
import type { PanelName } from '../../model/scenario/panels.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import type { StagePart } from '../../model/scenario/stage-parts.ts';
import { type LayoutName, type LinkView, ZOOMS, type ZoomName } from '../../model/scenario/url.ts';
import { isMotionReduced } from '../../ui/motion.ts';
import { settings } from '../../ui/settings-state.ts';
import { isFree, type UiState, ui } from '../../ui/ui-state.ts';
import { isLab } from '../link/address.ts';
import { writeAddress } from '../link/link.ts';
import { run } from '../run/run-state.ts';

/** The language of the page. */
export function presentLanguage(): Language {
  return settings.getState().language ?? ui.getState().fromLink.lang ?? pickLanguage(navigator.languages);
}

/** The requested theme; undefined = the theme of the system. */
export function presentTheme(): 'light' | 'dark' | undefined {
  const { theme } = settings.getState();
  return theme === 'system' ? ui.getState().fromLink.theme : theme;
}

/**
 * The layout of the Lab: all of it, or the beginner's part, which is the default of a first visit. A frame in
 * another page has all of it: its page chooses what to hide.
 */
export const presentLayout = (): LayoutName =>
  settings.getState().layout ??
  ui.getState().fromLink.layout ??
  (ui.getState().embed === undefined ? 'beginner' : 'full');

/** The appearance that a link sets. */
export const appearanceOf = ({ lang, theme, motion, layout, palette }: LinkView): UiState['fromLink'] => ({
  ...(lang ? { lang } : {}),
  ...(theme ? { theme } : {}),
  ...(motion ? { motion } : {}),
  ...(layout ? { layout } : {}),
  ...(palette ? { palette } : {}),
});

/** Smallest viewport of the presenter view. A phone that opens a projector's link is smaller. */
export const PROJECTED = '(min-width: 900px) and (min-height: 480px)';

/** Whether the presenter view is shown: it is requested, and in the Lab the screen has room for it. */
export const isPresented = (): boolean =>
  ui.getState().isPresenting && (!isLab() || globalThis.matchMedia?.(PROJECTED).matches !== false);

/** Marks the document for the style sheets, now and after each change. */
export function followAppearance(): void {
  const root = document.documentElement;
  const mark = () => {
    const theme = presentTheme();
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    root.dataset.motion = isMotionReduced() ? 'reduce' : 'full';
    if (isPresented()) root.dataset.presenting = '';
    else delete root.dataset.presenting;
    run.getState().player?.repaint();
  };
  mark();
  settings.subscribe(mark);
  ui.subscribe(mark);
  for (const query of [
    '(prefers-reduced-motion: reduce)',
    '(prefers-color-scheme: dark)',
    '(forced-colors: active)',
    PROJECTED,
  ]) {
    globalThis.matchMedia?.(query).addEventListener('change', mark);
  }
}

/** Toggles the presenter view, which starts with the stage. The link keeps it. */
export function togglePresenting(): void {
  ui.setState(({ isPresenting }) => ({ isPresenting: !isPresenting, tab: 'stage' }));
  writeAddress();
}

/** Toggles between the full layout and the beginner's. Remembered. */
export const toggleLayout = (): void =>
  settings.setState({ layout: presentLayout() === 'full' ? 'beginner' : 'full' });

/** Shows A alone, or A and B. The player keeps running both sides. */
export const toggleComparing = (): void => showOnly(ui.getState().only === undefined ? 'a' : undefined);

/** Shows one side alone, or both. The link keeps the choice. */
export function showOnly(only: SideName | undefined): void {
  if (!isFree('compare')) return;
  ui.setState({ only });
  writeAddress();
}

/** Explains a part of the stage; undefined ends the explanation. */
export const explainPart = (explaining: StagePart | undefined): void =>
  ui.setState({ explaining, tab: 'stage' });

export const toggleExplaining = (): void => explainPart(ui.getState().explaining ? undefined : 'callers');

/** Toggles the sound. It is off whenever the page opens. */
export const toggleSound = (): void => ui.setState(({ hasSound }) => ({ hasSound: !hasSound }));

/** Toggles the panel between its usual size and the stage's area. The run continues. */
export function togglePanelSize(): void {
  ui.setState(({ isPanelLarge }) => ({ isPanelLarge: !isPanelLarge }));
}

/** Opens a panel below the stage; on a narrow screen it replaces the stage. The link keeps it. */
export function openPanel(panel: PanelName): void {
  if (!isFree(panel)) return;
  ui.setState({ panel, isPanelOpen: true, tab: 'results' });
  writeAddress();
}

/** Closes the panel, where the layout does not always show one. */
export const closePanel = (): void => ui.setState({ isPanelOpen: false });

/** Sets the zoom of the stage. Remembered, and kept in the link. */
export function zoomTo(zoom: ZoomName): void {
  if (!isFree('zoom')) return;
  ui.setState({ zoom });
  settings.setState({ zoom });
  writeAddress();
}

/** One zoom step in (+1) or out (−1). */
export function zoomBy(steps: 1 | -1): void {
  const next = ZOOMS[ZOOMS.indexOf(ui.getState().zoom) + steps];
  if (next) zoomTo(next);
}
