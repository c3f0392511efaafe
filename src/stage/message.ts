/** A message of the catalogue. Its values may be messages themselves, or durations in model ns. */
export interface Message {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number | Message | { readonly ns: number }>>;
}
