/** Whether every search word is in one of the texts, whatever the case and the width of letters. */
export const matchesQuery = (texts: readonly string[], query: string): boolean => {
  const plain = (text: string) => text.normalize('NFKC').toLowerCase();
  const all = plain(texts.join(' '));
  return plain(query)
    .split(/\s+/)
    .every((word) => all.includes(word));
};
