/** Removes what chats, mails, pages and editors add to a text. Line numbers do not change. */

/** Text of a page's source has its quotes and brackets as entities, and pages put in spaces of their own. */
const ENTITIES: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/&(?:quot|#34|#x22);/g, '"'],
  [/&(?:apos|#39|#x27);/g, "'"],
  [/&nbsp;/g, ' '],
  [/&amp;/g, '&'],
];

/** Pairs of quotes that a chat made of straight ones. An apostrophe alone stays. */
const QUOTES: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/[“”„]([^“”„"\n]*)[“”]/g, '"$1"'],
  [/‘([^‘’'\n]*)’/g, "'$1'"],
];

/** Before each line: the marks of a quoted mail, and the numbers that a viewer of code shows. */
const PREFIXES: readonly RegExp[] = [/^(?:[ \t]*>[ ]?)+/, /^(?:[ \t]*\d{1,5}[ ]?[|│][ ]?)+/];

/** A key with the colon, or the equals sign, of a Chinese keyboard. */
const WIDE_SIGN = /^([ \t]*(?:-[ \t]+)?[\w.-]{1,100})[ \t]*([：＝])[ \t]*/gm;

const ASCII_OF_WIDE = 0xfee0;

/** The text without entities of HTML, invisible characters, curly quotes, full-width digits and marks of quoted lines. */
export function plainText(given: string): string {
  const visible = given.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200b\u2060\ufeff]/g, '');
  const isSource = /&(?:lt|quot|#34|#x22);/.test(visible);
  const text = [...(isSource ? ENTITIES : []), ...QUOTES]
    .reduce((current, [pattern, replacement]) => current.replace(pattern, replacement), visible)
    .replace(/[０-９Ａ-Ｚａ-ｚ]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - ASCII_OF_WIDE))
    .replace(WIDE_SIGN, (_, key: string, sign: string) => `${key}${sign === '：' ? ':' : '='} `);
  return withoutPrefixes(text);
}

/** A prefix counts only where all lines have it. */
function withoutPrefixes(text: string): string {
  const lines = text.split('\n');
  const isAll = (prefix: RegExp) => lines.every((line) => line.trim() === '' || prefix.test(line));
  const prefix = lines.length > 1 ? PREFIXES.find(isAll) : undefined;
  return prefix && text.trim() !== '' ? lines.map((line) => line.replace(prefix, '')).join('\n') : text;
}
