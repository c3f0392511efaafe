/** Simplified Chinese: texts that load on demand. */

import type { Explanations } from '../explanation-texts.ts';
import { textsNamed } from '../setting-texts.ts';
import costSources from './cost-sources.json';
import help from './help.json';
import settings from './setting-help.json';

const { fields, choices } = settings;

export default {
  help: { fields: textsNamed('help', fields), choices: textsNamed('help', choices), ...help },
  sources: textsNamed('source', fields),
  effects: textsNamed('effect', fields),
  costSources,
} satisfies Explanations;
