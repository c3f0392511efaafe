/** Configuration with a further line, by the example of one that is there: variables of the environment, beans of Spring, and YAML within YAML. */
import { addedToYaml } from './added-yaml.ts';
import { literalLike } from './literal.ts';
import type { Anchor, OptionEdit } from './option-edit.ts';

const VARIABLE = /\bSPRING_(?:DATA_)?REDIS_[A-Z0-9_]+\b/;
/** Names of which a dash became an underscore. */
const WITH_DASHES = /_(?:MAX|MIN|CLIENT|CONNECT|TIME)_/;

/** The variable that Spring binds to a property: dots become underscores, dashes are left out unless others have them. */
const variableOf = (key: string, like: string): string =>
  key
    .toUpperCase()
    .replaceAll('-', WITH_DASHES.test(like) ? '_' : '')
    .replaceAll('.', '_');

/** Texts with one more variable, after each of the present ones, the last first. */
export function* addedVariables(text: string, { key, value, unit, written }: OptionEdit): Generator<string> {
  if (!key.startsWith('spring.')) return;
  const lines = text.split('\n');
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index] ?? '';
    const name = VARIABLE.exec(line)?.[0];
    if (name === undefined) continue;
    const after = line.slice(line.indexOf(name) + name.length);
    // Kubernetes has the value on a line of its own.
    const isPair = /^["']?\s*$/.test(after) && /^\s*value\s*:/.test(lines[index + 1] ?? '');
    const model = isPair ? (lines[index + 1] ?? '') : after;
    const found = /([:=]\s*)(["']?)([^"'\r\n]*?)\2(\s*(?:[}\]].*)?\r?)$/.exec(model);
    if (!found) continue;
    const [whole, separator = '', quote = '', , rest = ''] = found;
    const literal = literalLike(unit === 'plain' ? '0' : '0ms', value, unit, written);
    const changed = `${model.slice(0, model.length - whole.length)}${separator}${quote}${literal}${quote}${rest}`;
    const own = line.slice(0, line.indexOf(name)) + variableOf(key, text);
    const added = isPair ? [own + after, changed] : [own + changed];
    const at = index + (isPair ? 2 : 1);
    yield [...lines.slice(0, at), ...added, ...lines.slice(at)].join('\n');
  }
}

const camel = (name: string): string =>
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
const kebab = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();

/** Properties of a pool's bean, by their names. */
const POOL = /^(?:max|min|block|test|softMin|timeBetween|durationBetween|num|lifo|fair)/;

/** The property of a bean that calls a setter. */
const propertyOf = (key: string): string =>
  camel(key.replace(/^set([A-Z])/, (_, letter: string) => letter.toLowerCase()));

/** Beans of Spring with one more property, beside one of the same bean. */
export function* addedToXml(text: string, edit: OptionEdit, anchors: readonly Anchor[]): Generator<string> {
  // A bean has a property for each setter.
  if (!/^set[A-Z]/.test(edit.key)) return;
  const name = propertyOf(edit.key);
  const lines = text.split('\n');
  const literal = literalLike('0', edit.value, edit.unit, edit.written);
  for (const { line: number } of [...anchors].reverse()) {
    const line = lines[number - 1] ?? '';
    const isSame = (other: string) => POOL.test(propertyOf(other)) === POOL.test(name);
    const attribute = /\b([pc]:)([\w-]+)=(["'])[^"'<>]*\3/.exec(line);
    const element = /^(\s*)<property\b[^<>]*\bname\s*=\s*(["'])([\w-]+)\2/.exec(line);
    let changed: string | undefined;
    if (element && isSame(element[3] ?? ''))
      changed = `${line}\n${element[1]}<property name=${element[2]}${name}${element[2]} value=${element[2]}${literal}${element[2]}/>`;
    else if (attribute && isSame(attribute[2] ?? '')) {
      const [whole, prefix, like = '', quote] = attribute;
      const own = like.includes('-') ? kebab(name) : name;
      const end = attribute.index + whole.length;
      changed = `${line.slice(0, end)} ${prefix}${own}=${quote}${literal}${quote}${line.slice(end)}`;
    }
    if (changed !== undefined)
      yield [...lines.slice(0, number - 1), changed, ...lines.slice(number)].join('\n');
  }
}

/** YAML within a block of other YAML, as a ConfigMap has it. */
export function* addedToBlocks(text: string, edit: OptionEdit): Generator<string> {
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index++) {
    const head = /^(\s*)[^\s#][^#]*:\s*[|>][-+]?\s*$/.exec(lines[index] ?? '');
    if (!head) continue;
    let end = index + 1;
    const isInside = (line: string) => line.trim() === '' || line.search(/\S/) > (head[1] ?? '').length;
    while (end < lines.length && isInside(lines[end] ?? '')) end++;
    while (end > index + 1 && (lines[end - 1] ?? '').trim() === '') end--;
    const block = lines.slice(index + 1, end);
    const indent = Math.min(...block.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
    const inner = addedToYaml(block.map((line) => line.slice(indent)).join('\n'), edit);
    if (inner === undefined) continue;
    const changed = inner.split('\n').map((line) => (line === '' ? '' : ' '.repeat(indent) + line));
    yield [...lines.slice(0, index + 1), ...changed, ...lines.slice(end)].join('\n');
  }
}
