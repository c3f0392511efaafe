/** Media queries as state. */
import { useSyncExternalStore } from 'react';
import type { ThemeName } from '../../lib/palette.ts';
import { isMotionReduced } from '../../ui/motion.ts';
import { settings } from '../../ui/settings-state.ts';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { isPresented, PROJECTED, presentLayout, presentTheme } from '../appearance/appearance.ts';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** The theme in force: forced colours before everything, then what was chosen, then the system's. */
export function useTheme(): ThemeName {
  const isForced = useMedia('(forced-colors: active)');
  const isDark = useMedia('(prefers-color-scheme: dark)');
  useStore(settings, (state) => state.theme);
  useStore(ui, (state) => state.fromLink.theme);
  // Whoever asks for the theme wants its colours.
  useStore(ui, (state) => state.fromLink.palette);
  if (isForced) return 'forced';
  return presentTheme() ?? (isDark ? 'dark' : 'light');
}

/** Whether things may move. */
export function useIsMotionReduced(): boolean {
  useMedia('(prefers-reduced-motion: reduce)');
  useStore(settings, (state) => state.motion);
  useStore(ui, (state) => state.fromLink.motion);
  return isMotionReduced();
}

/** Whether less is shown at once, with more words. */
export function useIsBeginner(): boolean {
  useStore(settings, (state) => state.layout);
  useStore(ui, (state) => state.fromLink.layout);
  return presentLayout() === 'beginner';
}

/** Whether the parts of the Lab share the screen by tabs. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 899px)');

/** Whether the stage has room for one side at a time: each is arranged from top to bottom (`TALL_BELOW` in scene/layout.ts). */
export const useIsOneSided = (): boolean => useMedia('(max-width: 739px)');

/** Whether the presenter view is shown. */
export function useIsPresented(): boolean {
  useMedia(PROJECTED);
  useStore(ui, (state) => state.isPresenting);
  return isPresented();
}
