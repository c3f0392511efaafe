/** Theme, motion and language as the page shows them: settings first, then the link, then the system. */
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

/** The language the reader gets. */
export function presentLanguage(): Language {
  return settings.getState().language ?? ui.getState().fromLink.lang ?? pickLanguage(navigator.languages);
}

/** The theme that was asked for; undefined = the system's. */
export function presentTheme(): 'light' | 'dark' | undefined {
  const { theme } = settings.getState();
  return theme === 'system' ? ui.getState().fromLink.theme : theme;
}

/** How much of the Lab the reader gets. */
export const presentLayout = (): LayoutName =>
  settings.getState().layout ?? ui.getState().fromLink.layout ?? 'full';

/** What a link asks for of how the page looks. */
export const appearanceOf = ({ lang, theme, motion, layout, palette }: LinkView): UiState['fromLink'] => ({
  ...(lang ? { lang } : {}),
  ...(theme ? { theme } : {}),
  ...(motion ? { motion } : {}),
  ...(layout ? { layout } : {}),
  ...(palette ? { palette } : {}),
});

/** Less than this has no room for both sides in large type: a phone that opens a projector's link. */
export const PROJECTED = '(min-width: 900px) and (min-height: 480px)';

/** Whether the presenter view is shown: it is asked for, and in the Lab the screen has room for it. */
export const isPresented = (): boolean =>
  ui.getState().isPresenting && (!isLab() || globalThis.matchMedia?.(PROJECTED).matches !== false);

/** Marks the document for the style sheets, now and whenever something changes. */
export function followAppearance(): void {
  const root = document.documentElement;
  const mark = () => {
    const theme = presentTheme();
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    root.dataset.layout = presentLayout();
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

/** Presenter view on or off, with the stage first; it travels in the link. */
export function togglePresenting(): void {
  ui.setState(({ isPresenting }) => ({ isPresenting: !isPresenting, tab: 'stage' }));
  writeAddress();
}

/** All of the Lab, or what one needs first; remembered. A beginner looks from farther away. */
export function toggleLayout(): void {
  const layout = presentLayout() === 'full' ? 'beginner' : 'full';
  settings.setState({ layout });
  zoomTo(layout === 'beginner' ? 'system' : 'parts');
}

/** Shows A by itself, or A and B. B goes on in the background and is there at once. */
export const toggleComparing = (): void => showOnly(ui.getState().only === undefined ? 'a' : undefined);

/** Shows one side by itself, or both; it travels in the link. */
export function showOnly(only: SideName | undefined): void {
  if (!isFree('compare')) return;
  ui.setState({ only });
  writeAddress();
}

/** Explains what is pressed on the stage, and this part first; nothing: no longer. */
export const explainPart = (explaining: StagePart | undefined): void =>
  ui.setState({ explaining, tab: 'stage' });

export const toggleExplaining = (): void => explainPart(ui.getState().explaining ? undefined : 'callers');

/** Lets the show be heard, or not; off whenever the page is opened. */
export const toggleSound = (): void => ui.setState(({ hasSound }) => ({ hasSound: !hasSound }));

/** Gives the panel the stage's room, or gives it back; the run goes on meanwhile. */
export function togglePanelSize(): void {
  ui.setState(({ isPanelLarge }) => ({ isPanelLarge: !isPanelLarge }));
}

/** Opens a panel below the stage, on a narrow screen in the place of it; it travels in the link. */
export function openPanel(panel: PanelName): void {
  if (!isFree(panel)) return;
  ui.setState({ panel, tab: 'results' });
  writeAddress();
}

/** Looks at the stage from farther away or more closely; remembered, and in the link. */
export function zoomTo(zoom: ZoomName): void {
  if (!isFree('zoom')) return;
  ui.setState({ zoom });
  settings.setState({ zoom });
  writeAddress();
}

/** One step closer (+1) or farther away (−1). */
export function zoomBy(steps: 1 | -1): void {
  const next = ZOOMS[ZOOMS.indexOf(ui.getState().zoom) + steps];
  if (next) zoomTo(next);
}
