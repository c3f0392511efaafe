/** The texts of settings: `settings.json` of a language has their names, `setting-help.json` what loads with the first explanation. */
import type { Texts } from './explanation-texts.ts';

/** English has its help and sources from the engine (`model/scenario/generated/help.json`). */
interface SettingText {
  readonly label?: string;
  /** Other words by which people search for it. */
  readonly search?: string;
  /** What it is. */
  readonly help?: string;
  /** Where its default comes from. */
  readonly source?: string;
  /** One consequence of changing it. */
  readonly effect?: string;
}

/** Settings and choices by definition (`Network.rttUs`, `Connections.pooled`) or place (`workload.third.share`). */
export interface SettingTexts {
  readonly groups: Texts;
  readonly fields: Readonly<Record<string, SettingText>>;
  readonly choices: Readonly<Record<string, SettingText>>;
  readonly booleans: Texts;
}

/** Names by a key that only the schema knows. */
export interface FieldNames {
  readonly groups: Readonly<Record<string, string>>;
  /** By definition: `Network.rttUs`; by path where one definition is at several places: `workload.third.share`. */
  readonly fields: Readonly<Record<string, string>>;
  /** Other words for a setting, by the same keys. */
  readonly search: Readonly<Record<string, string>>;
  /** By definition and value: `Connections.pooled`. */
  readonly choices: Readonly<Record<string, string>>;
  /** What a switch stands at: `true`, `false`. */
  readonly booleans: Readonly<Record<string, string>>;
}

/** One kind of text of all settings that have it. */
export const textsNamed = (kind: keyof SettingText, settings: Readonly<Record<string, SettingText>>): Texts =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([key, texts]) => {
      const text = texts[kind];
      return text === undefined ? [] : [[key, text]];
    }),
  );

export const fieldNames = ({ groups, fields, choices, booleans }: SettingTexts): FieldNames => ({
  groups,
  fields: textsNamed('label', fields),
  search: textsNamed('search', fields),
  choices: textsNamed('label', choices),
  booleans,
});
