/** Message catalogues as the page has them, and two languages compared: the same keys, and in each message the same arguments and tags. */
import { readdirSync, readFileSync } from 'node:fs';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { resolveLabels } from '../../.ci/label-references.mjs';
import { at } from '../../.ci/paths.mjs';

export type Catalogue = { readonly [key: string]: string | Catalogue };

/** Dotted key -> message. */
export function flatten(catalogue: Catalogue, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(catalogue).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + key, value]] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

/** Names of a language's files: `lab.json`. */
export const textFiles = (language: string): string[] =>
  readdirSync(at('src/i18n', language)).filter((file) => file.endsWith('.json'));

/** The texts of one file, flat, with labels in place of references to them. */
export const textsOf = (language: string, file: string): Map<string, string> => {
  const folder = at('src/i18n', language);
  return flatten(JSON.parse(resolveLabels(readFileSync(`${folder}/${file}`, 'utf8'), folder)) as Catalogue);
};

/** `{count}` and `<b>` of a message, whatever its sentence does with them. */
export function argumentsOf(message: string): string[] {
  const names = new Set<string>();
  const collect = (elements: MessageFormatElement[]) => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
      if (element.type === TYPE.tag) {
        names.add(`<${element.value}>`);
        collect(element.children);
        continue;
      }
      names.add(`{${element.value}}`);
      if (element.type === TYPE.plural || element.type === TYPE.select)
        for (const option of Object.values(element.options)) collect(option.value);
    }
  };
  collect(parse(message));
  return [...names].sort();
}

/** Whether a message is a single choice with a branch without text. Compiled, that branch is no text at all. */
export function canBeEmpty(message: string): boolean {
  const isEmpty = (elements: MessageFormatElement[]): boolean => {
    const [only, ...more] = elements;
    if (only === undefined) return true;
    if (more.length > 0 || (only.type !== TYPE.select && only.type !== TYPE.plural)) return false;
    return Object.values(only.options).some(({ value }) => isEmpty(value));
  };
  return isEmpty(parse(message));
}

/** One sentence for each key that is missing in either language, is empty, or takes other arguments. */
export function differences(
  a: Map<string, string>,
  b: Map<string, string>,
  names: [string, string],
): string[] {
  const missing = (from: Map<string, string>, inOther: Map<string, string>, language: string) =>
    [...from.keys()].filter((key) => !inOther.has(key)).map((key) => `${key} is missing in ${language}`);
  const common = [...a].filter(([key]) => b.has(key));
  return [
    ...missing(a, b, names[1]),
    ...missing(b, a, names[0]),
    ...common.flatMap(([key, message]) => {
      const other = b.get(key) ?? '';
      if (message.trim() === '' || other.trim() === '') return [`${key} is empty`];
      const [one, two] = [argumentsOf(message), argumentsOf(other)];
      return one.join() === two.join()
        ? []
        : [
            `${key} takes ${one.join(' ') || 'nothing'} in ${names[0]}, ${two.join(' ') || 'nothing'} in ${names[1]}`,
          ];
    }),
  ];
}
