/** The longest form of a message, for limits of length. */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** Placeholder of a value: one word without a letter that a rule could match. */
const VALUE = '0';
/** The tag around one item of a list. */
const ITEM = 'item';

const written = (elements: readonly MessageFormatElement[]): string =>
  elements
    .map((element) => {
      switch (element.type) {
        case TYPE.literal:
          return element.value;
        case TYPE.tag:
          // What a list has as items are sentences of their own.
          return element.value === ITEM ? `${written(element.children)}\n` : written(element.children);
        case TYPE.select:
        case TYPE.plural: {
          const branches = Object.values(element.options).map(({ value }) => written(value));
          return branches.reduce((longest, next) => (lengthOf(next) > lengthOf(longest) ? next : longest));
        }
        default:
          return VALUE;
      }
    })
    .join('');

/** A message with its longest branch at every choice and `0` for every value. */
export const longestForm = (message: string): string => written(parse(message));

/** Every branch and every text between, whatever is chosen. */
export function allForms(message: string): string {
  const every = (elements: readonly MessageFormatElement[]): string =>
    elements
      .map((element) => {
        if (element.type === TYPE.literal) return element.value;
        if (element.type === TYPE.tag) return every(element.children);
        if (element.type !== TYPE.select && element.type !== TYPE.plural) return VALUE;
        return Object.values(element.options)
          .map(({ value }) => every(value))
          .join('\n');
      })
      .join('');
  return every(parse(message));
}

/** Words of a text; each Chinese character is one. */
export const lengthOf = (text: string): number =>
  text.match(/\p{Script=Han}|[\p{L}\p{N}][\p{L}\p{N}\p{M}’'_.,()[\]/-]*/gu)?.length ?? 0;

/** Sentences of a text, in either language. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.?!])\s+(?!\p{Ll})|(?<=[。？！])|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
