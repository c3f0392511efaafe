/** Whether every search word is in one of the texts. */
export const matchesQuery = (texts: readonly string[], query: string): boolean => {
  const all = texts.join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
};
