/** One edit of an option in a text. */
import type { Json } from '../../../model/scenario/patch.ts';
import type { ValueUnit, WrittenUnit } from './literal.ts';

/** A new value for an option. */
export interface OptionEdit {
  /** The key in the notation of the text: `spring.data.redis.lettuce.pool.max-active`, `setMaxTotal`, `pool_size`. */
  readonly key: string;
  /** Its line, from 1; null: the option is not in the text. */
  readonly line: number | null;
  readonly value: Json;
  /** Unit of the value, and of a bare number in this notation. */
  readonly unit: ValueUnit;
  readonly written: WrittenUnit;
}

/** An option that the text has, as a model for new lines. */
export interface Anchor {
  readonly key: string;
  readonly line: number;
}

/** `embedded`: YAML within another text, or as variables. */
export type Notation =
  | 'yaml'
  | 'embedded'
  | 'xml'
  | 'properties'
  | 'url'
  | 'connectionString'
  | 'code'
  | 'conf';
