/**
 * What passes between a page and its session. It stops reading from a page that asks faster than it is answered, or that does not
 * read what it is answered; and the answers of one turn of the event loop leave together, because a flood of questions would
 * otherwise be as many calls of the system.
 */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/** Bytes that wait for the page, after which nothing more is read from it; and after which it is given up. */
const FULL_BYTES = 8 * 1024 * 1024;
const LOST_BYTES = 128 * 1024 * 1024;
/** How long a page that asks too often is not read, and how often a full one is looked at, ms. What it has sent waits in the system. */
const REST_MS = 250;

export class Flow {
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
