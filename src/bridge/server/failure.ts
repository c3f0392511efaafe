/** The error type for everything that can fail towards the page, with a code that the page translates. */
import type { BridgeCode, BridgeFailure } from '../protocol.ts';

/** Maximum number of distinct errors remembered. */
const MAX_KNOWN = 100;
const known = new Set<string>();

/** @param where component that failed: `request`, `upgrade`, `session` */
export function reportUnexpected(where: string, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const line = `unexpected error (${where}): ${text}`;
  if (known.has(line) || known.size >= MAX_KNOWN) return;
  known.add(line);
  process.stderr.write(`${line}\n`);
}

export class Refusal extends Error {
  readonly failure: BridgeFailure;
  constructor(code: BridgeCode, detail: BridgeFailure['detail'] = {}) {
    super(code);
    this.name = 'Refusal';
    this.failure = { code, detail };
  }
}

/**
 * Programming errors (the last one is the engine's). Connection errors are plain `Error`s with a system code.
 */
const OF_PROGRAM = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'RuntimeError'];

/** Whether an error is a defect of the bridge itself. */
export const isUnexpected = (error: unknown): boolean =>
  error instanceof Error && OF_PROGRAM.includes(error.name);

/**
 * Converts an error to a failure for the page. Errors that are neither replies of Redis nor defects of the
 * bridge mean that Redis is unreachable.
 */
export function failureOf(error: unknown): BridgeFailure {
  if (error instanceof Refusal) return error.failure;
  if (isUnexpected(error)) return { code: 'BR-30', detail: {} };
  const message = error instanceof Error ? error.message : '';
  const [word = '', second = '', third = ''] = message.split(' ');
  if (word === 'NOAUTH' || word === 'WRONGPASS') return { code: 'BR-06', detail: {} };
  if (word === 'MOVED' || word === 'ASK')
    return { code: 'BR-12', detail: { slot: Number(second), node: third } };
  if (word === 'NOPERM') return { code: 'BR-23', detail: { command: commandIn(message) } };
  if (word === 'OOM') return { code: 'BR-20', detail: { message: message.slice(0, 200) } };
  if (/max(imum)? number of clients/.test(message)) return { code: 'BR-18', detail: {} };
  // Redis errors start with a word in capitals: ERR, LOADING, OOM, READONLY.
  if (/^[A-Z]{2,}$/.test(word)) return { code: 'BR-13', detail: { message: message.slice(0, 200) } };
  return { code: 'BR-05', detail: {} };
}

/** "this user has no permissions to run the 'set' command"; for keys, Redis gives no name. */
const commandIn = (message: string): string => (/'([^']{1,40})'/.exec(message)?.[1] ?? 'KEY').toUpperCase();
