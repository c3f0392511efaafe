/** Simplified Chinese: what is read when it is asked for. */
import costSources from '../cost-sources.zh-CN.json';
import defaultSources from '../default-sources.zh-CN.json';
import type { Explanations } from '../explanation-texts.ts';
import help from './help.json';
import settings from './settings.json';

export default { help, settings, costSources, defaultSources } satisfies Explanations;
