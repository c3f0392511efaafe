/** `sim presets`: the named starting points, as a list or one of them as a scenario. */

import enHelp from '../i18n/en/help.json';
import en from '../i18n/en/presets.json';
import zhHelp from '../i18n/zh-CN/help.json';
import zh from '../i18n/zh-CN/presets.json';
import type { Language } from '../lib/languages.ts';
import { closestMatch } from '../model/scenario/fuzzy-match.ts';
import { presetById, presets } from '../model/scenario/library.ts';
import { presetIds } from '../model/scenario/presets.ts';
import { EXIT, print, say } from './input.ts';

const texts: Record<Language, { titles: Record<string, string>; descriptions: Record<string, string> }> = {
  en: { titles: en.titles, descriptions: enHelp.presets },
  'zh-CN': { titles: zh.titles, descriptions: zhHelp.presets },
};

/** Answers the exit code. */
export function showPresets(id: string | undefined, lang: Language): number {
  if (id === undefined) {
    const width = Math.max(...presets.map((preset) => preset.id.length));
    const { titles, descriptions } = texts[lang];
    for (const preset of presets)
      print(`${preset.id.padEnd(width)}  ${titles[preset.id] ?? ''}: ${descriptions[preset.id] ?? ''}`);
    return EXIT.done;
  }
  const preset = presetById(id);
  if (preset) {
    print(JSON.stringify(preset.scenario, null, 2));
    return EXIT.done;
  }
  const similar = closestMatch(id, presetIds);
  say(`no preset is named ${id}${similar ? `; did you mean ${similar}?` : '; list them with: sim presets'}`);
  return EXIT.badInput;
}
