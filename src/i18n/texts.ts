/** Types of one language's texts. English is the reference: its keys type the others. */
import type english from './en/index.ts';
import type { IssueTexts } from './sentence.ts';
import type { FieldNames } from './setting-texts.ts';

/** The messages that `use-intl` looks up and formats. */
export type Messages = (typeof english)['messages'];

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
