import { today } from '../../../model/playback/clock.ts';
import { hashOf } from '../draw.ts';
import { MAX_SEED } from '../variant.ts';

/** A seed that depends on the hour: the links of a page stay the same while it is read, and are others next time. */
export const freshSeed = (): number => 1 + (hashOf(today().toISOString().slice(0, 13)) % MAX_SEED);
