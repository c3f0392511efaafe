/** `sim presets`: lists the presets, or prints one as a scenario. */

import { byLanguage } from '../i18n/by-language.ts';
import type { Help } from '../i18n/explanation-texts.ts';
import type { PresetTexts } from '../i18n/texts.ts';
import type { Language } from '../lib/languages.ts';
import { closestMatch } from '../model/scenario/fuzzy-match.ts';
import { presetById, presets } from '../model/scenario/library.ts';
import { presetIds } from '../model/scenario/presets.ts';
import { EXIT, print, printMessage } from './input.ts';

const titles = byLanguage(
  import.meta.glob<PresetTexts>('../i18n/*/presets.json', { eager: true, import: 'default' }),
);
const help = byLanguage(
  import.meta.glob<Pick<Help, 'presets'>>('../i18n/*/help.json', { eager: true, import: 'default' }),
);

/** Returns the exit code. */
export function showPresets(id: string | undefined, lang: Language): number {
  if (id === undefined) {
    const width = Math.max(...presets.map((preset) => preset.id.length));
    for (const preset of presets)
      print(
        `${preset.id.padEnd(width)}  ${titles[lang].titles[preset.id] ?? ''}: ${help[lang].presets[preset.id] ?? ''}`,
      );
    return EXIT.done;
  }
  const preset = presetById(id);
  if (preset) {
    print(JSON.stringify(preset.scenario, null, 2));
    return EXIT.done;
  }
  const similar = closestMatch(id, presetIds);
  printMessage(
    `no preset is named ${id}${similar ? `; did you mean ${similar}?` : '; list them with: sim presets'}`,
  );
  return EXIT.badInput;
}
