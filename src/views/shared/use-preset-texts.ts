import type { PresetTexts } from '../../i18n/catalogue.ts';
import { loadPresetTexts } from '../../i18n/presets.ts';
import { useWords } from './texts.tsx';
import { useLoaded } from './use-loaded.ts';

const nothing = async () => undefined;

/** What presets and pairs are called: those of the first picture at once, all of them a moment after they are wanted. */
export function usePresetTexts(areAllWanted = true): PresetTexts {
  const words = useWords();
  return (
    useLoaded<PresetTexts | undefined>(areAllWanted ? loadPresetTexts : nothing, words.language) ??
    words.presets
  );
}

/** What some presets are called; the names of all are loaded only if the first picture has one of them not. */
export function useTitlesOf(ids: readonly (string | undefined)[]): PresetTexts['titles'] {
  const { presets } = useWords();
  return usePresetTexts(ids.some((id) => id !== undefined && !(id in presets.titles))).titles;
}
