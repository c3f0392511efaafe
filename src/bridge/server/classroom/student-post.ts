/** Accepts requests of a student's page: a small JSON body, same origin, limited rate. */
import { randomInt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Allowance } from '../rate.ts';

/** Number of addresses with a remembered rate; more than a class has. */
const ADDRESSES = 1_000;

/** Without letters and digits that look alike. */
const SIGNS = 'ABCDEFGHJKLMNPQRTUVWXYZ2346789';
const CODE_LENGTH = 5;

/** A code for the screen. */
export const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');

/** Whether a text can be a code. */
export const isCodeLike = (text: unknown): text is string =>
  typeof text === 'string' && text.length === CODE_LENGTH && [...text].every((sign) => SIGNS.includes(sign));

/** Whether what a student has typed is the code. */
export const isCode = (typed: string, code: string): boolean => typed.trim().toUpperCase() === code;

export const isAtPath = (request: IncomingMessage, path: string): boolean =>
  (request.url ?? '').split('?', 1)[0] === path;

export const isShort = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= longest;

/**
 * Whether a request is from another page. A foreign site can post a form here, but JSON needs a preflight, and its
 * Origin is always sent.
 */
export const isForeign = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'POST' ||
  headers.origin !== `http://${headers.host ?? ''}` ||
  headers['content-type'] !== 'application/json';

/** The fields of a body, or why there are none: too often, malformed. */
export type Posted =
  | { readonly fields: Readonly<Record<string, unknown>>; readonly address: string }
  | { readonly refused: 'often' | 'malformed' };

export class StudentPosts {
  readonly #perSecond: number;
  readonly #mostBytes: number;
  readonly #allowances = new Map<string, Allowance>();

  /** @param perSecond requests per second from one address: a class may share one */
  constructor(perSecond: number, mostBytes: number) {
    this.#perSecond = perSecond;
    this.#mostBytes = mostBytes;
  }

  /** Reads a request that is not foreign. The server has already checked its Host header. */
  async read(request: IncomingMessage): Promise<Posted> {
    const address = request.socket.remoteAddress ?? '';
    if (!this.#isWithinRate(address)) return { refused: 'often' };
    const text = await bodyOf(request, this.#mostBytes);
    const fields = text === undefined ? undefined : fieldsIn(text);
    return fields ? { fields, address } : { refused: 'malformed' };
  }

  #isWithinRate(address: string): boolean {
    const known = this.#allowances.get(address);
    const allowance = known ?? new Allowance(this.#perSecond);
    if (!known) {
      const [oldest] = this.#allowances.keys();
      if (this.#allowances.size >= ADDRESSES && oldest !== undefined) this.#allowances.delete(oldest);
      this.#allowances.set(address, allowance);
    }
    return allowance.take();
  }
}

/** The body of a request; undefined if it is too long or never ends. */
async function bodyOf(request: IncomingMessage, mostBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > mostBytes) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function fieldsIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Sends a reply; after a refusal the rest of the request is not read. */
export function sendReply(response: ServerResponse, status: number, reply: object): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(status === 200 ? {} : { Connection: 'close' }),
  });
  response.end(JSON.stringify(reply));
}
