/**
 * The articles with their presets: machine, settings and findings of each. A preset of an article must show
 * its finding; `tests/evidence/articles.test.ts` checks it.
 */
import type { Edits } from '../../model/scenario/patch.ts';
import type { Check, RunSpec } from './claim.ts';

/** A finding of an article, as checks over the runs of its presets. */
export interface Finding {
  /** The finding as a sentence; the name of its test. */
  readonly id: string;
  /** The claims (`S0-17`) that quote this finding with its numbers. */
  readonly claims: readonly string[];
  /** All of them must be true. */
  readonly checks: readonly Check[];
}

export interface Article {
  /** `S0`: the letter and number of its claims. */
  readonly id: string;
  /** Title of the article. */
  readonly source: string;
  /** Cost profile of the machine on which it was measured. */
  readonly profile: string;
  /** Settings of its experiment by path: every preset of the article has them. */
  readonly settings: Edits;
  /** By preset of the article: its additional settings. */
  readonly presets: Readonly<Record<string, Edits>>;
  /** Presets by the names in the checks (`from`), and runs that differ from them (`set`, `sweep`). */
  readonly runs: Readonly<Record<string, RunSpec>>;
  readonly findings: readonly Finding[];
  /** Lessons that begin with the article's experiment: their stage has its profile before the prediction. */
  readonly lessons: readonly string[];
  /** Ready experiments that begin with it: every point has its profile. */
  readonly experiments: readonly string[];
}

const files = import.meta.glob<Article>('../articles/*.json', { eager: true, import: 'default' });

/** All articles, in order. */
export const articles: readonly Article[] = Object.values(files).sort((left, right) =>
  left.id.localeCompare(right.id),
);
