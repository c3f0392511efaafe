/** A command without a key. */
export interface NamedCommand {
  /** Names of it, or of what it belongs to and it, in the catalogue. */
  readonly names: readonly string[];
  readonly run: () => unknown;
  /** Names of what is said when it has come true, and when it has not; `run` answers which. */
  readonly answers?: readonly [done: string, failed: string];
  /** Whether what it is about is there; always, when absent. */
  readonly isThere?: () => boolean;
  /** The control it works, which a link may hide or lock. */
  readonly control?: string;
  /** Whether it is about what the presenter view leaves out. */
  readonly isBackstage?: true;
}
