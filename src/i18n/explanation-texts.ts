/** Types of the longer texts of one language. */
import type english from './en/help.json';

export type Texts = Readonly<Record<string, string>>;

export interface Help {
  /** By definition: `Network.rttUs`. */
  readonly fields: Texts;
  /** By definition and value: `Connections.pooled`. */
  readonly choices: Texts;
  /** By the preset's id. */
  readonly presets: Texts;
  /** Notes on a pair of presets, by its id. */
  readonly notices: Texts;
  /** Notes on a preset that is in no pair, by its id. */
  readonly alone: Texts;
  /** By the row of the summary table. */
  readonly figures: Readonly<Record<keyof (typeof english)['figures'], string>>;
}

/** Texts that load on demand. */
export interface Explanations {
  readonly help: Help;
  /** Where the default of a setting comes from, by definition: `Network.rttUs`. */
  readonly sources: Texts;
  /** One consequence of changing a setting, by definition. */
  readonly effects: Texts;
  /** By the English text; missing ones are shown in English. */
  readonly costSources: Texts;
}
