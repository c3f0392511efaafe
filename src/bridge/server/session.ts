/** One page's connection: reads requests, replies to each with a result or a code, and cleans up. */
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

/** Bytes queued for the page above which reading pauses, and above which the page is disconnected. */
const FULL_BYTES = 8 * 1024 * 1024;
const LOST_BYTES = 128 * 1024 * 1024;
/**
 * Reading pause of a page above its rate, and polling interval of one with a full queue, ms. Its data waits
 * in the system.
 */
const REST_MS = 250;

/**
 * Flow control between a page and its session. It pauses reading from a page that sends too fast or does not
 * read its replies. Replies of one event-loop turn are sent together, which saves system calls in a flood.
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

  /** Pauses reading, until the page has read its queued data. */
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
 * Cost of a request in messages. Requests that call Redis repeatedly or validate a scenario delay those of
 * other pages.
 */
const COST: Readonly<Partial<Record<Operation, number>>> = {
  hello: 100,
  confirm: 5,
  plan: 20,
  run: 20,
  build: 50,
  measurePing: 20,
  observe: 20,
  openVote: 5,
  openDrive: 5,
  publishDrive: 5,
};

/**
 * Serves until the socket closes; resolves once the session's workload has ended and its keys are removed.
 */
export async function serveSession(socket: WebSocket, stream: Duplex, shared: Shared): Promise<void> {
  const ended = new AbortController();
  const link = new RedisLink(shared.target);
  shared.links.add(link);
  const keys = new Keyspace();
  const flow = new Flow(socket, stream);
  const send = (message: Message) => flow.send(JSON.stringify(message));
  const notices = new Outbox(socket, send);
  const operations = new Operations(
    shared,
    link,
    keys,
    { notice: notices.tell, vote: send, drive: send, build: send },
    ended.signal,
  );
  const allowance = new Allowance(LIMITS.messagesPerSecond);

  const underway = new Set<Promise<void>>();
  socket.on('message', (data) => {
    const work = answer(String(data), operations, allowance)
      .then((reply) => {
        if ('failure' in reply && reply.failure.code === 'BR-10') flow.rest();
        send(reply);
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
  await operations.closeDrive();
  // Its keys would wait for the end of the build.
  await operations.cancelBuild();
  // A SET in flight would otherwise arrive after the removal.
  await operations.stop();
  await Promise.allSettled(underway);
  // Also ends a workload that was just starting when the page disconnected.
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
    // Handled below, like JSON that is not an object.
  }
  throw new Refusal('BR-09', { what: 'json' });
}
