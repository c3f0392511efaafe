/** JSON with line numbers for each value, for error messages. */
import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { inRange, missing, Refusal } from './refusal.ts';

type Path = readonly (string | number)[];

/** Deeper files are no benchmark results; the parser is recursive. */
const DEEPEST = 100;

/** NaN and infinity as C and Go print them, which JSON lacks; strings stay. */
const NO_NUMBER = /"(?:[^"\\\n]|\\.)*"|[-+]?\b(?:nan|inf(?:inity)?)\b(?:\(\w*\))?/gi;

export class JsonText {
  readonly #text: string;
  readonly #format: string;
  readonly #root: Node;

  /** @throws Refusal where the text stops being JSON */
  constructor(text: string, format: string) {
    this.#text = text.replace(NO_NUMBER, (found) => (found.startsWith('"') ? found : 'null'));
    this.#format = format;
    const deep = tooDeepAt(this.#text);
    const errors: ParseError[] = [];
    const root =
      deep === undefined
        ? parseTree(this.#text, errors, { disallowComments: true, allowTrailingComma: false })
        : undefined;
    const [error] = errors;
    if (error || !root) {
      const before = this.#text.slice(0, deep ?? error?.offset ?? 0);
      const column = before.length - before.lastIndexOf('\n');
      throw new Refusal('IMP-05', format, { line: this.#lineAt(before.length), column });
    }
    this.#root = root;
  }

  has(path: Path): boolean {
    return this.#node(path) !== undefined;
  }

  /** The value at a path, of any type. */
  valueAt(path: Path): unknown {
    const node = this.#node(path);
    return node && getNodeValue(node);
  }

  /** The names in the object at a path, or the indices of the list. */
  keysAt(path: Path): (string | number)[] {
    const node = this.#node(path);
    if (node?.type === 'array') return (node.children ?? []).map((_, index) => index);
    if (node?.type !== 'object') return [];
    return [...new Set((node.children ?? []).map(({ children: [name] = [] }) => String(name?.value)))];
  }

  /**
   * The required number at a path.
   * @throws Refusal
   */
  numberAt(path: Path): number {
    const number = this.numberOrNone(path);
    if (number === undefined) {
      const node = this.#node(path);
      throw node ? this.#bad(node, path) : missing(this.#format, path.join(' / '));
    }
    return number;
  }

  /**
   * The number at a path; undefined when it is missing, null or NaN.
   * @throws Refusal
   */
  numberOrNone(path: Path): number | undefined {
    const node = this.#node(path);
    if (!node || node.value === null) return undefined;
    const refuse = () => this.#bad(node, path);
    if (typeof node.value !== 'number') throw refuse();
    return inRange(node.value, refuse);
  }

  #bad(node: Node, path: Path): Refusal {
    return new Refusal('IMP-02', this.#format, {
      line: this.#lineAt(node.offset),
      value: this.#text.slice(node.offset, node.offset + node.length).slice(0, 60),
      what: `"${path.at(-1)}": 12.5`,
    });
  }

  #node(path: Path): Node | undefined {
    return path.length === 0 ? this.#root : findNodeAtLocation(this.#root, [...path]);
  }

  #lineAt(offset: number): number {
    return this.#text.slice(0, offset).split('\n').length;
  }
}

/** Where a text nests more deeply than any tool's; undefined when it does not. */
function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (isString) {
      if (char === '\\') at++;
      else if (char === '"' || char === '\n') isString = false;
    } else if (char === '"') isString = true;
    else if (char === '{' || char === '[') {
      depth++;
      if (depth > DEEPEST) return at;
    } else if (char === '}' || char === ']') depth--;
  }
  return undefined;
}
