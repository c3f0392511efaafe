/** What a reader finds in one piece. */
import type { Json } from '../../model/scenario/patch.ts';
import type { Observed, PieceKind } from '../system.ts';

/** A key with its value as it was written. */
export interface FoundOption {
  /** In the notation of the piece. */
  readonly key: string;
  readonly raw: Json;
  /** From 1. */
  readonly line: number;
}

export interface Found {
  readonly kind: PieceKind;
  /** Library that the piece configures. */
  readonly library?: string | undefined;
  readonly version?: string | undefined;
  readonly options?: readonly FoundOption[];
  /** Values of the scenario that the piece says itself, without a library. */
  readonly settings?: readonly {
    readonly path: string;
    readonly value: Json;
    readonly line: number;
    readonly key: string;
  }[];
  /** Counters, without origins: the reader of the piece adds them. */
  readonly observed?: {
    readonly [Name in keyof Observed]?: {
      readonly value: Required<Observed>[Name]['value'];
      readonly line: number;
    };
  };
  /** Placeholders without a value: `${REDIS_TIMEOUT}`. */
  readonly missing?: readonly string[];
  /** Client processes. */
  readonly instances?: number | undefined;
}

/** Reads a text of its kind; undefined if the text is of another kind. */
export type PieceReader = (text: string) => Found | undefined;
