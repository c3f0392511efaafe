/** Code with a further option, in the object to which it belongs. */
import { type Holder, holdersOf, type Style } from './holders.ts';
import { literalLike } from './literal.ts';
import type { OptionEdit } from './option-edit.ts';

/** Setters and methods of Java that take a Duration. */
const TAKES_DURATION = /^(?:commandTimeout|withTimeout|setMaxWait|\w+Duration|\w+IdleTime|\w+EvictionRuns)$/;

/** A literal by whose example the value is written. */
function exampleFor(text: string, { style }: Holder, { key, value, unit, written }: OptionEdit): string {
  if (typeof value === 'boolean')
    return /\b(?:True|False|None)\b|^(?:import|from) \w+/m.test(text) ? 'True' : 'true';
  if (written === 'ns') return 'time.';
  const isJava = style === 'chain' || style === 'statement' || style === 'call';
  return isJava && unit !== 'plain' && TAKES_DURATION.test(key) ? 'Duration.' : '0';
}

const asArgument = (text: string, holder: Holder, edit: OptionEdit): string =>
  literalLike(exampleFor(text, holder, edit), edit.value, edit.unit, edit.written);

/** Separator between name and value: C# has an equals sign in its initializers. */
const separatorOf = (style: Style, holder: string): string =>
  style === 'argument' ? '=' : /ConfigurationOptions/.test(holder) ? ' = ' : ': ';

/** Texts with the option in each place that it may have. */
export function* addedToCode(text: string, library: string, edit: OptionEdit): Generator<string> {
  for (const holder of holdersOf(library, edit.key)) {
    const found = new RegExp(holder.at, 'd').exec(text);
    if (!found) continue;
    const end = found.index + found[0].length;
    const value = asArgument(text, holder, edit);
    if (holder.style === 'statement') yield withStatement(text, end, `${found[1]}.${edit.key}(${value})`);
    else if (holder.style === 'call') yield withLine(text, end, `${edit.key}(${value})`);
    else if (holder.style === 'chain') yield withCall(text, end, `.${edit.key}(${value})`);
    else if (holder.style === 'option')
      yield withMember(text, end, holder, `${found[1]}.${edit.key}(${value})`);
    else {
      const member = `${edit.key}${separatorOf(holder.style, found[0])}${value}`;
      if (!holder.group) yield withMember(text, end, holder, member);
      else if (!new RegExp(`\\b${holder.group}\\s*:`).test(text))
        yield withMember(text, end, holder, `${holder.group}: { ${member} }`);
    }
  }
}

/** Indentation of the line at a place. */
const indentAt = (text: string, at: number): string => {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? '';
};

/** A statement on the next line, with a semicolon where the one before has it. */
function withStatement(text: string, end: number, call: string): string {
  const close = text[end - 1] === ';' ? ';' : '';
  return `${text.slice(0, end)}\n${indentAt(text, end)}${call}${close}${text.slice(end)}`;
}

/** A line of its own, first in its block. */
function withLine(text: string, end: number, line: string): string {
  const indent = /^[ \t]*\n([ \t]*)(?=\S)/.exec(text.slice(end))?.[1];
  return indent === undefined
    ? `${text.slice(0, end)} ${line};${text.slice(end)}`
    : `${text.slice(0, end)}\n${indent}${line}${text.slice(end)}`;
}

/** A further call of a chain: on a line of its own if the others are. */
function withCall(text: string, end: number, call: string): string {
  const next = /^\s*\n([ \t]*)\./.exec(text.slice(end));
  return `${text.slice(0, end)}${next ? `\n${next[1]}` : ''}${call}${text.slice(end)}`;
}

/** A further member of a struct, an object or arguments. Named arguments and functions come last. */
function withMember(text: string, begin: number, { style }: Holder, member: string): string {
  const line = /^[ \t]*\n([ \t]*)(?=\S)/.exec(text.slice(begin));
  if (style === 'argument' || style === 'option') {
    const close = closingAt(text, begin);
    if (close === undefined) return text;
    const before = text.slice(0, close).trimEnd();
    const gap = text.slice(before.length, close);
    const comma = /[,(]$/.test(before) ? '' : ',';
    const start = line ? `\n${line[1]}` : comma === '' && before.endsWith('(') ? '' : ' ';
    return `${before}${comma}${start}${member}${line && before.endsWith(',') ? ',' : ''}${gap}${text.slice(close)}`;
  }
  if (line) return `${text.slice(0, begin)}\n${line[1]}${member},${text.slice(begin)}`;
  const isEmpty = /^\s*\}/.test(text.slice(begin));
  const space = /^[ \t]/.exec(text.slice(begin))?.[0] ?? '';
  return `${text.slice(0, begin)}${space}${member}${isEmpty ? '' : ','}${space === '' && !isEmpty ? ' ' : ''}${text.slice(begin)}`;
}

/** The bracket that closes the one before a place; strings are skipped. */
function closingAt(text: string, begin: number): number | undefined {
  let depth = 0;
  let quote = '';
  for (let at = begin; at < text.length; at++) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at++;
      else if (character === quote) quote = '';
    } else if (`"'\``.includes(character)) quote = character;
    else if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character) && depth-- === 0) return at;
  }
  return undefined;
}
