/** Names with values in code: setters, struct fields, properties and keyword arguments of Java, Kotlin, Go, JavaScript, Python and C#. */

export interface Assignment {
  readonly key: string;
  /** The value as it is written. */
  readonly raw: string;
  /** Place of the key. */
  readonly from: number;
  readonly separator: '=' | ':' | '(';
  /** Places of the brackets around it, outermost first. */
  readonly groups: readonly number[];
  /** It declares a variable, and no option. */
  readonly isDeclaration: boolean;
  /** It follows a dot: a setter, or a property of an object. */
  readonly isMember: boolean;
  /** What ends the value. */
  readonly end: string;
}

/** Strings, which stay, and comments of Java, Go, JavaScript, C# and Python. */
const STRING_OR_COMMENT =
  /"""[\s\S]{0,20000}?"""|"(?:[^"\\\n]|\\.){0,2000}"|'(?:[^'\\\n]|\\.){0,2000}'|`[^`]{0,2000}`|(\/\*[\s\S]*?(?:\*\/|$)|(?<!:)\/\/[^\n]*|(?<=^|\s)#(?=\s|\w+=|$)[^\n]*)/gm;

/** The text with spaces in place of its comments: places stay. */
export const withoutComments = (text: string): string =>
  text.replace(STRING_OR_COMMENT, (whole: string, comment?: string) =>
    comment === undefined ? whole : whole.replace(/[^\n]/g, ' '),
  );

/** The code with spaces inside its strings. */
const withoutStrings = (code: string): string =>
  code.replace(STRING_OR_COMMENT, (whole: string) =>
    whole.length < 2 ? whole : whole[0] + whole.slice(1, -1).replace(/[^\n]/g, ' ') + whole.at(-1),
  );

/** Longer values are no literals. */
const MAX_VALUE = 400;
/** Longer calls are no configuration. */
const MAX_CALL = 4000;

/** Opening brackets with the place of their end. */
function brackets(plain: string): {
  readonly open: readonly number[];
  readonly close: ReadonlyMap<number, number>;
} {
  const stack: number[] = [];
  const open: number[] = [];
  const close = new Map<number, number>();
  for (let at = 0; at < plain.length; at++) {
    const character = plain[at] ?? '';
    if ('([{'.includes(character)) {
      stack.push(at);
      open.push(at);
    } else if (')]}'.includes(character)) {
      const begin = stack.pop();
      if (begin !== undefined) close.set(begin, at);
    }
  }
  return { open, close };
}

/** Where the value that begins at a place ends. */
function endOf(plain: string, from: number, isCall: boolean): number {
  let depth = 0;
  const last = Math.min(plain.length, from + MAX_VALUE);
  for (let at = from; at < last; at++) {
    const character = plain[at] ?? '';
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) {
      if (depth === 0) return at;
      depth--;
    } else if (depth === 0 && !isCall && (',;'.includes(character) || character === '\n')) return at;
  }
  return last;
}

const NAME = /(?:([A-Za-z_$][\w$]*)|("[ ]{1,100}"|'[ ]{1,100}'))(\s{0,20})(:=|=(?![=>])|:(?![:=])|\()/g;

/** All assignments of a text without comments. */
export function assignmentsIn(code: string): Assignment[] {
  const plain = withoutStrings(code);
  const { open, close } = brackets(plain);
  const found: Assignment[] = [];
  let next = 0;
  let around: number[] = [];
  for (const match of plain.matchAll(NAME)) {
    const [whole, name, quoted, , sign = ''] = match;
    const from = match.index;
    while (next < open.length && (open[next] ?? 0) < from) around.push(open[next++] ?? 0);
    around = around.filter((begin) => (close.get(begin) ?? plain.length) > from);
    const before = plain.slice(Math.max(0, from - 40), from);
    const isMember = /[.?]\s*$/.test(before);
    if (sign === '(' && !isMember) continue;
    const key = name ?? code.slice(from + 1, from + (quoted?.length ?? 2) - 1);
    const start = from + whole.length;
    const begin = start + (/^\s*/.exec(plain.slice(start, start + MAX_VALUE))?.[0].length ?? 0);
    // A value on the next line is one; an empty rest of a line before a bracket is not.
    const end = endOf(plain, begin, sign === '(');
    const raw = code.slice(begin, end).trim();
    found.push({
      ...{ key, raw, from, isMember, groups: [...around], end: plain[end] ?? '' },
      separator: sign === '(' ? '(' : sign === ':' ? ':' : '=',
      isDeclaration:
        sign === ':=' ||
        (sign === '=' && /[\w>\]][ \t]+$/.test(before) && !/\b(?:return|new|await|in)\s+$/.test(before)),
    });
  }
  return found;
}

/** Numbers, booleans, names of constants, strings and durations: what an option can be. */
const SCALAR =
  /^(?:["'`][^\n]*["'`]|[-+]?\d[\w.+*\s-]*|true|false|null|None|True|False|nil|(?:[\w.]+\.)?(?:Duration|TimeSpan|timedelta|time)\b[^{}]*|[-+]?\d[\d_.]*\s*\*\s*time\.\w+|[A-Z][\w]*(?:\.[A-Z]\w*)+)$/;

export const isScalar = (raw: string): boolean => raw.length <= 200 && SCALAR.test(raw);

/** A call with its arguments. */
export interface Call {
  /** Place of its name. */
  readonly at: number;
  readonly values: readonly { readonly raw: string; readonly at: number }[];
}

/** Calls of a name, of a text without comments; arguments of anonymous classes and functions stay whole. */
export function argumentsIn(code: string, name: string): Call[] {
  const plain = withoutStrings(code);
  const pattern = new RegExp(`(?<![\\w$])${name.replaceAll('.', '\\.')}(?:<[^>\\n]*>)?\\(`, 'g');
  return [...plain.matchAll(pattern)].map(({ index, 0: { length } }) => {
    const values: { raw: string; at: number }[] = [];
    let depth = 0;
    let from = index + length;
    const last = Math.min(plain.length, from + MAX_CALL);
    for (let at = from; at < last && depth >= 0; at++) {
      const character = plain[at] ?? '';
      if ('([{'.includes(character)) depth++;
      else if (')]}'.includes(character)) depth--;
      if (depth > 0 || (depth === 0 && character !== ',')) continue;
      const raw = code.slice(from, at);
      if (raw.trim() !== '') values.push({ raw: raw.trim(), at: from + raw.search(/\S/) });
      from = at + 1;
    }
    return { at: index, values };
  });
}
