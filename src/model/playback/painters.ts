/** What is drawn for each frame, in the order that costs the browser least. */

/** What a painter changes. */
export type Painted = 'canvas' | 'elements';

/**
 * Painters of canvases run before painters of elements. Text on a canvas needs the layout of the page, so an element that
 * changed before it would be laid out twice in a frame.
 */
export class Painters {
  private readonly groups: Readonly<Record<Painted, Set<() => void>>> = {
    canvas: new Set(),
    elements: new Set(),
  };

  /** Returns the removal of the painter. */
  add(painter: () => void, painted: Painted): () => void {
    const group = this.groups[painted];
    group.add(painter);
    return () => group.delete(painter);
  }

  paint(): void {
    for (const painter of this.groups.canvas) painter();
    for (const painter of this.groups.elements) painter();
  }

  clear(): void {
    for (const group of Object.values(this.groups)) group.clear();
  }
}
