/** The arrangements that are loaded when they are needed: from top to bottom, and of clusters and I/O threads in Redis. */
import { wideLayoutWith } from './layout-wide.ts';
import { crowdLines, nodePlaces, noteAt } from './node-places.ts';
import { paintPartDots } from './part-dots.ts';
import { serverRows } from './server-rows.ts';

export { tallLayout } from './layout-tall.ts';

/** The layout of a canvas that is wider than it is high, of every run. */
export const wideLayout = wideLayoutWith({ nodePlaces, crowdLines, noteAt, serverRows, paintPartDots });
