/**
 * When requests left and replies arrived on the connections of this thread, as far as Node sees it: calls of `write()` and
 * arrivals of data. The libraries show their sockets to nobody, so which belongs to which connection is learnt: whoever
 * writes when a connection is asked for a PING is its own. What is not learnt (TLS, a socket that was opened again after the
 * first was lost) is not seen.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { Connection } from './connection.ts';

const CHANNEL = 'net.client.socket';
/** Calls of `write()` that are remembered of each connection. */
const WRITES = 2048;

class Wire {
  readonly #writes = new Float64Array(WRITES);
  #count = 0;
  arrivedMs = Number.NaN;

  wrote(): void {
    this.#writes[this.#count++ % WRITES] = performance.now();
  }

  /** The first `write()` since a moment; undefined: none, or too long ago. */
  firstSince(ms: number): number | undefined {
    let first: number | undefined;
    for (let i = this.#count - 1; i >= 0; i--) {
      if (i === this.#count - 1 - WRITES) return undefined;
      const at = this.#writes[i % WRITES] as number;
      if (at < ms) break;
      first = at;
    }
    return first;
  }
}

export class Wires {
  readonly #sockets = new Set<Socket>();
  /** By the connection's number. */
  readonly #wires: (Wire | undefined)[] = [];
  #lastWriter: Socket | undefined;

  constructor() {
    subscribe(CHANNEL, this.#opened);
  }

  /** To be called before any request is made. */
  async learn(connections: readonly Connection[]): Promise<void> {
    for (const socket of this.#sockets)
      noteWrites(socket, () => {
        this.#lastWriter = socket;
      });
    const answers: Promise<unknown>[] = [];
    for (const connection of connections) {
      this.#lastWriter = undefined;
      answers.push(connection.ping().catch(() => undefined));
      // The libraries write at once, or when the present turn of the event loop is over.
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#lastWriter) this.#watch(connection.index, this.#lastWriter);
    }
    await Promise.all(answers);
    this.close();
  }

  /** When a request that has been in a connection's hands since a moment was written; undefined: not seen. */
  writtenSince(connection: number, ms: number): number | undefined {
    return this.#wires[connection]?.firstSince(ms);
  }

  /** When the latest data arrived; NaN: never, undefined: not seen. */
  arrived(connection: number): number | undefined {
    return this.#wires[connection]?.arrivedMs;
  }

  /** No socket that is opened from now on is looked at. */
  close(): void {
    unsubscribe(CHANNEL, this.#opened);
    this.#sockets.clear();
  }

  readonly #opened = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    this.#sockets.add(socket);
  };

  #watch(connection: number, socket: Socket): void {
    const wire = new Wire();
    this.#wires[connection] = wire;
    noteWrites(socket, () => wire.wrote());
    socket.prependListener('data', () => {
      wire.arrivedMs = performance.now();
    });
    socket.once('close', () => {
      this.#wires[connection] = undefined;
    });
  }
}

/** Calls `note` before everything that is written. */
function noteWrites(socket: Socket, note: () => void): void {
  const write = socket.write;
  socket.write = function (this: Socket, ...args: Parameters<Socket['write']>) {
    note();
    return write.apply(this, args);
  } as Socket['write'];
}
