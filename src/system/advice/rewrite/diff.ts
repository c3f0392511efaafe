/** A unified diff of two texts, line by line. */

/** Unchanged lines around a change. */
const CONTEXT = 2;

interface Line {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** All lines of both texts in order: a longest common subsequence stays. */
function linesOf(before: readonly string[], after: readonly string[]): Line[] {
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      common[i * width + j] =
        before[i] === after[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, own] = [before[i], after[j]];
    if (old !== undefined && old === own) {
      lines.push({ sign: ' ', text: old });
      i++;
      j++;
    } else if (
      old !== undefined &&
      (own === undefined || (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))
    ) {
      lines.push({ sign: '-', text: old });
      i++;
    } else {
      lines.push({ sign: '+', text: own ?? '' });
      j++;
    }
  }
  return lines;
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
  const lines: Line[] = [
    ...old.slice(0, head).map((text): Line => ({ sign: ' ', text })),
    ...linesOf(old.slice(head, old.length - tail), own.slice(head, own.length - tail)),
    ...old.slice(old.length - tail).map((text): Line => ({ sign: ' ', text })),
  ];
  const isShown = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ sign }) => sign !== ' '),
  );
  const out = [`--- ${name}`, `+++ ${name}`];
  let [oldLine, ownLine] = [1, 1];
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
