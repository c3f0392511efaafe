/** The interface of a learning platform, independent of its format. */
import type { Outcome } from './outcome.ts';

/** A learning platform that has opened the page. */
export interface Platform {
  /** What `report` last gave it, on an earlier visit of the same learner; null at the first. */
  readonly kept: string | null;
  /** The learner's name or number at the platform; empty when it says none. It stays in the page. */
  readonly learner: string;
  /**
   * Gives it an outcome and the learner's progress. Repeated calls are cheap: only changes are sent.
   * @throws PlatformError when it refuses
   */
  report(outcome: Outcome, kept: string): Promise<void>;
  /** Ends the visit; the page is about to close. */
  leave(): void;
}

/** The platform is not there, or refuses. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
}
