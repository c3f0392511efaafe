/** What every importer is: one tool's format, recognised by its content and read into the common shape. */
import type { ReadOverlay } from './overlay.ts';
import type { Answers } from './question.ts';

export interface Importer {
  /** The tool's own name; it is the same in every language. */
  readonly format: string;
  /** Whether a text looks like this tool's. Never throws. */
  readonly recognises: (text: string) => boolean;
  /**
   * @param source name of the file
   * @throws Refusal with the line that is wrong
   * @throws UnitNeeded when the file does not say the unit of its times, and `answers` does not, either
   */
  readonly read: (text: string, source: string, answers?: Answers) => ReadOverlay;
}

export const PIPELINE = 'workload.batch.size';
