/**
 * The interface of an importer: one tool's format, recognised by content and parsed into the common shape.
 */
import type { ReadOverlay } from './overlay.ts';
import type { Answers } from './question.ts';

export interface Importer {
  /** The tool's own name, in every language. */
  readonly format: string;
  /** Whether a text looks like this tool's. Never throws. */
  readonly recognises: (text: string) => boolean;
  /**
   * @param source name of the file
   * @throws Refusal with the invalid line
   * @throws UnitNeeded when neither the file nor `answers` has the unit of its times
   */
  readonly read: (text: string, source: string, answers?: Answers) => ReadOverlay;
}

export const PIPELINE = 'workload.batch.size';
