/** Walking through a drawing of some time by keys: from event to event of a row, and from row to row. */

/** A part of time that a row shows as one. */
export interface Stay {
  readonly fromNs: number;
  readonly toNs: number;
  readonly name: string;
  /** The request it is for, where that is one. */
  readonly request?: number | undefined;
}

export interface WalkRow {
  readonly name: string;
  /** Of a thread: its lane. */
  readonly lane?: number | undefined;
  readonly stays: readonly Stay[];
}

/** A row by its number, and an instant in it. */
export interface Place {
  readonly row: number;
  readonly timeNs: number;
}

/** What a row shows at an instant; of several the one that began last, so that an end is told where nothing follows it. */
export const stayAt = (rows: readonly WalkRow[], { row, timeNs }: Place): Stay | undefined =>
  rows[row]?.stays.findLast(({ fromNs, toNs }) => fromNs <= timeNs && timeNs <= toNs);

/** Where a key leads to within [fromNs, toNs]; undefined for keys that lead nowhere. */
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
      .sort((one, other) => one - other);
  const along = (to: number | undefined): Place => ({ row, timeNs: to ?? timeNs });
  const across = (by: number): Place => {
    const next = Math.min(rows.length - 1, Math.max(0, row + by));
    if (stayAt(rows, { row: next, timeNs })) return { row: next, timeNs };
    // Where that row shows nothing at this time, the nearest thing it shows.
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
