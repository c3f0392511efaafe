/** What the page says in one language. English is the reference: its keys are the type of the other's. */
import type {} from 'use-intl';
import type { Language } from '../lib/languages.ts';
import { type Field, fieldNamed } from '../scenario/fields.ts';
import type branch from './en/branch.json';
import type bridge from './en/bridge.json';
import type browse from './en/browse.json';
import type describing from './en/describe.json';
import type embed from './en/embed.json';
import type evidence from './en/evidence.json';
import type experiments from './en/experiments.json';
import type exporting from './en/export.json';
import type follow from './en/follow.json';
import type glossary from './en/glossary.json';
import type guide from './en/guide.json';
import type home from './en/home.json';
import type english from './en/index.ts';
import type keys from './en/keys.json';
import type learn from './en/learn.json';
import type note from './en/note.json';
import type offline from './en/offline.json';
import type opening from './en/open.json';
import type pace from './en/pace.json';
import type palette from './en/palette.json';

import type plots from './en/plots.json';
import type profile from './en/profile.json';
import type real from './en/real.json';
import type seen from './en/seen.json';
import type selection from './en/selection.json';
import type share from './en/share.json';
import type teach from './en/teach.json';
import type until from './en/until.json';
import type why from './en/why.json';
import type zoom from './en/zoom.json';

/** Messages that are loaded with the part of the page that says them, by their first key, which is also the file's name. */
export interface PartMessages {
  readonly branch: typeof branch;
  readonly bridge: typeof bridge;
  readonly browse: typeof browse;
  readonly describe: typeof describing;
  readonly embed: typeof embed;
  readonly evidence: typeof evidence;
  readonly experiments: typeof experiments;
  readonly follow: typeof follow;
  readonly export: typeof exporting;
  readonly glossary: typeof glossary;
  readonly guide: typeof guide;
  readonly home: typeof home;
  readonly keys: typeof keys;
  readonly note: typeof note;
  readonly offline: typeof offline;
  readonly open: typeof opening;
  readonly pace: typeof pace;
  readonly palette: typeof palette;
  readonly learn: typeof learn;
  readonly plots: typeof plots;
  readonly profile: typeof profile;
  readonly real: typeof real;
  readonly seen: typeof seen;
  readonly selection: typeof selection;
  readonly share: typeof share;
  readonly teach: typeof teach;
  readonly why: typeof why;
  readonly zoom: typeof zoom;
  readonly until: typeof until;
}

export type PartName = keyof PartMessages;

/** The messages that `use-intl` looks up and formats. */
export type Messages = (typeof english)['messages'] & PartMessages;

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: Messages;
  }
}

/** Names by a key that only the schema or a file name knows. */
export interface FieldNames {
  readonly groups: Readonly<Record<string, string>>;
  /** By definition: `Network.rttUs`. */
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

const partLoaders: {
  readonly [Part in PartName]: Record<Language, () => Promise<{ default: PartMessages[Part] }>>;
} = {
  branch: { en: () => import('./en/branch.json'), 'zh-CN': () => import('./zh-CN/branch.json') },
  bridge: { en: () => import('./en/bridge.json'), 'zh-CN': () => import('./zh-CN/bridge.json') },
  browse: { en: () => import('./en/browse.json'), 'zh-CN': () => import('./zh-CN/browse.json') },
  describe: { en: () => import('./en/describe.json'), 'zh-CN': () => import('./zh-CN/describe.json') },
  embed: { en: () => import('./en/embed.json'), 'zh-CN': () => import('./zh-CN/embed.json') },
  evidence: { en: () => import('./en/evidence.json'), 'zh-CN': () => import('./zh-CN/evidence.json') },
  experiments: {
    en: () => import('./en/experiments.json'),
    'zh-CN': () => import('./zh-CN/experiments.json'),
  },
  follow: { en: () => import('./en/follow.json'), 'zh-CN': () => import('./zh-CN/follow.json') },
  glossary: { en: () => import('./en/glossary.json'), 'zh-CN': () => import('./zh-CN/glossary.json') },
  guide: { en: () => import('./en/guide.json'), 'zh-CN': () => import('./zh-CN/guide.json') },
  home: { en: () => import('./en/home.json'), 'zh-CN': () => import('./zh-CN/home.json') },
  export: { en: () => import('./en/export.json'), 'zh-CN': () => import('./zh-CN/export.json') },
  keys: { en: () => import('./en/keys.json'), 'zh-CN': () => import('./zh-CN/keys.json') },
  note: { en: () => import('./en/note.json'), 'zh-CN': () => import('./zh-CN/note.json') },
  offline: { en: () => import('./en/offline.json'), 'zh-CN': () => import('./zh-CN/offline.json') },
  open: { en: () => import('./en/open.json'), 'zh-CN': () => import('./zh-CN/open.json') },
  pace: { en: () => import('./en/pace.json'), 'zh-CN': () => import('./zh-CN/pace.json') },
  palette: { en: () => import('./en/palette.json'), 'zh-CN': () => import('./zh-CN/palette.json') },
  learn: { en: () => import('./en/learn.json'), 'zh-CN': () => import('./zh-CN/learn.json') },
  plots: { en: () => import('./en/plots.json'), 'zh-CN': () => import('./zh-CN/plots.json') },
  profile: { en: () => import('./en/profile.json'), 'zh-CN': () => import('./zh-CN/profile.json') },
  real: { en: () => import('./en/real.json'), 'zh-CN': () => import('./zh-CN/real.json') },
  seen: { en: () => import('./en/seen.json'), 'zh-CN': () => import('./zh-CN/seen.json') },
  selection: { en: () => import('./en/selection.json'), 'zh-CN': () => import('./zh-CN/selection.json') },
  share: { en: () => import('./en/share.json'), 'zh-CN': () => import('./zh-CN/share.json') },
  zoom: { en: () => import('./en/zoom.json'), 'zh-CN': () => import('./zh-CN/zoom.json') },
  teach: { en: () => import('./en/teach.json'), 'zh-CN': () => import('./zh-CN/teach.json') },
  why: { en: () => import('./en/why.json'), 'zh-CN': () => import('./zh-CN/why.json') },
  until: { en: () => import('./en/until.json'), 'zh-CN': () => import('./zh-CN/until.json') },
};

/** Parts that have messages of their own. */
export const PARTS = Object.keys(partLoaders) as PartName[];

/** Loads the messages of one part of the page. */
export const loadPart = async (part: PartName, language: Language): Promise<Partial<PartMessages>> => ({
  [part]: (await partLoaders[part][language]()).default,
});

/** The choice of distribution that a distribution's parameter belongs to. */
export const distributionOf = ({ key, path }: Field): Field | undefined =>
  key.startsWith('Dist.') ? fieldNamed(`${path.slice(0, path.lastIndexOf('.'))}.kind`) : undefined;

/** The reader's name of a field; of a distribution's parameter with what is distributed: "Think time · Mean". */
export function fieldLabel(catalogue: Catalogue, field: Field): string {
  const own = catalogue.fields.fields[field.key] ?? field.key;
  const whole = distributionOf(field);
  if (!whole) return own;
  return field.key === 'Dist.constant.value'
    ? fieldLabel(catalogue, whole)
    : `${fieldLabel(catalogue, whole)} · ${own}`;
}

/** The reader's name of one value of a choice or a switch. */
export const choiceLabel = ({ fields }: Catalogue, { kind, choiceKey }: Field, value: string): string =>
  (kind === 'boolean' ? fields.booleans[value] : fields.choices[`${choiceKey}.${value}`]) ?? value;
