/** One page's connection: reads questions, answers each with a result or a code, and leaves nothing behind. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Message, Operation, Reply } from '../protocol.ts';
import { LIMITS } from '../workload/limits.ts';
import { failureOf, isUnexpected, Refusal, reportUnexpected } from './failure.ts';
import { Keyspace } from './keyspace.ts';
import { isOperation, Operations } from './operations.ts';
import { Outbox } from './outbox.ts';
import { Allowance } from './rate.ts';
import { RedisLink } from './redis-link.ts';
import type { Shared } from './runs.ts';

/** Bytes that wait for the page, after which nothing more is read from it; and after which it is given up. */
const FULL_BYTES = 8 * 1024 * 1024;
const LOST_BYTES = 128 * 1024 * 1024;
/** How long a page that asks too often is not read, and how often a full one is looked at, ms. What it has sent waits in the system. */
const REST_MS = 250;

/**
 * What passes between a page and its session. It stops reading from a page that sends faster than it is answered, or does not
 * read its replies. The replies of one turn of the event loop leave together: fewer system calls during a flood.
 */
class Flow {
  readonly #socket: WebSocket;
  /** The connection below the WebSocket. */
  readonly #stream: Duplex;
  #isGathering = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(socket: WebSocket, stream: Duplex) {
    this.#socket = socket;
    this.#stream = stream;
  }

  send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#gather();
    this.#socket.send(text);
    const { bufferedAmount } = this.#socket;
    if (bufferedAmount > LOST_BYTES) this.#socket.terminate();
    else if (bufferedAmount > FULL_BYTES) this.rest();
  }

  /** Reads nothing for a moment, and until the page has read what waits for it. */
  rest(): void {
    if (this.#timer) return;
    this.#socket.pause();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#socket.bufferedAmount > FULL_BYTES) this.rest();
      else this.#socket.resume();
    }, REST_MS);
  }

  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#stream.cork();
    setImmediate(() => {
      this.#isGathering = false;
      this.#stream.uncork();
    });
  }
}

/**
 * What a question takes of the allowance of its page, in messages: those that ask Redis several times, or check a scenario, hold
 * up the questions of other pages.
 */
const COST: Readonly<Partial<Record<Operation, number>>> = {
  hello: 100,
  confirm: 5,
  plan: 20,
  run: 20,
  measurePing: 20,
  openVote: 5,
};

/** Answers until the socket closes; resolves once the session's workload has ended and its keys are gone from Redis. */
export async function serveSession(socket: WebSocket, stream: Duplex, shared: Shared): Promise<void> {
  const ended = new AbortController();
  const link = new RedisLink(shared.target);
  shared.links.add(link);
  const keys = new Keyspace();
  const flow = new Flow(socket, stream);
  const say = (message: Message) => flow.send(JSON.stringify(message));
  const notices = new Outbox(socket, say);
  const operations = new Operations(shared, link, keys, { notice: notices.tell, vote: say }, ended.signal);
  const allowance = new Allowance(LIMITS.messagesPerSecond);

  const underway = new Set<Promise<void>>();
  socket.on('message', (data) => {
    const work = answer(String(data), operations, allowance)
      .then((reply) => {
        if ('failure' in reply && reply.failure.code === 'BR-10') flow.rest();
        say(reply);
      })
      .catch((error: unknown) => {
        reportUnexpected('answer', error);
        socket.terminate();
      });
    underway.add(work);
    work.then(() => underway.delete(work));
  });

  await new Promise<void>((resolve) => {
    socket.on('error', () => socket.terminate());
    socket.on('close', () => resolve());
  });
  ended.abort();
  await operations.closeVote();
  // A SET that is still on its way would otherwise arrive after the removal.
  await operations.stop();
  await Promise.allSettled(underway);
  // A workload that was only being started when the page went, too.
  await operations.end();
  await keys.removeFrom(link);
  link.close();
  shared.links.delete(link);
}

async function answer(text: string, operations: Operations, allowance: Allowance): Promise<Reply> {
  let id: number | null = null;
  try {
    if (!allowance.take()) throw new Refusal('BR-10', { limit: LIMITS.messagesPerSecond });
    const question = parse(text);
    id = typeof question.id === 'number' ? question.id : null;
    if (id === null) throw new Refusal('BR-09', { what: 'id' });
    const { op } = question;
    if (!isOperation(op)) throw new Refusal('BR-09', { what: 'op' });
    if (!allowance.take((COST[op] ?? 1) - 1)) throw new Refusal('BR-10', { limit: LIMITS.messagesPerSecond });
    return { id, answer: await operations[op](question) };
  } catch (error) {
    if (isUnexpected(error)) reportUnexpected('answer', error);
    return { id, failure: failureOf(error) };
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // answered below, like JSON that is no object
  }
  throw new Refusal('BR-09', { what: 'json' });
}
