/** The arrangements of the stage: from left to right with everything that a server may have, and from top to bottom. */
import { wideLayoutWith } from './layout-wide.ts';
import { crowdLines, nodePlaces, noteAt } from './node-places.ts';
import { paintPartDots } from './part-dots.ts';
import { serverRows } from './server-rows.ts';

export { tallLayout } from './layout-tall.ts';

/** The layout of a canvas that is wider than it is high, of every run. */
export const wideLayout = wideLayoutWith({ nodePlaces, crowdLines, noteAt, serverRows, paintPartDots });
