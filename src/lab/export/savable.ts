/** What the page shows now and can save in several formats: its charts, its tables, the stage. */
export interface Savable {
  readonly title: string;
  /** Opens the menu of the formats. */
  readonly open: () => void;
}

/** By what shows it, in the order in which it came. */
export const savables = new Set<Savable>();
