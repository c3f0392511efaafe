/**
 * The best candidate for a misspelt name. The edit distance may be a third of its length (at least 2 from
 * four letters on). Half the length needs the same first letter. A single letter never matches.
 */
export function closestMatch(name: string, candidates: readonly string[]): string | undefined {
  if (name.length < 2) return candidates.find((candidate) => candidate === name);
  const limit = Math.max(name.length < 4 ? 1 : 2, Math.floor(name.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const [typed, known] = [name.toLowerCase(), candidate.toLowerCase()];
    const distance = editDistance(typed, known);
    // Half-different names match only with the same first letter.
    if (2 * distance >= typed.length && typed[0] !== known[0]) continue;
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitute = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitute, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
