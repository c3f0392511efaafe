/** One direction of one connection: bytes leave later, in order, unchanged. */
import type { Socket } from 'node:net';

/** Bytes in transit above which reading pauses: the capacity of such a link. */
const MAX_BYTES = 32 * 1024 * 1024;

interface Packet {
  readonly dueMs: number;
  /** Null: the sender has closed. */
  readonly bytes: Buffer | null;
}

export class Direction {
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #delayMs: () => number;
  readonly #packets: Packet[] = [];
  #next = 0;
  #lastDueMs = 0;
  #waiting = 0;

  constructor(from: Socket, to: Socket, delayMs: () => number, changed: (dueMs: number) => void) {
    this.#from = from;
    this.#to = to;
    this.#delayMs = delayMs;
    const put = (bytes: Buffer | null) => changed(this.#put(bytes));
    from.on('data', put);
    from.on('end', () => put(null));
    to.on('drain', () => this.#flow());
  }

  #put(bytes: Buffer | null): number {
    // Packets keep their order.
    const dueMs = Math.max(this.#lastDueMs, performance.now() + this.#delayMs());
    this.#lastDueMs = dueMs;
    this.#packets.push({ dueMs, bytes });
    this.#waiting += bytes?.length ?? 0;
    this.#flow();
    return dueMs;
  }

  /** Reads only as much as there is room for, here and at the receiver. */
  #flow(): void {
    if (this.#waiting > MAX_BYTES || this.#to.writableNeedDrain) this.#from.pause();
    else if (this.#from.isPaused()) this.#from.resume();
  }

  /** Due time of the next packet; Infinity without one. */
  get dueMs(): number {
    return this.#packets[this.#next]?.dueMs ?? Number.POSITIVE_INFINITY;
  }

  /** Sends all due packets; reports lateness and size of each. */
  release(nowMs: number, sent: (lateMs: number, bytes: number) => void): void {
    for (
      let packet = this.#packets[this.#next];
      packet && packet.dueMs <= nowMs;
      packet = this.#packets[this.#next]
    ) {
      this.#next++;
      if (packet.bytes) {
        this.#waiting -= packet.bytes.length;
        this.#to.write(packet.bytes);
        sent(nowMs - packet.dueMs, packet.bytes.length);
      } else this.#to.end();
    }
    if (this.#next === this.#packets.length) {
      this.#packets.length = 0;
      this.#next = 0;
    } else if (this.#next > 1024) {
      this.#packets.splice(0, this.#next);
      this.#next = 0;
    }
    this.#flow();
  }
}
