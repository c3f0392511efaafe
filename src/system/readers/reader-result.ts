/** Result of reading one piece, and the interface of a reader. */
import type { NameKind } from '../../model/libraries/library.ts';
import type { Json } from '../../model/scenario/patch.ts';
import type { PageCode } from '../../model/scenario/problem.ts';
import type { Choice, Observed, PieceKind } from '../system.ts';

/** A key with its value as it was written. */
export interface FoundOption {
  /** In the notation of the piece. */
  readonly key: string;
  readonly raw: Json;
  /** From 1. */
  readonly line: number;
  /** The notation, where it decides the unit of a bare number. */
  readonly kind?: NameKind;
  /** Id of the library's option, where the key is none of its names. */
  readonly option?: string;
}

/** Versions that a piece allows: a whole version, or from one on and below another. */
export interface VersionRange {
  readonly exact?: string | undefined;
  readonly from?: string | undefined;
  readonly below?: string | undefined;
}

/** A client that a piece configures. */
export interface FoundClient {
  readonly library: string;
  readonly version?: VersionRange | undefined;
  /** The piece names no library: this one is a proposal. */
  readonly isAssumed?: boolean;
  readonly options: readonly FoundOption[];
}

/** A dependency with its version: of a library, or of Spring Boot. */
export interface FoundVersion {
  /** Id of a library; `spring`: Spring Boot, with either client. */
  readonly library: string;
  readonly version: VersionRange;
  readonly line: number;
  readonly key: string;
}

export interface FoundProblem {
  readonly code: PageCode;
  readonly line: number;
  /** The key, or another name of the place. */
  readonly key: string;
  readonly value?: string;
  readonly expected?: string;
}

export interface Found {
  readonly kind: PieceKind;
  readonly clients?: readonly FoundClient[];
  readonly versions?: readonly FoundVersion[];
  /** Values of the scenario that the piece says itself, without a library. */
  readonly settings?: readonly {
    readonly path: string;
    readonly value: Json;
    readonly line: number;
    readonly key: string;
  }[];
  /** Keys that the piece has and nothing reads. */
  readonly unused?: readonly (FoundOption & { readonly meaning: 'outside' | 'other' | null })[];
  /** Counters, without origins: `read` adds them, also to items with a `line`. */
  readonly observed?: {
    readonly [Name in keyof Observed]?: {
      readonly value: Required<Observed>[Name]['value'];
      readonly line: number;
    };
  };
  /** Keys whose placeholder has no value: `${REDIS_TIMEOUT}`. */
  readonly missing?: readonly FoundOption[];
  /** Client processes. */
  readonly instances?: number | undefined;
  readonly problems?: readonly FoundProblem[];
  /** Further lines that the reader understood: groups, separators, headings. */
  readonly lines?: readonly number[];
}

/** A question of a reader, about a line. */
export interface Asked extends Pick<Choice, 'id' | 'kind' | 'values'> {
  readonly proposal: string | null;
  readonly line: number;
}

/** What a reader knows besides the text. */
export interface Context {
  /** File name; empty for pasted text. */
  readonly name: string;
  /** Asks, unless there is an answer. @returns the answer or the proposal */
  readonly ask: (asked: Asked) => string | null;
  /** The library that other words of the pieces name. */
  readonly library?: string | undefined;
  /** The server that any of the pieces names. */
  readonly server: Observed['server'];
  /** An earlier INFO of the same server, from another piece. */
  readonly earlierInfo?: string | undefined;
  /** Reads a part of the text, which has as many lines; undefined if it is of no known form. */
  readonly readPart: (text: string) => Found | undefined;
}

/** Reads a text of its kind; undefined if the text is of another kind. */
export type PieceReader = (text: string, context: Context) => Found | undefined;
