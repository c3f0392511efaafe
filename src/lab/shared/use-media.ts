/** Media queries as state. */
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { ThemeName } from '../../lib/palette.ts';
import { isMotionReduced } from '../../ui/motion.ts';
import { settings } from '../../ui/settings-state.ts';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { isPresented, PROJECTED, presentLayout, presentTheme } from '../appearance/appearance.ts';

export function useMedia(query: string): boolean {
  // Parsed once: every render reads the result.
  const media = useMemo(() => matchMedia(query), [query]);
  const subscribe = useCallback(
    (listener: () => void) => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => media.matches);
}

/** The current theme: forced colours first, then the setting, then the system. */
export function useTheme(): ThemeName {
  const isForced = useMedia('(forced-colors: active)');
  const isDark = useMedia('(prefers-color-scheme: dark)');
  useStore(settings, (state) => state.theme);
  useStore(ui, (state) => state.fromLink.theme);
  // A new palette changes the colours of the theme.
  useStore(ui, (state) => state.fromLink.palette);
  if (isForced) return 'forced';
  return presentTheme() ?? (isDark ? 'dark' : 'light');
}

/** Whether motion is reduced. */
export function useIsMotionReduced(): boolean {
  useMedia('(prefers-reduced-motion: reduce)');
  useStore(settings, (state) => state.motion);
  useStore(ui, (state) => state.fromLink.motion);
  return isMotionReduced();
}

/** Whether the beginner's layout is active: the stage, the verdict and five knobs. */
export function useIsBeginner(): boolean {
  useStore(settings, (state) => state.layout);
  useStore(ui, (state) => state.fromLink.layout);
  return presentLayout() === 'beginner';
}

/** Whether the parts of the Lab are tabs. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 899px)');

/**
 * Whether the stage has room for one side at a time; a side is then arranged vertically (`TALL_BELOW` in
 * stage/layout.ts).
 */
export const useIsOneSided = (): boolean => useMedia('(max-width: 739px)');

/** Whether the presenter view is shown. */
export function useIsPresented(): boolean {
  useMedia(PROJECTED);
  useStore(ui, (state) => state.isPresenting);
  return isPresented();
}
