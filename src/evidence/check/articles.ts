/**
 * The articles with their presets: on which machine each was measured, with which settings, and what it found. A preset of
 * an article has to open on that finding; `tests/evidence/articles.test.ts` holds each of them to it.
 */
import type { Edits } from '../../model/scenario/patch.ts';
import type { Check, RunSpec } from './claim.ts';

/** Something that an article has found, as checks over the runs of its presets. */
export interface Finding {
  /** The finding as a sentence; the name of its test. */
  readonly id: string;
  /** The claims (`S0-17`) that quote the article for it, with its figures. */
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
  /** By preset of the article: the settings of that experiment alone. */
  readonly presets: Readonly<Record<string, Edits>>;
  /** Presets by the names that the checks use (`from`), and runs that differ from them (`set`, `sweep`). */
  readonly runs: Readonly<Record<string, RunSpec>>;
  readonly findings: readonly Finding[];
  /** Lessons that begin with the article's experiment: what they stage before the prediction has its profile. */
  readonly lessons: readonly string[];
  /** Ready experiments that begin with it: every point has its profile. */
  readonly experiments: readonly string[];
}

const files = import.meta.glob<Article>('../articles/*.json', { eager: true, import: 'default' });

/** All articles, in their order. */
export const articles: readonly Article[] = Object.values(files).sort((one, other) =>
  one.id.localeCompare(other.id),
);
