/** Types of one language's texts. English is the reference: its keys type the others. */
import type english from './en/index.ts';
import type { IssueTexts } from './sentence.ts';

/** The messages that `use-intl` looks up and formats. */
export type Messages = (typeof english)['messages'];

/** Names by a key that only the schema knows. */
export interface FieldNames {
  readonly groups: Readonly<Record<string, string>>;
  /** By definition: `Network.rttUs`; by path where one definition is at several places: `workload.third.share`. */
  readonly fields: Readonly<Record<string, string>>;
  /** The states of a switch: `true`, `false`. */
  readonly choices: Readonly<Record<string, string>>;
  /** What a switch stands at: `true`, `false`. */
  readonly booleans: Readonly<Record<string, string>>;
}

export interface PresetTexts {
  readonly titles: Readonly<Record<string, string>>;
  readonly pairs: Readonly<Record<string, string>>;
}

export interface Catalogue {
  readonly messages: Messages;
  readonly fields: FieldNames;
  readonly presets: PresetTexts;
  readonly issues: IssueTexts;
}
