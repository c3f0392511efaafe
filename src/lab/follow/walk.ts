/** Keyboard navigation in a drawing over time: from event to event of a row, and from row to row. */

/** A part of time that a row shows as one. */
export interface Stay {
  readonly fromNs: number;
  readonly toNs: number;
  readonly name: string;
  /** Its request, if it has one. */
  readonly request?: number | undefined;
}

export interface WalkRow {
  readonly name: string;
  /** The lane, if it is a thread. */
  readonly lane?: number | undefined;
  readonly stays: readonly Stay[];
}

/** A row by its number, and an instant in it. */
export interface Place {
  readonly row: number;
  readonly timeNs: number;
}

/**
 * The stay of a row at an instant; of several the one that began last, so that an end without a successor is
 * found.
 */
export const stayAt = (rows: readonly WalkRow[], { row, timeNs }: Place): Stay | undefined =>
  rows[row]?.stays.findLast(({ fromNs, toNs }) => fromNs <= timeNs && timeNs <= toNs);

/** The place that a key leads to within [fromNs, toNs]; undefined for other keys. */
export function walked(
  key: string,
  rows: readonly WalkRow[],
  { row, timeNs }: Place,
  [fromNs, toNs]: readonly [fromNs: number, toNs: number],
): Place | undefined {
  /** All events of a row in order. */
  const eventsOf = (of: number): number[] =>
    (rows[of]?.stays ?? [])
      .flatMap((stay) => [stay.fromNs, stay.toNs])
      .filter((ns) => ns >= fromNs && ns <= toNs)
      .sort((left, right) => left - right);
  const along = (to: number | undefined): Place => ({ row, timeNs: to ?? timeNs });
  const across = (by: number): Place => {
    const next = Math.min(rows.length - 1, Math.max(0, row + by));
    if (stayAt(rows, { row: next, timeNs })) return { row: next, timeNs };
    // If that row is empty at this time, its nearest stay.
    const distance = (ns: number) => Math.abs(ns - timeNs);
    const starts = (rows[next]?.stays ?? []).map((stay) => Math.max(fromNs, stay.fromNs));
    const near = starts.reduce(
      (best, ns) => (distance(ns) < distance(best) ? ns : best),
      starts[0] ?? timeNs,
    );
    return { row: next, timeNs: near <= toNs ? near : timeNs };
  };
  const moves: Readonly<Record<string, () => Place>> = {
    ArrowRight: () => along(eventsOf(row).find((ns) => ns > timeNs)),
    ArrowLeft: () => along(eventsOf(row).findLast((ns) => ns < timeNs)),
    Home: () => along(eventsOf(row)[0]),
    End: () => along(eventsOf(row).at(-1)),
    ArrowUp: () => across(-1),
    ArrowDown: () => across(1),
  };
  return moves[key]?.();
}
