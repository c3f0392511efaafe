/** Simplified Chinese: texts that load on demand. */

import type { Explanations } from '../explanation-texts.ts';
import costSources from './cost-sources.json';
import defaultSources from './default-sources.json';
import help from './help.json';
import settings from './settings.json';

const { fields, choices } = settings;

export default {
  help: { fields, choices, ...help },
  settings,
  costSources,
  defaultSources,
} satisfies Explanations;
