/**
 * Formulas over the results of runs, as text: `qps(j50) / qps(j8)`, `1 - j50.hosts.client.idle`. A name with
 * dots is a metric of a run, by its path in the summary. List elements are selected by name,
 * `j50.phases.wireOut.time.meanUs`, `j50.syscalls.serverMain.read.perRequest`, or by number,
 * `c5.nodes.0.utilisation`. A sweep gives a list of values; `sweep[50]` is the run with that value,
 * `swept(sweep)` the values themselves. Arithmetic on lists is element-wise. The language has no side
 * effects, so untrusted formulas are safe.
 */
import { activities } from '../../model/engine/generated/abi.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import { measures } from './measures.ts';

/** A finished run: the swept value (empty without a sweep) and the summary. */
export interface Point {
  readonly key: string;
  readonly summary: Summary;
}

/** The results of the runs of a name; throws when there are none. */
export type Results = (run: string) => readonly Point[];

/** One number, or one for each run of a sweep. One number combines with a list of any length. */
export type Values = readonly number[];

/** A formula that cannot be parsed, or names something that does not exist. */
export class FormulaError extends Error {
  override name = 'FormulaError';
}

type Operation = (a: number, b: number) => number;

const OPERATORS: Readonly<Record<string, Operation>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

/** Functions of all their values, given as several arguments or as a list. */
const FUNCTIONS: Readonly<Record<string, (values: Values) => number>> = {
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
  sum: (values) => values.reduce((total, value) => total + value, 0),
};

/** The function that gives the values of a sweep. */
const SWEPT = 'swept';

const TOKEN = /\s*(?:(\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?)|([A-Za-z]\w*(?:\[[^\]]*\])?(?:\.\w+)*)|([-+*/(),]))/y;

/** The value at a path of a run's summary. */
export type Reader = (summary: Summary, path: string) => number;

/**
 * The values of a formula.
 * @param read replaces the reader of summaries, to record or change values
 */
export function evaluate(formula: string | number, results: Results, read: Reader = at): Values {
  return typeof formula === 'number' ? [formula] : new Parser(formula, results, read).whole();
}

/** The value for the run at `index`; undefined when the list is of another length. */
export const nth = (values: Values, index: number): number | undefined =>
  values.length === 1 ? values[0] : values[index];

/** The names of the runs in a formula. */
export function runsIn(formula: string | number): string[] {
  return typeof formula === 'number' ? [] : [...new Set(tokensOf(formula).flatMap(runOf))];
}

function runOf({ kind, text }: Token, at: number, tokens: readonly Token[]): string[] {
  if (kind !== 'name' || tokens[at + 1]?.text === '(') return [];
  return [text.split(/[.[]/, 1)[0] ?? ''];
}

interface Token {
  readonly kind: 'number' | 'name' | 'sign';
  readonly text: string;
}

function tokensOf(formula: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < formula.trimEnd().length) {
    const from = pattern.lastIndex;
    const [, number, name, sign] = pattern.exec(formula) ?? [];
    const text = number ?? name ?? sign;
    if (text === undefined)
      throw new FormulaError(`${formula}: cannot be read from "${formula.slice(from)}"`);
    tokens.push({ kind: number ? 'number' : name ? 'name' : 'sign', text });
  }
  return tokens;
}

/** Recursive descent: sums of products of values. */
class Parser {
  readonly #formula: string;
  readonly #tokens: readonly Token[];
  readonly #results: Results;
  readonly #read: Reader;
  #at = 0;

  constructor(formula: string, results: Results, read: Reader) {
    this.#formula = formula;
    this.#tokens = tokensOf(formula);
    this.#results = results;
    this.#read = read;
  }

  whole(): Values {
    const value = this.#sum();
    if (this.#at < this.#tokens.length) throw this.#unexpected();
    return value;
  }

  #sum(): Values {
    let values = this.#product();
    while (this.#sees('+', '-')) values = this.#apply(this.#next(), values, this.#product());
    return values;
  }

  #product(): Values {
    let values = this.#single();
    while (this.#sees('*', '/')) values = this.#apply(this.#next(), values, this.#single());
    return values;
  }

  #single(): Values {
    if (this.#takes('-')) return this.#apply('-', [0], this.#single());
    if (this.#takes('(')) {
      const value = this.#sum();
      this.#expect(')');
      return value;
    }
    const token = this.#tokens[this.#at++];
    if (token?.kind === 'number') return [Number(token.text.replaceAll('_', ''))];
    if (token?.kind !== 'name') {
      this.#at--;
      throw this.#unexpected();
    }
    return this.#takes('(') ? this.#call(token.text) : metric(token.text, this.#results, this.#read);
  }

  #call(name: string): Values {
    const measure = Object.hasOwn(measures, name) ? measures[name] : undefined;
    if (measure !== undefined || name === SWEPT) {
      const points = pointsOf(this.#next(), this.#results);
      this.#expect(')');
      return measure === undefined
        ? points.map(({ key }) => Number(key))
        : evaluate(measure, () => points, this.#read);
    }
    const values = [this.#sum()];
    while (this.#takes(',')) values.push(this.#sum());
    this.#expect(')');
    const f = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (!f) throw new FormulaError(`${this.#formula}: there is no function ${name}`);
    return [f(values.flat())];
  }

  #apply(sign: string, a: Values, b: Values): Values {
    const operation = OPERATORS[sign] as Operation;
    const length = a.length === 1 ? b.length : a.length;
    return Array.from({ length }, (_, index) => {
      const [left, right] = [nth(a, index), nth(b, index)];
      if (left === undefined || right === undefined)
        throw new FormulaError(`${this.#formula}: lists of different lengths`);
      return operation(left, right);
    });
  }

  #sees(...signs: string[]): boolean {
    const token = this.#tokens[this.#at];
    return token?.kind === 'sign' && signs.includes(token.text);
  }

  #takes(sign: string): boolean {
    if (!this.#sees(sign)) return false;
    this.#at++;
    return true;
  }

  #next(): string {
    const token = this.#tokens[this.#at++];
    if (!token) throw this.#unexpected();
    return token.text;
  }

  #expect(sign: string): void {
    if (!this.#takes(sign)) throw this.#unexpected();
  }

  #unexpected(): FormulaError {
    return new FormulaError(`${this.#formula}: unexpected ${this.#tokens[this.#at]?.text ?? 'end'}`);
  }
}

/** `sweep`, or only `sweep[50]`. */
function pointsOf(name: string, results: Results): readonly Point[] {
  const [run = '', key] = name.split(/[[\]]/);
  const points = results(run);
  if (key === undefined) return points;
  const wanted = points.filter((point) => point.key === key);
  if (wanted.length !== 1) throw new FormulaError(`${run} has no run with ${key}`);
  return wanted;
}

/** `run.path.in.the.summary` for every run of the name. */
function metric(path: string, results: Results, read: Reader): Values {
  const dot = path.indexOf('.', path.indexOf(']') + 1);
  if (dot < 0) throw new FormulaError(`${path}: which metric of the run?`);
  return pointsOf(path.slice(0, dot), results).map(({ summary }) => read(summary, path.slice(dot + 1)));
}

/** Fields that name the elements of the summary's lists. */
const NAMES = ['phase', 'class', 'syscall', 'host', 'resource', 'activity'] as const;

/** The number at a path of a summary. */
export function at(summary: Summary, path: string): number {
  let current: unknown = summary;
  for (const step of path.split('.')) {
    if (Array.isArray(current)) {
      const named = current.filter((element) => NAMES.some((name) => element[name] === step));
      const value = current[Number(step)] ?? (current.length === 1 ? current[0][step] : undefined);
      current = named.length > 0 ? named : value;
    } else current = (current as Record<string, unknown> | undefined)?.[step];
  }
  if (typeof current === 'number') return current;
  if (current === undefined && neverCalled(summary, path)) return 0;
  throw new FormulaError(
    `${path}: ${current === null ? 'has no value in this run' : 'is not in the summary'}`,
  );
}

/**
 * Whether a path names a system call without any call in the run: the summary lists only those with calls.
 */
function neverCalled({ threads }: Summary, path: string): boolean {
  const [list, role, call = '', rate] = path.split('.');
  const known =
    (activities as readonly string[]).includes(call) && threads.some((group) => group.class === role);
  return list === 'syscalls' && rate === 'perRequest' && known;
}
