/** English: texts that load on demand. The help of settings and the sources of their defaults come from Rust. */
import { choices, fields, sources } from '../../model/scenario/generated/help.json';
import { textsNamed } from '../setting-texts.ts';
import help from './help.json';
import settings from './setting-help.json';

export default {
  help: { fields, choices, ...help },
  sources,
  effects: textsNamed('effect', settings.fields),
  costSources: {},
};
