/** A message key with values. Values may be messages, or durations in model ns. */
export interface Message {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number | Message | { readonly ns: number }>>;
}
