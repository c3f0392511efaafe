/**
 * Times of writes and arrivals on the connections of this thread, as seen by Node: `write()` calls and data
 * events. The libraries do not expose their sockets, so each is identified by the `write()` that a PING on
 * the connection causes. Unidentified sockets (TLS, reconnections) are not observed.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { Connection } from './connection.ts';

const CHANNEL = 'net.client.socket';
/** Number of `write()` calls remembered per connection. */
const WRITES = 2048;

class Wire {
  readonly #writes = new Float64Array(WRITES);
  #count = 0;
  arrivedMs = Number.NaN;

  wrote(): void {
    this.#writes[this.#count++ % WRITES] = performance.now();
  }

  /** The first `write()` since a time; undefined if there is none or it is too old. */
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

export class SocketTimes {
  readonly #sockets = new Set<Socket>();
  /** By connection number. */
  readonly #socketTimes: (Wire | undefined)[] = [];
  #lastWriter: Socket | undefined;

  constructor() {
    subscribe(CHANNEL, this.#opened);
  }

  /** Identifies the sockets; call it before any request. */
  async learn(connections: readonly Connection[]): Promise<void> {
    for (const socket of this.#sockets)
      noteWrites(socket, () => {
        this.#lastWriter = socket;
      });
    const answers: Promise<unknown>[] = [];
    for (const connection of connections) {
      this.#lastWriter = undefined;
      answers.push(connection.ping().catch(() => undefined));
      // The libraries write at once, or at the end of the event-loop turn.
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#lastWriter) this.#watch(connection.index, this.#lastWriter);
    }
    await Promise.all(answers);
    this.close();
  }

  /** When a request, handed to the connection at `ms`, was written; undefined if not observed. */
  writtenSince(connection: number, ms: number): number | undefined {
    return this.#socketTimes[connection]?.firstSince(ms);
  }

  /** When the latest data arrived; NaN: never, undefined: not observed. */
  arrived(connection: number): number | undefined {
    return this.#socketTimes[connection]?.arrivedMs;
  }

  /** Stops observing new sockets. */
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
    this.#socketTimes[connection] = wire;
    noteWrites(socket, () => wire.wrote());
    socket.prependListener('data', () => {
      wire.arrivedMs = performance.now();
    });
    socket.once('close', () => {
      this.#socketTimes[connection] = undefined;
    });
  }
}

/** Calls `note` before every write. */
function noteWrites(socket: Socket, note: () => void): void {
  const write = socket.write;
  socket.write = function (this: Socket, ...args: Parameters<Socket['write']>) {
    note();
    return write.apply(this, args);
  } as Socket['write'];
}
