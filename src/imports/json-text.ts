/** JSON in which everything knows its line, so that what is wrong can be named by it. */
import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { missing, Refusal } from './refusal.ts';

type Path = readonly (string | number)[];

export class JsonText {
  readonly #text: string;
  readonly #format: string;
  readonly #root: Node;

  /** @throws Refusal where the text stops being JSON */
  constructor(text: string, format: string) {
    this.#text = text;
    this.#format = format;
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
    const [error] = errors;
    if (error || !root) {
      const before = text.slice(0, error?.offset ?? 0);
      const column = before.length - before.lastIndexOf('\n');
      throw new Refusal('IMP-05', format, { line: this.#lineAt(before.length), column });
    }
    this.#root = root;
  }

  has(path: Path): boolean {
    return this.#node(path) !== undefined;
  }

  /** The value at a path, whatever it is. */
  valueAt(path: Path): unknown {
    const node = this.#node(path);
    return node && getNodeValue(node);
  }

  /** The names in the object at a path, or the indices of the list. */
  keysAt(path: Path): (string | number)[] {
    const node = this.#node(path);
    if (node?.type === 'array') return (node.children ?? []).map((_, index) => index);
    return (node?.children ?? []).map(({ children: [name] = [] }) => String(name?.value));
  }

  /** The number at a path that must be there. @throws Refusal */
  numberAt(path: Path): number {
    const node = this.#node(path);
    if (!node) throw missing(this.#format, path.join(' / '));
    if (typeof node.value !== 'number') {
      const value = this.#text.slice(node.offset, node.offset + node.length).slice(0, 60);
      throw new Refusal('IMP-02', this.#format, {
        line: this.#lineAt(node.offset),
        value,
        what: `"${path.at(-1)}": 12.5`,
      });
    }
    return node.value;
  }

  #node(path: Path): Node | undefined {
    return path.length === 0 ? this.#root : findNodeAtLocation(this.#root, [...path]);
  }

  #lineAt(offset: number): number {
    return this.#text.slice(0, offset).split('\n').length;
  }
}
