/** A unified diff of two texts, line by line. */

/** Unchanged lines around a change. */
const CONTEXT = 2;

interface Line {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/**
 * All lines of both texts in order: a longest common subsequence stays. Its time grows with the number of changed lines, not
 * with the length (Myers, "An O(ND) Difference Algorithm and Its Variations", 1986).
 */
function linesOf(before: readonly string[], after: readonly string[]): Line[] {
  // The furthest line of `before` on each diagonal, after each number of changes.
  const steps: Map<number, number>[] = [];
  let reached = new Map([[1, 0]]);
  for (let changes = 0; ; changes++) {
    steps.push(reached);
    const next = new Map<number, number>();
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let old = stepFrom(reached, diagonal, changes).old;
      while (old < before.length && old - diagonal < after.length && before[old] === after[old - diagonal])
        old++;
      next.set(diagonal, old);
      if (old >= before.length && old - diagonal >= after.length) return walkBack(before, after, steps);
    }
    reached = next;
  }
}

/** Where a diagonal is entered: by an added line, or by a removed one. */
function stepFrom(reached: ReadonlyMap<number, number>, diagonal: number, changes: number) {
  const [added, removed] = [reached.get(diagonal + 1) ?? -1, reached.get(diagonal - 1) ?? -1];
  const isAdded = diagonal === -changes || (diagonal !== changes && removed < added);
  return { isAdded, old: isAdded ? added : removed + 1 };
}

function walkBack(
  before: readonly string[],
  after: readonly string[],
  steps: readonly ReadonlyMap<number, number>[],
): Line[] {
  const lines: Line[] = [];
  let [old, own] = [before.length, after.length];
  for (let changes = steps.length - 1; changes >= 0; changes--) {
    const { isAdded, old: entered } = stepFrom(steps[changes] ?? new Map(), old - own, changes);
    for (; old > Math.max(entered, 0) && own > 0 && before[old - 1] === after[own - 1]; old--, own--)
      lines.push({ sign: ' ', text: before[old - 1] ?? '' });
    if (changes === 0) break;
    if (isAdded) lines.push({ sign: '+', text: after[--own] ?? '' });
    else lines.push({ sign: '-', text: before[--old] ?? '' });
  }
  return lines.reverse();
}

/** The diff with file names; empty if the texts are equal. */
export function unifiedDiff(before: string, after: string, name: string): string {
  if (before === after) return '';
  // A line break at the end begins no line.
  const [old = [], own = []] = [before, after].map((text) => text.replace(/\n$/, '').split('\n'));
  // Equal lines at both ends need no comparison.
  let head = 0;
  while (head < old.length && old[head] === own[head]) head++;
  let tail = 0;
  while (tail < Math.min(old.length, own.length) - head && old.at(-1 - tail) === own.at(-1 - tail)) tail++;
  const from = Math.max(0, head - CONTEXT);
  const end = old.length - tail;
  const lines: Line[] = [
    ...old.slice(from, head).map((text): Line => ({ sign: ' ', text })),
    ...linesOf(old.slice(head, end), own.slice(head, own.length - tail)),
    ...old.slice(end, end + CONTEXT).map((text): Line => ({ sign: ' ', text })),
  ];
  const isShown = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ sign }) => sign !== ' '),
  );
  const out = [`--- ${name}`, `+++ ${name}`];
  let [oldLine, ownLine] = [from + 1, from + 1];
  for (let index = 0; index < lines.length; ) {
    if (!isShown[index]) {
      oldLine++;
      ownLine++;
      index++;
      continue;
    }
    let end = index;
    while (end < lines.length && isShown[end]) end++;
    const hunk = lines.slice(index, end);
    const [oldCount, ownCount] = ['+', '-'].map((sign) => hunk.filter((line) => line.sign !== sign).length);
    out.push(`@@ -${oldLine},${oldCount} +${ownLine},${ownCount} @@`);
    out.push(...hunk.map(({ sign, text }) => `${sign}${text}`));
    oldLine += oldCount ?? 0;
    ownLine += ownCount ?? 0;
    index = end;
  }
  return `${out.join('\n')}\n`;
}
