/** Holds the players' reports of passing time while the page renders much: each report would discard what is rendered. */

const holds = new Set<symbol>();

/** Players report no ticks until the returned function is called. Actions are still reported, and the stage still moves. */
export function holdTicks(): () => void {
  const own = Symbol('hold');
  holds.add(own);
  return () => void holds.delete(own);
}

export const areTicksHeld = (): boolean => holds.size > 0;
