/** Types of one language's texts. English is the reference: its keys type the others. */
import type english from './en/index.ts';
import type later from './en/later.ts';
import type { IssueTexts } from './sentence.ts';
import type { FieldNames } from './setting-texts.ts';

type FirstMessages = (typeof english)['messages'];

type LaterMessages = (typeof later)['messages'];

/** The messages that `use-intl` looks up and formats. */
export type Messages = FirstMessages & LaterMessages;

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

/** What the first picture of Start and the Lab shows. */
export type FirstTexts = Omit<Catalogue, 'messages' | 'issues'> & { readonly messages: FirstMessages };

/** What panels, dialogs and the pages besides Start and the Lab show, and what is said of a problem. */
export interface LaterTexts {
  readonly messages: LaterMessages;
  readonly issues: IssueTexts;
}
