/** The name under which this browser answers in a class: made up, and of nobody. */
import { keep, readKept } from '../../ui/local-storage.ts';

const STORAGE_KEY = 'roundtrip.voter';

let made: string | undefined;

/** The same each time, so that an answer that is read twice counts once. */
export function voterName(): string {
  made ??= readKept(STORAGE_KEY) ?? undefined;
  if (made === undefined) {
    const [number = 0, other = 0] = crypto.getRandomValues(new Uint32Array(2));
    made = number.toString(36) + other.toString(36);
    keep(STORAGE_KEY, made);
  }
  return made;
}
