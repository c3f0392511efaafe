/** What the page says in one language. English is the reference: its keys are the type of the other's. */
import type {} from 'use-intl';
import type { Language } from '../lib/languages.ts';
import type english from './en/index.ts';
import type englishParts from './en/parts.ts';

export type PartName = keyof typeof englishParts;

/** Messages that are loaded with the part of the page that says them, by their first key. */
export type PartMessages = {
  readonly [Part in PartName]: Awaited<ReturnType<(typeof englishParts)[Part]>>['default'];
};

export type PartLoaders = {
  readonly [Part in PartName]: () => Promise<{ readonly default: PartMessages[Part] }>;
};

/** The messages that `use-intl` looks up and formats. */
export type Messages = (typeof english)['messages'] & PartMessages;

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: Messages;
  }
}

/** Names by a key that only the schema knows. */
export interface FieldNames {
  readonly groups: Readonly<Record<string, string>>;
  /** By definition: `Network.rttUs`; by path where one definition is at several places: `workload.third.share`. */
  readonly fields: Readonly<Record<string, string>>;
  /** By definition and value: `Connections.pooled`. */
  readonly choices: Readonly<Record<string, string>>;
  /** What a switch stands at: `true`, `false`. */
  readonly booleans: Readonly<Record<string, string>>;
}

/** The catalogue has those of the first picture; `presets.ts` loads all. */
export interface PresetTexts {
  readonly titles: Readonly<Record<string, string>>;
  readonly pairs: Readonly<Record<string, string>>;
}

export interface Catalogue {
  readonly messages: Omit<Messages, PartName>;
  readonly parts: PartLoaders;
  /** Those of the first picture; `field-names.ts` loads all. */
  readonly fields: FieldNames;
  readonly presets: PresetTexts;
}

const loaders: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import('./en/index.ts'),
  'zh-CN': () => import('./zh-CN/index.ts'),
};

/** Loads a language; the other one is not fetched before somebody asks for it. */
export const loadCatalogue = async (language: Language): Promise<Catalogue> =>
  (await loaders[language]()).default;

/** Loads the messages of one part of the page, and the names of the phases of a request, of which most parts speak. */
export async function loadPart(part: PartName, language: Language): Promise<Partial<PartMessages>> {
  const { parts } = await loadCatalogue(language);
  const [own, phases] = await Promise.all([parts[part](), parts.phases()]);
  return { phases: phases.default, [part]: own.default };
}
