/** Beans of Spring in XML: a pool and its connection factory. */
import { isOtherOption, libraryById, optionOf } from '../../model/libraries/library.ts';
import { resolvePlaceholders } from './placeholders.ts';
import type { FoundClient, FoundOption, PieceReader } from './reader-result.ts';

/** Libraries by the classes of their beans, the most specific first. */
const CLASSES: readonly (readonly [library: string, pattern: RegExp])[] = [
  ['springJedis', /\.connection\.jedis\.|\bJedisConnectionFactory\b/],
  ['springLettuce', /\.connection\.lettuce\.|\bLettuceConnectionFactory\b/],
  ['jedis', /\bredis\.clients\.jedis\b|\bJedisPoolConfig\b|\bGenericObjectPoolConfig\b/],
  ['redisson', /\borg\.redisson\b/],
];

/** Properties of a bean, as elements; the value in an attribute or in an element of its own. */
const PROPERTY =
  /<(?:property|constructor-arg)\b[^<>]{0,200}?\bname\s*=\s*["']([\w-]+)["'][^<>]{0,200}?(?:\bvalue\s*=\s*["']([^"'<>]*)["']|>\s*<value>([^<>]*)<\/value>)/g;
/** Properties as attributes: `p:max-total="30"`. */
const ATTRIBUTE = /\b[pc]:([a-zA-Z][\w-]*)\s*=\s*["']([^"'<>]*)["']/g;

const camel = (name: string): string =>
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A property of a bean calls its setter, which may be the only name that the library's data has. */
function asSetter(option: FoundOption, id: string): FoundOption {
  const library = libraryById(id);
  const { key } = option;
  if (!library || optionOf(library, key) || isOtherOption(library, key)) return option;
  const setter = `set${key.slice(0, 1).toUpperCase()}${key.slice(1)}`;
  const known = optionOf(library, setter);
  if (known) return { ...option, option: known.id };
  return isOtherOption(library, setter) ? { ...option, key: setter } : option;
}

export const readSpringXml: PieceReader = (text, context) => {
  if (!/<bean\b/.test(text)) return undefined;
  const libraries = CLASSES.filter(([, pattern]) =>
    [...text.matchAll(/\bclass\s*=\s*["']([^"']*)["']/g)].some(([, name = '']) => pattern.test(name)),
  );
  const [first] = libraries;
  if (!first) return undefined;
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  const found = [...text.matchAll(PROPERTY), ...text.matchAll(ATTRIBUTE)]
    .filter(([whole]) => !/-ref\s*=|\bref\s*=/.test(whole))
    .map(
      ({ 1: name = '', 2: value, 3: element, index, 0: whole }): FoundOption => ({
        ...{ key: camel(name), raw: value ?? element ?? '', kind: 'code' },
        line: lineOf(index + Math.max(0, whole.search(/\S/))),
      }),
    );
  const { options, missing } = resolvePlaceholders(
    found.map((option) => asSetter(option, first[0])),
    context,
  );
  const clients: FoundClient[] = [{ library: first[0], options }];
  return {
    kind: 'springXml',
    clients,
    missing,
    // Elements that open, close or refer.
    lines: text.split(/\r?\n/).flatMap((line, index) => {
      const isFrame =
        /^\s*(?:<\/?(?:beans?|description|import|context:[\w-]+|property|constructor-arg|value)\b|<\?|xmlns|xsi|https?:|\/?>)/.test(
          line,
        ) && !/\bvalue\s*=/.test(line);
      return isFrame || /\bref\s*=|-ref\s*=/.test(line) ? [index + 1] : [];
    }),
  };
};
