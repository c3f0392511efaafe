/** Search in the list of all settings. */

/** Whether every word of a query occurs in one of the texts of a setting, whatever the case. */
export function isFound(query: string, texts: readonly string[]): boolean {
  const all = texts.join(' ').normalize('NFKC').toLowerCase();
  return query
    .normalize('NFKC')
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
